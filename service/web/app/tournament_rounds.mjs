// The rounds: pairings, results, tables, byes.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { dateTime, membersOf, namesIn, pointsText } from "./tournament_words.mjs";
import { go, Link, ProblemNote, useLoaded } from "./ui.mjs";

/** @param {any} props */
export function RoundPart({ id, view, number }) {
  const found = useLoaded(() => get(`/tournaments/${id}/rounds/${number}`), `${id} ${number} ${view.version}`);
  const round = found.value?.number === number ? found.value : null;
  const rounds = view.rounds.map((/** @type {any} */ each) => each.number);
  const open = (/** @type {number} */ wanted) => go(`/tournaments/${id}/round-${wanted}`);
  return html`<section aria-labelledby="round-title">
    <div class="month"><button disabled=${number <= 1} onClick=${() => open(number - 1)} aria-label=${t("tn.round.before")}>‹</button>
      <h2 id="round-title">${t("tn.round.title", { round: number, count: Math.max(rounds.length, view.settings.figures.rounds ?? 0) })}</h2>
      <button disabled=${number >= rounds.length} onClick=${() => open(number + 1)} aria-label=${t("tn.round.after")}>›</button></div>
    <${ProblemNote} problem=${found.problem} />
    ${round && html`<${RoundState} round=${round} view=${view} /><${Matches} round=${round} view=${view} />`}
  </section>`;
}

/** @param {any} props */
function RoundState({ round, view }) {
  const open = round.matches.filter((/** @type {any} */ each) => !each.is_over).length;
  const text = round.closed_at
    ? t("tn.round.closed")
    : round.is_sealed
      ? t("tn.round.sealed")
      : open
        ? t("tn.round.open", { n: open })
        : t("tn.round.all_in");
  const deadline = !round.closed_at && round.deadline && view.status === "running" && t("tn.round.deadline", { at: dateTime(round.deadline) });
  return html`<p class="quiet-text">${[text, deadline].filter(Boolean).join(" ")}</p>`;
}

/** @param {any} props */
export function Matches({ round, view, act }) {
  const name = namesIn(round);
  return html`<ol class="matches" data-testid="matches">${round.matches.map((/** @type {any} */ match) => html`<${Match} key=${match.number}
      match=${match} name=${name} mine=${view.you.entrant} base=${`/tournaments/${view.id}`} act=${act} />`)}
    ${round.byes.map((/** @type {any} */ bye) => html`<li key=${bye.entrant} class="match bye"><span class="table-number" aria-hidden="true">–</span>
      <span class="sides"><span class="side-name">${name(bye.entrant)}</span></span>
      <span class="quiet-text">${t(`tn.bye.${bye.kind}`)}</span></li>`)}</ol>`;
}

/** @param {any} props */
function Match({ match, name, mine, base, act }) {
  const { result, levels } = match;
  const isMine = mine && [...membersOf(match.first), ...membersOf(match.second)].includes(mine);
  const won = result && result.first !== result.second ? (result.first > result.second ? "first" : "second") : null;
  const side = (/** @type {"first" | "second"} */ which) => html`<span class=${`side-name ${won === which ? "won" : ""}`}>
    <span>${membersOf(match[which]).map((entrant, place) => html`${place ? " + " : ""}<${Link} key=${entrant} href=${`${base}/${entrant}`}>${name(entrant)}<//>`)}</span>
    <span class="points">${result ? pointsText(result[which]) : ""}${levels ? html`<span class="quiet-text"> +${levels[which]}</span>` : ""}</span></span>`;
  return html`<li class=${`match ${isMine ? "mine-row" : ""}`} data-testid=${`match-${match.number}`}>
    <span class="table-number" title=${t("tn.match.number", { number: match.number })}><span class="unseen">${t("tn.match.number", { number: match.number })}</span><span aria-hidden="true">${match.number}</span></span>
    <span class="sides">${side("first")}${side("second")}</span>
    <span class="facts-of-match"><${MatchFacts} match=${match} isMine=${isMine} />${act && act(match)}</span></li>`;
}

/** @param {any} props */
function MatchFacts({ match, isMine }) {
  const { result, tables, is_over: isOver, plays_at: playsAt } = match;
  const how = result && result.kind !== "played" ? t(`tn.result.${result.kind}`) : null;
  const verb = isOver ? "tn.match.replay" : isMine ? "tn.match.play" : "tn.match.watch";
  const door = isOver ? "replay" : isMine ? "tables" : "watch";
  return [
    how && html`<span class="quiet-text">${how}</span>`,
    !isOver && playsAt && html`<span class="quiet-text">${dateTime(playsAt)}</span>`,
    !isOver && !tables.length && !playsAt && html`<span class="quiet-text">${t("tn.match.open")}</span>`,
    match.report && !isOver && html`<span class="quiet-text">${t(match.report.is_disputed ? "tn.match.disputed" : "tn.match.reported")}</span>`,
    ...tables.map((/** @type {string} */ table, /** @type {number} */ index) => html`<${Link} key=${table} href=${`/${door}/${table}`}>${t(verb)}${tables.length > 1 ? ` ${index + 1}` : ""}<//>`),
  ];
}
