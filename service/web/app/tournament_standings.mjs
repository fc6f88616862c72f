// The standings with their reasons, the cross table, and the score card of one entrant.
import { get } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { criterionName, entrantName, namesIn } from "./tournament_words.mjs";
import { Link, ProblemNote, Sheet, useLoaded } from "./ui.mjs";

/** @param {any} props */
export function Standings({ id, view }) {
  const found = useLoaded(() => get(`/tournaments/${id}/standings`), `${id} ${view.version}`);
  const [pair, setPair] = useState(/** @type {[string, string] | null} */ (null));
  if (found.problem) return html`<${ProblemNote} problem=${found.problem} />`;
  if (!found.value) return null;
  const { standings, players, is_final: isFinal } = found.value;
  if (!standings.length) return html`<p class="quiet-text">${t("tn.standings.none")}</p>`;
  const breaks = standings[0].values.map((/** @type {any} */ each) => each.tie_break);
  const names = new Map(standings.map((/** @type {any} */ each) => [each.entrant, entrantName(each, players)]));
  return html`<section><h2>${t(isFinal ? "tn.standings.final" : "tn.standings.now")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("tn.part.standings")}><table class="grid-table standings" data-testid="standings">
      <thead><tr><th scope="col" class="number">${t("tn.standings.rank")}</th><th scope="col">${t("tn.standings.name")}</th><th scope="col" class="number">${t("tn.standings.points")}</th>
        ${breaks.map((/** @type {string} */ each) => html`<th scope="col" class="number wide-only" key=${each}>${criterionName(each)}</th>`)}
        <th scope="col" class="number wide-only">${t("tn.standings.record")}</th>
        ${!isFinal && html`<th scope="col" class="number wide-only">${t("tn.standings.possible")}</th>`}
        <th scope="col"><span class="unseen">${t("tn.standings.why")}</span></th></tr></thead>
      <tbody>${standings.map((/** @type {any} */ each, /** @type {number} */ index) => html`<${StandingRow} key=${each.entrant} row=${each} next=${standings[index + 1]} names=${names}
        view=${view} isFinal=${isFinal} onWhy=${setPair} />`)}</tbody></table></div>
    ${pair && html`<${Comparison} id=${id} pair=${pair} names=${names} onPair=${setPair} />`}
  </section>`;
}

/** @param {any} props */
function StandingRow({ row, next, names, view, isFinal, onWhy }) {
  const { rank, entrant, points, values, wins, draws, losses, possible_ranks: possible } = row;
  const name = names.get(entrant);
  const isMine = entrant === view.you.entrant;
  return html`<tr class=${isMine ? "mine-row" : ""}><td class="number rank">${rank}</td>
    <th scope="row"><${Link} href=${`/tournaments/${view.id}/${entrant}`}>${name}<//>${isMine && html` <span class="mark-you">${t("seat.you")}</span>`}
      ${row.is_absent && html`<span class="names">${t("tn.standings.absent")}</span>`}
      ${values.length > 0 && html`<span class="names phone-only">${values.map((/** @type {any} */ each) => `${criterionName(each.tie_break)} ${each.value ?? "–"}`).join(" · ")}</span>`}</th>
    <td class="number"><strong>${points}</strong></td>
    ${values.map((/** @type {any} */ each) => html`<td class="number wide-only" key=${each.tie_break}>${each.value ?? "–"}</td>`)}
    <td class="number wide-only">${wins}–${draws}–${losses}</td>
    ${!isFinal && html`<td class="number wide-only">${possible ? (possible.best === possible.worst ? possible.best : `${possible.best}–${possible.worst}`) : "–"}</td>`}
    <td>${next && html`<button class="quiet why" aria-label=${t("tn.standings.why_before", { one: name, other: names.get(next.entrant) })} onClick=${() => onWhy([entrant, next.entrant])}>?</button>`}</td></tr>`;
}

/** Why one entrant is before another. @param {any} props */
function Comparison({ id, pair, names, onPair }) {
  const [one, other] = pair;
  const found = useLoaded(() => get(`/tournaments/${id}/entrants/${one}/before/${other}`), `${one} ${other}`);
  const choice = (/** @type {number} */ which) => html`<select aria-label=${t(which ? "tn.why.second" : "tn.why.first")} value=${pair[which]}
    onChange=${(/** @type {any} */ event) => onPair(which ? [one, event.target.value] : [event.target.value, other])}>
    ${[...names].filter(([each]) => each !== pair[1 - which]).map(([each, name]) => html`<option key=${each} value=${each}>${name}</option>`)}</select>`;
  return html`<${Sheet} title=${t("tn.why.title")} onClose=${() => onPair(null)} testid="comparison">
    <div class="versus">${choice(0)} <span aria-hidden="true">:</span> ${choice(1)}</div>
    <${ProblemNote} problem=${found.problem} />
    ${found.value && html`<p class="headline">${reason(found.value, names)}</p>
      <table class="grid-table"><thead><tr><th scope="col">${t("tn.why.criterion")}</th><th scope="col" class="number">${names.get(found.value.one)}</th><th scope="col" class="number">${names.get(found.value.other)}</th></tr></thead>
        <tbody>${found.value.criteria.map((/** @type {any} */ each) => html`<tr key=${each.criterion} class=${each.decides ? "decides" : ""}><th scope="row">${criterionName(each.criterion)}
          ${each.decides && html` <span class="mark-you">${t("tn.why.decides")}</span>`}${each.rule && html`<span class="names">${each.rule}</span>`}</th>
          <td class="number">${each.one}</td><td class="number">${each.other}</td></tr>`)}</tbody></table>`}
  <//>`;
}

