// The bracket of a knock-out: all rounds side by side, and on a phone one round as a list.
import { get } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { namesIn } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

/** @param {string} name such as `round_of_16` */
const roundName = (name) =>
  name.startsWith("round_of_") ? t("tn.bracket.round_of", { count: Number(name.slice(9)) }) : t(`tn.bracket.${name}`);

/** @param {any} props */
export function Bracket({ id, view }) {
  const found = useLoaded(() => get(`/tournaments/${id}/bracket`), `${id} ${view.version}`);
  const [chosen, setChosen] = useState(/** @type {number | null} */ (null));
  if (found.problem) return html`<${ProblemNote} problem=${found.problem} />`;
  if (!found.value) return null;
  const { rounds } = found.value;
  if (!rounds.length) return html`<p class="quiet-text">${t("tn.bracket.none")}</p>`;
  const open = rounds.findIndex((/** @type {any} */ round) => round.matches.some((/** @type {any} */ match) => match.status !== "decided"));
  const final = rounds.findIndex((/** @type {any} */ round) => round.name === "final");
  const shown = chosen ?? (open < 0 ? final : open);
  return html`<section><h2 class="unseen">${t("tn.part.bracket")}</h2>
    <div class="chips only-phone" role="group" aria-label=${t("tn.bracket.choose")}>${rounds.map((/** @type {any} */ round, /** @type {number} */ index) => html`<button
      key=${round.name} aria-pressed=${index === shown} onClick=${() => setChosen(index)}>${roundName(round.name)}</button>`)}</div>
    <div class="bracket" data-testid="bracket" tabindex="0" role="region" aria-label=${t("tn.part.bracket")}>${rounds.map((/** @type {any} */ round, /** @type {number} */ index) => html`<section key=${round.name}
        class=${index === shown ? "shown" : ""}><h3>${roundName(round.name)}</h3>
      <ol>${round.matches.map((/** @type {any} */ match) => html`<${BracketMatch} key=${match.number} match=${match} document=${found.value} view=${view} />`)}</ol></section>`)}</div>
  </section>`;
}

/** @param {any} props */
function BracketMatch({ match, document, view }) {
  const name = namesIn(document);
  const side = (/** @type {any} */ each, /** @type {number} */ index) => html`<li key=${index} class=${match.winner && match.winner === each.entrant ? "won" : ""}>
    <span>${each.entrant ? html`<${Link} href=${`/tournaments/${view.id}/${each.entrant}`}>${name(each.entrant)}<//>` : html`<span class="quiet-text">${t(`tn.bracket.from.${each.source}`, { of: each.of ?? "" })}</span>`}
      ${match.winner && match.winner === each.entrant && html` <span class="mark-you">✓<span class="unseen"> ${t("tn.bracket.winner")}</span></span>`}</span>
    <span class="points">${each.points ?? ""}</span></li>`;
  return html`<li class="bracket-match"><span class="small">${t("tn.match.number", { number: match.number })}${match.kind && match.kind !== "played" ? ` · ${t(`tn.result.${match.kind}`)}` : ""}</span>
    <ol>${match.sides.map(side)}</ol>
    ${match.status === "playing" && match.tables.map((/** @type {string} */ table) => html`<${Link} key=${table} class="small" href=${`/watch/${table}`}>${t("tn.match.watch")}<//>`)}</li>`;
}
