// A table: waiting for players, playing, watching, and over.
import { Actions, Proposal } from "./actions.mjs";
import { post } from "./api.mjs";
import { Chat } from "./chat.mjs";
import { about, nameOf, sentence } from "./events.mjs";
import { short } from "./cards.mjs";
import { Faces } from "./faces.mjs";
import { Bar, Played, Seats, takersOf } from "./felt.mjs";
import { Hand, groupsOf } from "./hand.mjs";
import { ensureAccount, profileTitle } from "./home.mjs";
import { Fragment, html, useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Later, PARTS } from "./later.mjs";
import { Log, LogList } from "./log.mjs";
import { pointsNeeded } from "./needed.mjs";
import { HandResult, MatchResult } from "./result.mjs";
import { LastResult } from "./result_again.mjs";
import { settings } from "./settings.mjs";
import { TableMenu } from "./table_menu.mjs";
import { Announcer, go, Link, ProblemNote, Sheet, useLoaded, useTitle } from "./ui.mjs";
import { useTable } from "./use_table.mjs";
import { useVisits } from "./visits.mjs";

const SAID = 6;

/** @param {any} props */
export function Table({ id, me, refresh }) {
  const [said, setSaid] = useState(/** @type {any[]} */ ([]));
  const { state, dispatch, send } = useTable(id, (event, view) => {
    const text = view && sentence(event, view, true);
    if (text) setSaid((old) => [...old, { key: event.version, text }].slice(-SAID));
  });
  const { view, failure } = state;
  useVisits(view);
  const myTurn = Boolean(view && view.you !== null && view.asked.some((/** @type {any} */ each) => each.seat === view.you));
  useTitle(myTurn ? t("title.your_turn") : view ? t("title.table", { profile: profileTitle(view.rules.profile) }) : t("brand"));
  if (failure) {
    return html`<div class="page narrow"><h1>${t("table.none")}</h1><${ProblemNote} problem=${failure} />
      <p class="buttons">
        ${failure.status === 401 && html`<${Link} class="button" href="/sign-in">${t("nav.sign_in")}<//>`}
        <${Link} class="button" href="/">${t("nav.home")}<//></p></div>`;
  }
  const lost = state.link === "lost" && html`<div class="lost" role="status" data-testid="reconnecting">${t("link.lost")}</div>`;
  if (!view) return html`${lost}<div class="page narrow" aria-busy="true"><p class="quiet-text">${t("table.loading")}</p></div>`;
  const shared = { view, state, dispatch, send, me, refresh };
  return html`<${Fragment}>
    ${lost}
    ${view.status === "open" ? html`<${Waiting} ...${shared} />` : html`<${Playing} ...${shared} />`}
    <${Announcer} sentences=${said} urgent=${myTurn ? t("live.your_turn") : ""} />
  <//>`;
}

/** Before the start: seats to take, bots to seat. @param {any} props */
function Waiting({ view, state, dispatch, send, me, refresh }) {
  const [people, setPeople] = useState(false);
  const isHost = me && view.host === me.player.id;
  const full = view.seats.every((/** @type {any} */ each) => each.player);
  const sit = async (/** @type {number} */ seat) => {
    await ensureAccount(me, refresh);
    await send({ type: "sit", seat });
  };
  return html`<div class="page narrow waiting">
    <h1>${profileTitle(view.rules.profile)}</h1>
    <p>${t(full ? "waiting.full" : "waiting.lead")}</p>
    <${ProblemNote} problem=${state.refusal} onDismiss=${() => dispatch({ type: "dismiss", what: "refusal" })} />
    <ul class="tables">${view.seats.map(
      (/** @type {any} */ each) => html`<li key=${each.seat} class="table-row">
        <span>${t("seat.number", { n: each.seat + 1 })} · <strong>${nameOf(view, each.seat)}</strong></span>
        <span class="buttons">
          ${!each.player && view.you === null && html`<button onClick=${() => sit(each.seat)}>${t("button.sit")}</button>`}
          ${!each.player && isHost && html`<button onClick=${() => send({ type: "seat_bot", seat: each.seat, bot: "steady" })}>${t("button.bot")}</button>`}
          ${each.bot && isHost && html`<button onClick=${() => send({ type: "unseat_bot", seat: each.seat })}>${t("button.unseat")}</button>`}
        </span></li>`,
    )}</ul>
    ${!full && me && (isHost || view.you !== null) && html`<${Later} load=${PARTS.invite} view=${view} me=${me} send=${send} />`}
    <p class="buttons">
      ${full && (isHost || view.you !== null) && html`<button class="primary" onClick=${() => send({ type: "start" })}>${t("button.start")}</button>`}
      ${view.you !== null && html`<button onClick=${() => send({ type: "leave" })}>${t("button.leave")}</button>`}
      ${isHost && html`<button onClick=${() => send({ type: "cancel" })}>${t("button.cancel_table")}</button>`}
      ${me && html`<button onClick=${() => setPeople(true)} data-testid="open-people">${t("tools.people")}</button>`}
    </p>
    ${people && html`<${Later} load=${PARTS.people} texts="people" styles="people.css" view=${view} me=${me} onClose=${() => setPeople(false)} />`}
  </div>`;
}