/** @param {any} comparison @param {Map<string, string>} names */
function reason({ before, one, other, criteria }, names) {
  const deciding = criteria.find((/** @type {any} */ each) => each.decides);
  if (!before || !deciding) return t("tn.why.equal");
  const isOne = before === one;
  return t(isWord(deciding.one) ? "tn.why.sentence_words" : "tn.why.sentence", {
    name: names.get(before) ?? "",
    behind: names.get(isOne ? other : one) ?? "",
    criterion: criterionName(deciding.criterion),
    more: isOne ? deciding.one : deciding.other,
    less: isOne ? deciding.other : deciding.one,
  });
}

/** @param {string} figure */
const isWord = (figure) => Number.isNaN(Number(figure));

/** @param {any} props */
export function CrossTable({ id, view }) {
  const by = view.settings.format === "round_robin" ? "opponents" : "rounds";
  const found = useLoaded(() => get(`/tournaments/${id}/cross-table?by=${by}`), `${id} ${view.version}`);
  if (found.problem) return html`<${ProblemNote} problem=${found.problem} />`;
  if (!found.value) return null;
  const { rows, rounds, players } = found.value;
  const columns = by === "rounds" ? Array.from({ length: rounds }, (_, index) => index + 1) : rows.map((/** @type {any} */ each) => each.place);
  const cells = (/** @type {any} */ row, /** @type {number} */ column) =>
    by === "rounds"
      ? row.cells.filter((/** @type {any} */ each) => each.round === column)
      : (row.against.find((/** @type {any} */ each) => each.opponent === column)?.cells ?? []);
  return html`<section><h2 class="unseen">${t("tn.part.cross-table")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("tn.part.cross-table")}><table class="grid-table cross" data-testid="cross-table">
      <thead><tr><th scope="col" class="number">${t("tn.standings.rank")}</th><th scope="col">${t("tn.standings.name")}</th>
        ${columns.map((/** @type {number} */ each) => html`<th scope="col" class="number" key=${each}>${by === "rounds" ? t("tn.cross.round", { round: each }) : each}</th>`)}
        <th scope="col" class="number">${t("tn.standings.points")}</th></tr></thead>
      <tbody>${rows.map((/** @type {any} */ row) => html`<tr key=${row.entrant} class=${row.entrant === view.you.entrant ? "mine-row" : ""}><td class="number rank">${row.place}</td>
        <th scope="row"><${Link} href=${`/tournaments/${id}/${row.entrant}`}>${entrantName(row, players)}<//></th>
        ${columns.map((/** @type {number} */ each) => html`<td class="number" key=${each}>${by === "opponents" && row.place === each ? html`<span aria-hidden="true">×</span>` : cells(row, each).map((/** @type {any} */ cell) => html`<${Cell} cell=${cell} by=${by} />`)}</td>`)}
        <td class="number"><strong>${row.points}</strong></td></tr>`)}</tbody></table></div>
    <p class="small">${t(`tn.cross.legend.${by}`)}</p></section>`;
}

/** @param {any} props */
function Cell({ cell, by }) {
  const { points, kind, opponent } = cell;
  if (opponent === null) return html`<span class="quiet-text" title=${kind === "open" ? "" : t(`tn.bye.${kind}`)}>${points} –</span>`;
  return html`<span class="cell"><strong>${points ?? "·"}</strong>${by === "rounds" && html` <span class="quiet-text">${opponent}</span>`}</span>`;
}

/** @param {any} props */
export function ScoreCard({ id, view, entrant }) {
  const found = useLoaded(() => get(`/tournaments/${id}/entrants/${entrant}/score-card`), `${id} ${entrant} ${view.version}`);
  if (found.problem) return html`<${ProblemNote} problem=${found.problem} />`;
  if (!found.value || found.value.entrant !== entrant) return null;
  const { rounds, standing, players } = found.value;
  const name = namesIn(found.value);
  const others = (/** @type {string[]} */ ids) => ids.map((each) => name(each)).join(" · ");
  return html`<section><h2>${name(entrant)}</h2>
    ${standing?.name && html`<p class="quiet-text">${standing.players.map((/** @type {string} */ each) => players[each]?.name ?? t("player.unknown")).join(" · ")}</p>`}
    ${standing && html`<p>${t("tn.card.place", { rank: standing.rank, points: standing.points })}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t("tn.card.title", { name: name(entrant) })}><table class="grid-table" data-testid="score-card">
      <thead><tr><th scope="col" class="number">${t("tn.card.round")}</th><th scope="col">${t("tn.card.opponents")}</th><th scope="col" class="number">${t("tn.card.result")}</th><th scope="col" class="number">${t("tn.card.total")}</th><th scope="col">${t("tn.boards.table")}</th></tr></thead>
      <tbody>${rounds.map((/** @type {any} */ each) => html`<tr key=${each.number}><td class="number">${each.number}</td>
        <td>${each.match === null ? t(`tn.bye.${each.kind}`) : others(each.opponents)}${each.partners.length > 0 && html`<span class="names">${t("tn.card.with", { names: others(each.partners) })}</span>`}</td>
        <td class="number">${each.points === null ? "–" : each.against === null ? each.points : `${each.points} : ${each.against}`}</td><td class="number">${each.total ?? "–"}</td>
        <td>${each.tables.map((/** @type {string} */ table) => html`<${Link} key=${table} href=${`/${each.kind === "open" ? "watch" : "replay"}/${table}`}>${t(each.kind === "open" ? "tn.match.watch" : "tn.match.replay")}<//> `)}</td></tr>`)}</tbody></table></div>
    <p><a href=${`/v1/tournaments/${id}/entrants/${entrant}/score-card`} target="_blank" rel="noopener">${t("tn.print")}</a></p></section>`;
}
