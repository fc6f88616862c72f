// Who takes part: places, the waiting list, and who has withdrawn.
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { allEntrants } from "./tournament_state.mjs";
import { entrantName, playerName } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

const GROUPS = ["entered", "spared", "waiting", "incomplete", "out"];

/** @param {any} props */
export function Entrants({ id, view }) {
  const found = useLoaded(() => allEntrants(id), `${id} ${view.version}`);
  if (found.problem) return html`<${ProblemNote} problem=${found.problem} />`;
  if (!found.value) return null;
  const { entrants, players } = found.value;
  if (!entrants.length) return html`<p class="quiet-text">${t("tn.entrants.none")}</p>`;
  return html`<div class="page-parts" data-testid="entrants">${GROUPS.map((group) => {
    const members = entrants.filter((/** @type {any} */ each) => each.status === group);
    if (!members.length) return null;
    return html`<section key=${group}><h2>${t(`tn.group.${group}`, { n: members.length })}</h2>
      <ol class="plain-rows">${members.map((/** @type {any} */ each) => html`<${Entrant} key=${each.id} entrant=${each} players=${players} view=${view} />`)}</ol></section>`;
  })}</div>`;
}

/** @param {any} props */
function Entrant({ entrant, players, view }) {
  const name = entrantName(entrant, players);
  const members = entrant.members.map((/** @type {any} */ each) => playerName(each.player, players)).join(" · ");
  const isHere = entrant.members.length > 0 && entrant.members.every((/** @type {any} */ each) => each.is_here);
  const isMine = entrant.id === view.you.entrant;
  const facts = [
    entrant.name && members,
    entrant.club,
    entrant.seed && t("tn.entrants.seed", { seed: entrant.seed }),
    view.check_in_open && isHere && t("tn.entrants.here"),
    entrant.invited.length > 0 && t("tn.entrants.invited", { names: entrant.invited.map((/** @type {string} */ each) => playerName(each, players)).join(" · ") }),
  ].filter(Boolean);
  return html`<li class=${isMine ? "mine-row" : ""}><span><strong>${view.started_at ? html`<${Link} href=${`/tournaments/${view.id}/${entrant.id}`}>${name}<//>` : name}</strong>
      ${isMine && html` <span class="mark-you">${t("seat.you")}</span>`}
      ${facts.length > 0 && html`<span class="names">${facts.join(" · ")}</span>`}</span>
    ${view.settings.is_rated && html`<span class="number" title=${t("tn.entrants.rating")}>${entrant.rating}</span>`}</li>`;
}
