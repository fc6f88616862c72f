// The end of a hand, and the end of a match.
import { about, nameOf, namesOf, sentence } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { GuestNote } from "./guest.mjs";
import { html } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { Link, RuleLink, Sheet } from "./ui.mjs";

const OPPONENTS = "opponents";

/** The address of a rule at a table. @param {any} view @param {string} rule */
function addressOf(view, rule) {
  const options = new URLSearchParams(Object.entries(view.rules.options).map(([name, value]) => [name, optionText(value)]));
  return `/docs/rules/${view.rules.profile}?${options}#${rule}`;
}

/** The value of an option as addresses of rules have it. @param {any} value */
const optionText = (value) => (Array.isArray(value) ? value.join(",") : String(value));

/** Returns whether a seat has won the hand. @param {any} score @param {number} seat */
const wins = (score, seat) => score.declarers.includes(seat) === (score.winners !== OPPONENTS);

/** Who won the hand, from the seat of the viewer. @param {any} view @param {any} event */
function headlineOf(view, { type, data }) {
  if (type === "hand_scored") {
    if (view.you !== null) return t(wins(data, view.you) ? "result.won" : "result.lost");
    return t("result.won_by", { names: winnersOf(view, data) });
  }
  const place = data.order.indexOf(view.you);
  return view.you === null ? t("result.first", { names: nameOf(view, data.order[0]) }) : t("result.place", { place: place + 1, count: data.order.length });
}

/** The names of the side that won a hand. @param {any} view @param {any} score */
const winnersOf = (view, score) =>
  namesOf(view, view.seats.map((/** @type {any} */ each) => each.seat).filter((/** @type {number} */ seat) => wins(score, seat)));

/** @param {any} props */
export function HandResult({ view, event, log, onClose, me, refresh, again = false }) {
  return html`<${Sheet} title=${headlineOf(view, event)} onClose=${onClose} testid="hand-result">
    ${event.type === "hand_scored"
      ? html`<${Score} view=${view} score=${event.data} kitty=${kittyBefore(log, event)} conceded=${concessionBefore(log, event)} />`
      : html`<${Places} view=${view} score=${event.data} />`}
    <p class="buttons"><button class="primary" autofocus onClick=${onClose} data-testid="next-hand">${t(again ? "button.close" : "result.next")}</button>
      <${Link} class="button" href=${`/tables/${view.id}/analysis#${view.match.hands_played}`} data-testid="analyse">${t("result.analyse")}<//>
      <${Link} class="button" href=${`/replay/${view.id}#${openedBefore(log, event)}`} data-testid="replay-hand">${t("match.replay")}<//></p>
    ${view.you !== null && html`<${GuestNote} me=${me} refresh=${refresh} />`}
  <//>`;
}

/** The version at which the hand was opened. Without it in the log, that of its score. @param {any[]} log @param {any} scored */
const openedBefore = (log, scored) => (log.findLast((each) => each.version < scored.version && each.type === "hand_opened") ?? scored).version;

/** The cards of the kitty as they were turned up at the end of the hand; null if they were not. @param {any[]} log @param {any} scored */
export function kittyBefore(log, scored) {
  const hand = log.filter((each) => each.version < scored.version && ["hand_opened", "kitty_buried", "kitty_revealed"].includes(each.type));
  return hand.at(-1)?.type === "kitty_revealed" ? hand.at(-1).data.cards : null;
}

/** The event by which a side gave up the hand; null if the hand was played out. @param {any[]} log @param {any} scored */
function concessionBefore(log, scored) {
  const last = log.filter((each) => each.version < scored.version && ["hand_opened", "hand_conceded"].includes(each.type)).at(-1);
  return last?.type === "hand_conceded" ? last : null;
}

