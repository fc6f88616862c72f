// Duplicate boards: the score of each board at each table, once its set is closed.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { namesIn, pointsText } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

/** @param {any} props */
export function Boards({ id, view }) {
  const found = useLoaded(() => get(`/tournaments/${id}/boards`), `${id} ${view.version}`);
  if (found.problem) return html`<${ProblemNote} problem=${found.problem} />`;
  if (!found.value) return null;
  const { sets, scores, seats } = found.value;
  if (!sets.length) return html`<p class="quiet-text">${t("tn.boards.none")}</p>`;
  const name = namesIn(found.value);
  return html`<div class="page-parts">${sets.flatMap((/** @type {any} */ set) => set.boards.map((/** @type {number} */ board) => html`<section key=${board}>
    <h2>${t("tn.boards.board", { board })}</h2>
    ${set.is_closed
      ? html`<${BoardScores} board=${board} scores=${scores} seats=${seats} name=${name} />
        <p><a href=${`/v1/tournaments/${id}/boards/${board}`} target="_blank" rel="noopener">${t("tn.boards.deal")}</a></p>`
      : html`<p class="quiet-text">${t("tn.boards.open")}</p>`}</section>`))}</div>`;
}

/** @param {any} props */
function BoardScores({ board, scores, seats, name }) {
  const bySide = scores.filter((/** @type {any} */ each) => each.board === board);
  const bySeat = seats.filter((/** @type {any} */ each) => each.board === board);
  const total = (/** @type {any} */ score) => (score ? score.total : "–");
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("tn.boards.board", { board })}><table class="grid-table">
    ${bySide.length > 0
      ? html`<thead><tr><th scope="col">${t("tn.boards.even")}</th><th scope="col">${t("tn.boards.odd")}</th><th scope="col" class="number">${t("tn.boards.score")}</th><th scope="col" class="number">${t("tn.boards.points")}</th><th scope="col">${t("tn.boards.table")}</th></tr></thead>
        <tbody>${bySide.map((/** @type {any} */ each) => html`<tr key=${`${each.round} ${each.match} ${each.room}`}><td>${name(each.even)}</td><td>${name(each.odd)}</td>
          <td class="number">${total(each.score)}</td><td class="number">${pointsText(each.even_points)} : ${pointsText(each.odd_points)}</td><td><${Replay} table=${each.table} /></td></tr>`)}</tbody>`
      : html`<thead><tr><th scope="col">${t("tn.boards.player")}</th><th scope="col" class="number">${t("tn.boards.score")}</th><th scope="col" class="number">${t("tn.boards.points")}</th><th scope="col">${t("tn.boards.table")}</th></tr></thead>
        <tbody>${bySeat.map((/** @type {any} */ each) => html`<tr key=${`${each.round} ${each.match} ${each.seat}`}><td>${name(each.entrant)}</td>
          <td class="number">${total(each.score)}</td><td class="number">${pointsText(each.points)}</td><td><${Replay} table=${each.table} /></td></tr>`)}</tbody>`}
  </table></div>`;
}

/** @param {any} props */
function Replay({ table }) {
  return table ? html`<${Link} href=${`/replay/${table}`}>${t("tn.match.replay")}<//>` : "–";
}
