// A season of a league: its divisions with their standings, and who moves up or down.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { dateTime, entrantName } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

const ARROWS = { promoted: "↑", fills_place: "↑", relegated: "↓", makes_room: "↓" };

/** @param {any} props */
export function Season({ view, number }) {
  const found = useLoaded(() => get(`/leagues/${view.id}/seasons/${number}`), `${view.id} ${number} ${view.version}`);
  const season = found.value;
  const numbers = Array.from({ length: view.season }, (_, index) => view.season - index);
  return html`<div class="page-parts" data-testid="season">
    ${numbers.length > 1 && html`<nav class="parts second" aria-label=${t("sn.seasons")}>${numbers.map((each) => html`<${Link} key=${each} href=${`/leagues/${view.id}/season-${each}`} aria-current=${each === number ? "page" : undefined}>${t("sn.season", { n: each })}<//>`)}</nav>`}
    <${ProblemNote} problem=${found.problem} />
    ${season && html`<p><strong>${t("sn.season", { n: season.number })}</strong> · ${t(`sn.season.${season.status}`, { at: season.starts_at ? dateTime(season.starts_at) : "–" })}${" "}
      ${season.ended_at && t("sn.season.ended", { at: dateTime(season.ended_at) })}</p>`}
    ${season?.divisions.map((/** @type {any} */ each) => html`<${Division} key=${each.number} division=${each} players=${season.players} mine=${view.you.entrant} />`)}
  </div>`;
}

/** @param {any} props */
function Division({ division, players, mine }) {
  const { number, tournament, status, standings } = division;
  const goes = standings.some((/** @type {any} */ each) => each.goes);
  const isSettled = standings.some((/** @type {any} */ each) => each.goes?.is_settled);
  return html`<section data-testid=${`division-${number}`}><div class="title"><h2>${t("sn.division", { n: number })}</h2><span class=${`status ${status === "playing" ? "running" : ""}`}>${t(`sn.division.${status}`)}</span></div>
    <div class="scroll" tabindex="0" role="region" aria-label=${t("sn.division", { n: number })}><table class="grid-table standings">
      <thead><tr><th scope="col" class="number">${t("tn.standings.rank")}</th><th scope="col">${t("tn.standings.name")}</th><th scope="col" class="number">${t("tn.standings.points")}</th>
        ${goes && html`<th scope="col">${t(isSettled ? "sn.goes" : "sn.goes_now")}</th>`}</tr></thead>
      <tbody>${standings.map((/** @type {any} */ each) => html`<tr key=${each.entrant} class=${each.entrant === mine ? "mine-row" : ""}>
        <td class="number rank">${each.rank ?? "–"}</td>
        <th scope="row"><strong>${entrantName(each, players)}</strong>${each.entrant === mine && html` <span class="mark-you">${t("seat.you")}</span>`}<span class="names">${cameText(each.came)}</span></th>
        <td class="number"><strong>${each.points ?? "–"}</strong></td>
        ${goes && html`<td>${each.goes && html`<span aria-hidden="true">${ARROWS[/** @type {keyof typeof ARROWS} */ (each.goes.reason)] ?? ""}</span> ${t(`sn.goes.${each.goes.reason}`, { division: each.goes.division ?? "" })}`}</td>`}</tr>`)}</tbody></table></div>
    ${tournament && html`<p class="doors-left"><${Link} href=${`/tournaments/${tournament}/rounds`}>${t("sn.rounds")}<//><${Link} href=${`/tournaments/${tournament}/standings`}>${t("sn.standings")}<//></p>`}
  </section>`;
}

/** @param {any} came */
function cameText(came) {
  if (!came) return "";
  if (came.division === null) return t("sn.came.newcomer");
  const way = came.reason in ARROWS ? ARROWS[/** @type {keyof typeof ARROWS} */ (came.reason)] : "";
  return t(way === "↑" ? "sn.came.up" : way === "↓" ? "sn.came.down" : "sn.came.stayed", { division: came.division });
}