/** @param {any} props */
function Playing({ view, state, dispatch, send, me, refresh }) {
  const [sheet, setSheet] = useState("");
  const playRef = useRef(() => {});
  const needed = useLoaded(() => pointsNeeded(view), view.id).value;
  const { moves, chosen } = state;
  const hand = view.match?.hand;
  const over = view.status === "finished" || view.status === "cancelled";
  const close = () => setSheet("");
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
      if (target.closest("dialog") || !settings().letters) return;
      const letter = event.key.toLowerCase();
      if (letter === "l") setSheet("last");
      if (letter === "p") setSheet("points");
      if (letter === "h") setSheet("help");
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);
  useEffect(uncoverHand, [moves?.asked ?? "", hand ? groupsOf(view.match, view.game).length : 0]);
  const rematch = async () => {
    try {
      const { id } = await post(`/tables/${view.id}/rematch`, {});
      go(`/tables/${id}`);
    } catch (error) {
      dispatch({ type: "refused", problem: /** @type {any} */ (error).document });
    }
  };
  return html`<div class=${`table ${view.you === null ? "watching" : ""}`} data-phase=${view.match?.phase} data-testid="table">
    ${!over && html`<h1 class="unseen">${profileTitle(view.rules.profile)}</h1>`}
    <${Bar} view=${view} needed=${needed} onPoints=${() => setSheet("points")} />
    ${view.you === null && html`<p class="notice" data-testid="watching">${delayText(view)}</p>`}
    <div class="felt">
      <${Seats} view=${view} received=${state.received} />
      ${over
        ? html`<${MatchResult} view=${view} onRematch=${rematch} me=${me} refresh=${refresh} />`
        : html`<${Played} view=${view} held=${state.held} log=${state.log} onSkip=${() => dispatch({ type: "dismiss", what: "held" })} />`}
      <${ProblemNote} problem=${state.refusal} onDismiss=${() => dispatch({ type: "dismiss", what: "refusal" })} />
    </div>
    <aside class="side" aria-label=${t("tools.log")}><h2>${t("tools.log")}</h2><${LogList} view=${view} log=${state.log} /></aside>
    <div class="mine">
      <${Proposal} view=${view} send=${send} sending=${state.sending} />
      <${Friends} view=${view} />
      ${!over && view.you !== null && hand &&
      html`<${Hand} view=${view} moves=${moves} chosen=${chosen} dispatch=${dispatch} onEnter=${() => playRef.current()}
        fresh=${freshCards(view)} />`}
      <div class="tools" role="group" aria-label=${t("tools.label")}>
        ${view.game === "sheng_ji" && html`<button class="quiet" onClick=${() => setSheet("last")} data-testid="open-last">${t("tools.last")}</button>`}
        <button class="quiet only-narrow" onClick=${() => setSheet("log")}>${t("tools.log")}</button>
        ${me && view.chat !== "off" && html`<button class="quiet" onClick=${() => setSheet("chat")} data-testid="open-chat">${t("tools.chat")}</button>`}
        <button class="quiet" onClick=${() => setSheet("help")} data-testid="open-help">${t("tools.help")}</button>
        ${view.you !== null && !over && html`<button class="quiet" onClick=${() => setSheet("menu")} data-testid="open-menu">${t("tools.menu")}</button>`}
        ${me && (view.you === null || over) && html`<button class="quiet" onClick=${() => setSheet("people")} data-testid="open-people">${t("tools.people")}</button>`}
      </div>
      ${!over && view.you !== null && html`<${Actions} view=${view} moves=${moves} state=${state} send=${send}
        dispatch=${dispatch} playRef=${playRef} />`}
    </div>
    ${sheet === "last" && html`<${LastTrick} view=${view} onClose=${close} />`}
    ${sheet === "points" && html`<${Points} view=${view} needed=${needed} onClose=${close} />`}
    ${sheet === "log" && html`<${Log} view=${view} log=${state.log} onClose=${close} />`}
    ${sheet === "help" && html`<${Later} load=${PARTS.help} texts="help" view=${view} onClose=${close} />`}
    ${sheet === "chat" && html`<${Chat} view=${view} me=${me} onClose=${close} />`}
    ${sheet === "menu" && html`<${TableMenu} view=${view} send=${send} onClose=${close} onOrders=${() => setSheet("orders")} onPeople=${() => setSheet("people")} onResult=${() => setSheet("result")} />`}
    ${sheet === "result" && html`<${LastResult} view=${view} log=${state.log} me=${me} refresh=${refresh} onClose=${close} />`}
    ${sheet === "people" && me && html`<${Later} load=${PARTS.people} texts="people" styles="people.css" view=${view} me=${me} onClose=${close} />`}
    ${sheet === "orders" && view.orders && html`<${Later} load=${PARTS.orders} view=${view} chosen=${chosen} onClose=${close} />`}
    ${state.scored && !over && sheet !== "orders" && html`<${HandResult} view=${view} event=${state.scored} log=${state.log} me=${me} refresh=${refresh}
      onClose=${() => dispatch({ type: "dismiss", what: "scored" })} />`}
  </div>`;
}

