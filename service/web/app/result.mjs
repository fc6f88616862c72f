// The end of a hand, and the end of a match.
import { about, nameOf, namesOf } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { html } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { Link, Sheet } from "./ui.mjs";

/** @param {any} props */
export function HandResult({ view, event, onClose }) {
  return html`<${Sheet} title=${t("result.hand")} onClose=${onClose} testid="hand-result">
    ${event.type === "hand_scored" ? html`<${Score} view=${view} score=${event.data} />` : html`<${Places} view=${view} score=${event.data} />`}
    <p class="buttons"><button class="primary" autofocus onClick=${onClose} data-testid="next-hand">${t("result.next")}</button></p>
  <//>`;
}

/** The score of a hand of Sheng Ji as a sum. @param {any} props */
function Score({ view, score }) {
  const names = namesOf(view, score.declarers);
  const kitty = score.kitty_points * score.kitty_factor;
  const changes = score.levels_before
    .map((/** @type {string} */ before, /** @type {number} */ at) => ({ before, after: score.levels_after[at], at }))
    .filter((/** @type {any} */ each) => each.before !== each.after);
  const perSeat = score.levels_before.length === view.seats.length;
  return html`<p class="headline">${t(score.winners === "opponents" ? "result.opponents" : "result.declarers", { names })}</p>
    <table class="sum"><tbody>
      <tr><th scope="row">${t("result.tricks")}</th><td>${score.trick_points}</td></tr>
      ${score.kitty_factor > 0 && html`<tr><th scope="row">${t("result.kitty", { points: score.kitty_points, factor: score.kitty_factor })}</th><td>${kitty}</td></tr>`}
      ${score.penalties !== 0 && html`<tr><th scope="row">${t("result.penalties")}</th><td>${score.penalties}</td></tr>`}
      <tr class="total"><th scope="row">${t("result.total")}</th><td>${score.opponent_points}</td></tr>
    </tbody></table>
    <p>${score.levels_won ? t("result.levels", { n: score.levels_won }) : t("result.no_levels")}</p>
    ${changes.length > 0 && html`<ul>${changes.map((/** @type {any} */ each) => html`<li key=${each.at}>${t("result.level", {
      name: perSeat ? nameOf(view, each.at) : namesOf(view, view.seats.filter((/** @type {any} */ seat) => seat.seat % 2 === each.at).map((/** @type {any} */ seat) => seat.seat)),
      before: each.before, after: each.after })}</li>`)}</ul>`}
    ${score.next_dealer !== null && html`<p>${about("result.next_dealer", view, score.next_dealer)}</p>`}`;
}

/** The places of a hand of Zheng Shangyou. @param {any} props */
function Places({ view, score }) {
  const perSeat = score.points.length === view.seats.length;
  return html`<ol class="places">${score.order.map((/** @type {number} */ seat) => html`<li key=${seat}>${nameOf(view, seat)}
      ${perSeat && html` <span class="gain">+${score.points[seat]}</span>`}</li>`)}</ol>
    <p>${t("result.totals", { totals: score.totals_after.join(" : ") })}</p>`;
}

/** @param {any} props */
export function MatchResult({ view, onRematch, me }) {
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
    ${result?.winners.length > 0 && view.you !== null && html`<p>${t("match.winners", { names: namesOf(view, result.winners) })}</p>`}
    ${score && (score.trick_points !== undefined
      ? html`<${Score} view=${view} score=${score} />
        ${match.kitty && html`<p>${t("result.kitty_cards")} <${Faces} cards=${match.kitty} /></p>`}`
      : score.places && html`<${Places} view=${view} score=${{ ...score, order: score.places }} />`)}
    <p class="buttons">
      ${view.you !== null && me && html`<button class="primary" onClick=${onRematch} data-testid="rematch">${t("match.rematch")}</button>`}
      <${Link} class="button" href=${`/replay/${view.id}`}>${t("match.replay")}<//>
      <${Link} class="button" href="/">${t("nav.home")}<//>
    </p>
    ${view.you !== null && me && !me.login && html`<p class="small">${t("match.keep")} <${Link} href="/account">${t("account.keep")}<//></p>`}
  </div>`;
}