/** The score of a hand of Sheng Ji: who won, the sum, what it is worth, and the rules that say so. @param {any} props */
function Score({ view, score, kitty, conceded }) {
  const kittyWorth = score.kitty_points * score.kitty_factor;
  // After a revoke the total is adjusted, so the winner of the last trick says who has the kitty.
  const rest = score.revoked_by === null ? score.opponent_points - score.trick_points - score.penalties : kittyWorth;
  const isTaken = score.kitty_factor > 0 && rest === kittyWorth && (score.revoked_by === null || !score.declarers.includes(score.last_trick));
  const changes = score.levels_before
    .map((/** @type {string} */ before, /** @type {number} */ at) => ({ before, after: score.levels_after[at], at }))
    .filter((/** @type {any} */ each) => each.before !== each.after);
  const perSeat = score.levels_before.length === view.seats.length;
  const names = winnersOf(view, score);
  const rule = (/** @type {string} */ name, /** @type {string} */ text) => html`<${RuleLink} rule=${name} address=${addressOf(view, name)}>${text}<//>`;
  return html`<p class="headline" data-testid="winners">${t(score.winners === OPPONENTS ? "result.winners_opponents" : "result.winners_declarers", { names })}</p>
    ${conceded && html`<p data-testid="conceded">${sentence(conceded, view)} ${rule("EX-CONCEDE-01", t("result.about_conceding"))}</p>`}
    <table class="sum"><tbody>
      <tr><th scope="row">${t("result.tricks")}</th><td>${score.trick_points}</td></tr>
      <tr data-testid="kitty-points"><th scope="row">${isTaken ? t("result.kitty", { points: score.kitty_points, factor: score.kitty_factor }) : t("result.kitty_kept")}</th><td>${isTaken ? kittyWorth : 0}</td></tr>
      ${score.penalties !== 0 && html`<tr><th scope="row">${t("result.penalties")}</th><td>${score.penalties}</td></tr>`}
      <tr class="total"><th scope="row">${t("result.total")}</th><td>${score.opponent_points}</td></tr>
    </tbody></table>
    ${kitty && html`<p class="kitty" data-testid="kitty">${t("result.kitty_cards")} <${Faces} cards=${kitty} /></p>`}
    <p data-testid="levels-won">${score.levels_won ? t("result.levels", { names, n: score.levels_won }) : t("result.no_levels")}</p>
    ${changes.length > 0 && html`<ul>${changes.map((/** @type {any} */ each) => html`<li key=${each.at}>${t("result.level", {
      name: perSeat ? nameOf(view, each.at) : namesOf(view, view.seats.filter((/** @type {any} */ seat) => seat.seat % 2 === each.at).map((/** @type {any} */ seat) => seat.seat)),
      before: each.before, after: each.after })}</li>`)}</ul>`}
    ${score.next_dealer !== null && html`<p>${about("result.next_dealer", view, score.next_dealer)}</p>`}
    <p class="why-rules" data-testid="why">${rule("SJ-SCORE-01", t("result.why_levels"))} ${rule("SJ-BONUS-01", t("result.why_kitty"))}</p>`;
}

/** The places of a hand of Zheng Shangyou, and the rule of their points. @param {any} props */
function Places({ view, score }) {
  const perSeat = score.points.length === view.seats.length;
  const rule = view.rules.options.zs_scoring === "team_table_3_2_2_10_5" ? "ZS-TEAM-03" : "ZS-SCORE-01";
  return html`<ol class="places">${score.order.map((/** @type {number} */ seat) => html`<li key=${seat}>${nameOf(view, seat)}
      ${perSeat && html` <span class="gain">+${score.points[seat]}</span>`}</li>`)}</ol>
    ${!perSeat && html`<ul data-testid="gains">${score.points.map((/** @type {number} */ points, /** @type {number} */ side) => html`<li key=${side}>${t("result.side_gains", {
      names: namesOf(view, view.seats.map((/** @type {any} */ each) => each.seat).filter((/** @type {number} */ seat) => seat % score.points.length === side)), n: points })}</li>`)}</ul>`}
    <p>${t("result.totals", { totals: score.totals_after.join(" : ") })}</p>
    <p class="why-rules" data-testid="why"><${RuleLink} rule=${rule} address=${addressOf(view, rule)}>${t("result.why_points")}<//></p>`;
}

/** @param {any} props */
export function MatchResult({ view, onRematch, me, refresh }) {
  const { result, match } = view;
  const score = match?.score;
  const won = view.you !== null && result?.winners.includes(view.you);
  const headline = !result || !result.winners.length
    ? t("match.nobody")
    : view.you === null
      ? t("match.winners", { names: namesOf(view, result.winners) })
      : t(won ? "match.won" : "match.lost");
  return html`<div class="match-result" data-testid="match-result">
    <h1>${headline}</h1>
    ${result && has(`reason.${result.reason}`) && html`<p>${t(`reason.${result.reason}`)}</p>`}
    ${result?.winners.length > 0 && view.you !== null && html`<p data-testid="match-winners">${t("match.winners", { names: namesOf(view, result.winners) })}</p>`}
    ${score && (score.trick_points !== undefined
      ? html`<${Score} view=${view} score=${score} kitty=${match.kitty} />`
      : score.places && html`<${Places} view=${view} score=${{ ...score, order: score.places }} />`)}
    <p class="buttons">
      ${view.you !== null && me && html`<button class="primary" onClick=${onRematch} data-testid="rematch">${t("match.rematch")}</button>`}
      <${Link} class="button" href=${`/replay/${view.id}`}>${t("match.replay")}<//>
      <${Link} class="button" href=${`/tables/${view.id}/analysis`} data-testid="analyse">${t("result.analyse")}<//>
      <${Link} class="button" href="/">${t("nav.home")}<//>
    </p>
    ${view.you !== null && html`<${GuestNote} me=${me} refresh=${refresh} />`}
  </div>`;
}