/** Scrolls so far that the action bar, which stays at the edge of the window, covers no row of the hand. */
export function uncoverHand() {
  const bar = document.querySelector(".actions")?.getBoundingClientRect();
  const row = document.querySelector(".hand .row:last-child")?.getBoundingClientRect();
  if (bar && row && row.bottom > bar.top) window.scrollBy(0, row.bottom - bar.top + 6);
}

/** Ids of the cards that came with the kitty. @param {any} view */
function freshCards(view) {
  const { phase, kitty } = view.match;
  if (phase !== "burying" || !kitty) return [];
  const left = [...kitty];
  const cards = groupsOf(view.match, view.game).flatMap((group) => group.cards);
  return cards
    .filter((held) => {
      const at = left.indexOf(held.card);
      if (at < 0) return false;
      left.splice(at, 1);
      return true;
    })
    .map((held) => held.id);
}

/** @param {any} view */
function delayText(view) {
  const { delay, minutes } = view.spectators;
  return t(`watch.${delay}`, { n: minutes ?? 0 });
}

/** The friends of the hand: what was called, and who has answered. @param {any} props */
export function Friends({ view }) {
  const friends = view.match?.friends;
  if (!friends) return null;
  if (friends.solo) return html`<p class="friends">${t("friends.solo")}</p>`;
  return html`<ul class="friends" aria-label=${t("friends.label")}>${friends.calls.map(
    (/** @type {any} */ call, /** @type {number} */ at) => html`<li key=${at} data-testid="friend"><strong>${short(call.card)}</strong>
      ${call.answered_by === null ? t(call.word === "ordinal" ? "friends.open" : "friends.open_word", { n: call.ordinal, seen: call.seen }) : nameOf(view, call.answered_by)}</li>`,
  )}</ul>`;
}

/** @param {any} props */
function LastTrick({ view, onClose }) {
  const trick = view.match?.last_trick;
  return html`<${Sheet} title=${t("trick.last")} onClose=${onClose} testid="last-trick">
    ${!trick && html`<p>${t("trick.none")}</p>`}
    ${trick && html`<p>${about("trick.won", view, trick.winner, { n: trick.points })}</p>
      <ol class="plays listed">${trick.plays.map((/** @type {any} */ play) => html`<li key=${play.seat} class=${play.seat === trick.winner ? "best" : ""}>
        <span class="who">${nameOf(view, play.seat)}</span><${Faces} cards=${play.cards} /></li>`)}</ol>`}
  <//>`;
}

/** @param {any} props */
function Points({ view, needed, onClose }) {
  const { match } = view;
  const taken = (match.points_taken ?? []).map((/** @type {any} */ points, /** @type {number} */ seat) => ({ seat, points }))
    .filter((/** @type {any} */ each) => each.points !== null);
  const isSide = ["_ours", "_theirs"].includes(takersOf(view));
  return html`<${Sheet} title=${t("bar.points")} onClose=${onClose} testid="points-sheet">
    <p data-testid="points-of">${t(`points.${takersOf(view).slice(1) || "opponents"}`, { n: match.opponent_points ?? 0 })} ${needed && t(isSide ? "points.needed_side" : "points.needed", { n: needed })}</p>
    <p class="small">${t("points.worth")}</p>
    ${match.opponent_cards?.length > 0 && html`<p><${Faces} cards=${match.opponent_cards} /></p>`}
    ${taken.length > 0 && html`<ul>${taken.map((/** @type {any} */ each) => html`<li key=${each.seat}>${t("points.seat", { name: nameOf(view, each.seat), n: each.points })}</li>`)}</ul>`}
  <//>`;
}
