// The middle of the table: seats around, and the cards in play.
import { isJoker, rankOf, short } from "./cards.mjs";
import { exchangesIn } from "./log.mjs";
import { about, nameOf, trumpName } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { Fragment, html, useEffect, useState } from "./html.mjs";
import { has, list, span, t } from "./i18n.mjs";

/** Above this number of seats, the cards in play stay small. */
const FEW = 5;

/** Returns the place on an oval, own seat below, play running counter-clockwise. A smaller `bend` makes it a rectangle. */
function spot(view, seat, across, down, bend = 1) {
  const turn = ((seat - (view.you ?? 0) + view.seats.length) % view.seats.length) / view.seats.length;
  const angle = 2 * Math.PI * turn;
  const up = Math.cos(angle);
  return {
    "--x": `${(50 + across * Math.sin(angle)).toFixed(1)}%`,
    "--y": `${(50 + down * Math.sign(up) * Math.abs(up) ** bend).toFixed(1)}%`,
  };
}

/** The place of a seat. With more than four, those between the sides go up and down, so that plays have room. */
const seatSpot = (/** @type {any} */ view, /** @type {number} */ seat) =>
  view.seats.length > 4 ? spot(view, seat, 41, 44, 0.4) : spot(view, seat, 41, 43);

/** How far plays are from the middle, and the bend of their oval, by the number of seats. Found by trying sizes of felts. */
const PLAYS = { 4: [22, 18, 1], 5: [28, 22, 1], 6: [26, 20, 0.8], 7: [28, 20, 1], 8: [22, 22, 0.6], 9: [22, 24, 0.8] };

/** The place of the play of a seat. */
function playSpot(/** @type {any} */ view, /** @type {number} */ seat) {
  const [across, down, bend] = PLAYS[/** @type {keyof typeof PLAYS} */ (view.seats.length)] ?? PLAYS[9];
  return spot(view, seat, across, down, bend);
}

/** Classes of a list of plays. @param {any} view @param {any[]} plays */
const playsClass = (view, plays) => `plays ${isShort(plays) ? "short" : ""} ${view.seats.length > FEW ? "many" : ""}`;

/** The seats in order of play, beginning after the own one. @param {any} view */
function order(view) {
  const count = view.seats.length;
  return Array.from({ length: count }, (_, step) => ((view.you ?? 0) + step) % count);
}

/** @param {any} props */
export function Seats({ view, received }) {
  const { match } = view;
  const asked = new Set(view.asked.map((/** @type {any} */ each) => each.seat));
  return html`<ol class="seats" aria-label=${t("seats.label")} data-count=${view.seats.length}>
    ${order(view).map((seat) => {
      const size = match?.hand_sizes?.[seat];
      const role = roleOf(view, seat);
      return html`<li key=${seat} class=${`seat ${asked.has(seat) ? "asked" : ""} ${seat === view.you ? "own" : ""}
          ${role.kind}`} style=${seatSpot(view, seat)} data-seat=${seat} data-testid=${`seat-${seat}`}>
        <span class="who">${nameOf(view, seat)}</span>
        <span class="facts">
          ${role.text && html`<span class="role">${role.text}</span>`}
          ${size !== undefined && html`<span class="size"><span aria-hidden="true">${size}▮</span>
            <span class="unseen">${t("seat.cards", { n: size })}</span></span>`}
          ${view.seats[seat].stand_in && html`<span class="role">${t("seat.stand_in")}</span>`}
          ${asked.has(seat) && html`<span class="turn">${t("seat.turn")}</span>`}
          <${Clock} clock=${view.clocks[seat]} received=${received} />
        </span>
      </li>`;
    })}
  </ol>`;
}

/** @param {any} view @param {number} seat */
function turnKey(view, seat) {
  const what = view.asked.find((/** @type {any} */ each) => each.seat === seat)?.what;
  return has(`doing.${what}`) ? `doing.${what}` : "doing.play";
}

/** @param {any} view @param {number} seat */
function roleOf(view, seat) {
  const { match } = view;
  if (!match) return { kind: "", text: "" };
  if (view.game === "zheng_shangyou") {
    const place = match.places?.indexOf(seat) ?? -1;
    if (place >= 0) return { kind: "out", text: t("seat.place", { n: place + 1 }) };
    const sides = match.totals.length;
    const isPartner = sides < view.seats.length && view.you !== null && seat !== view.you && seat % sides === view.you % sides;
    return { kind: "", text: isPartner ? t("role.your_partner") : "" };
  }
  if (match.dealer === seat) return { kind: "declarer", text: t(isOnOurSide(view, seat) ? "role.dealer_partner" : "role.dealer") };
  const side = match.declarers?.includes(seat);
  const kind = side ? "declarer" : match.declarers ? "opponent" : "";
  if (!match.friends && isOnOurSide(view, seat)) return { kind, text: t("role.your_partner") };
  return { kind, text: side ? t(match.friends ? "role.friend" : "role.partner") : "" };
}

/** Returns whether another seat of Sheng Ji is in the team of the viewer. @param {any} view @param {number} seat */
function isOnOurSide({ match, you }, seat) {
  if (you === null || seat === you) return false;
  // Two teams that stay have two levels, and every other seat. Where friends are called, sides are known only in part.
  if (match.levels.length === 2) return seat % 2 === you % 2;
  return Boolean(match.friends && match.declarers?.includes(you) && match.declarers.includes(seat));
}

/** Returns minutes and seconds, and longer times in words. @param {number} seconds */
function clockText(seconds) {
  if (seconds >= 3600) return span(seconds);
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** The time a seat has left; it runs by the browser's clock since the view came. @param {any} props */
function Clock({ clock, received }) {
  const [, tick] = useState(0);
  const running = clock?.running;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [Boolean(running)]);
  if (!clock) return null;
  const stopped = clock.paused_remaining_s ?? clock.reserve_s;
  const left = running ? running.remaining_s - (performance.now() - received) / 1000 : stopped;
  return html`<span class=${`clock ${running && left < 30 ? "hurry" : ""}`}>${clockText(Math.max(0, left))}</span>`;
}

/** Returns whether two plays fit side by side on a phone. @param {any[]} plays */
const isShort = (plays) => plays.every((play) => play.cards.length <= 2);

/** The trick or round in play. @param {any} props */
export function Played({ view, held, onSkip, log = [] }) {
  return view.game === "sheng_ji"
    ? html`<${Trick} view=${view} held=${held} onSkip=${onSkip} />`
    : html`<${Round} view=${view} log=${log} />`;
}

/** @param {any} props */
function Trick({ view, held, onSkip }) {
  const { match } = view;
  const finished = held ?? (match.trick ? null : match.last_trick);
  const trick = finished ?? match.trick;
  if (!trick) return html`<div class="trick empty">${waiting(view)}</div>`;
  const best = finished ? trick.winner : trick.winning;
  const plays = trick.plays;
  const summary = finished
    ? about("trick.won", view, best, { n: trick.points })
    : about("trick.leads", view, best);
  return html`<div class=${`trick ${finished ? "finished" : ""}`} onClick=${onSkip} data-testid="trick">
    <p class="summary">${summary}</p>
    <${FailedThrow} view=${view} thrown=${finished ? trick.failed_throw : match.failed_throw} />
    <ol class=${playsClass(view, plays)} aria-label=${t(finished ? "trick.last" : "trick.current")}>
      ${plays.map(
        (/** @type {any} */ play) => html`<li key=${play.seat} class=${play.seat === best ? "best" : ""}
            style=${playSpot(view, play.seat)}>
          <span class="who">${nameOf(view, play.seat)}</span>
          <${Faces} cards=${play.cards} />
          ${play.seat === best && html`<span class="mark">${t(finished ? "trick.winner" : "trick.best")}</span>`}
        </li>`,
      )}
    </ol>
  </div>`;
}

/** @param {any} props */
function FailedThrow({ view, thrown }) {
  if (!thrown) return null;
  return html`<p class="failed">${about("trick.failed", view, thrown.seat, { cards: thrown.cards.map(short).join(" ") })}</p>`;
}

/** What happens before the first trick. @param {any} view */
function waiting(view) {
  const { match } = view;
  const asked = view.asked[0];
  const waits = asked
    ? about("table.waits", view, asked.seat, { what: t(turnKey(view, asked.seat)) })
    : t("table.waiting");
  const { standing } = match;
  return html`<${Fragment}>
    ${standing && html`<p>${about("declare.standing", view, standing.seat)} <${Faces} cards=${standing.cards} /></p>`}
    ${!standing && match.phase === "declaring" && html`<p>${t("declare.nobody")}</p>`}
    <p>${waits}</p>
  <//>`;
}

/** A round of Zheng Shangyou: the newest play large, those before it as a list. @param {any} props */
function Round({ view, log }) {
  const { match } = view;
  const round = match.round ?? [];
  const { offers, chosen } = match;
  if (offers) {
    return html`<div class="trick exchange"><p class="summary">${t(`exchange.${match.phase}`)}</p>
      <ol class="plays listed">${offers.map((/** @type {any} */ offer) => html`<li key=${offer.seat}>
        <span class="who">${nameOf(view, offer.seat)}</span> <${Faces} cards=${[offer.card]} /></li>`)}</ol></div>`;
  }
  if (chosen) {
    return html`<div class="trick exchange"><p class="summary">${t(`exchange.${match.phase}`)}</p>
      ${chosen.length > 0 && html`<p>${t("exchange.done", { names: chosen.map((/** @type {any} */ each) => nameOf(view, each.seat)).join(", ") })}</p>`}
    </div>`;
  }
  const summary = roundText(view);
  const isUntouched = match.phase === "climbing" && !round.length && !match.last_round?.length;
  if (isUntouched && match.exchanged?.length) return html`<${Exchanged} view=${view} log=${log} summary=${summary} />`;
  // The newest play of each seat stands before it.
  const newest = new Map();
  for (const each of round) newest.set(each.seat, each);
  const { standing } = match;
  return html`<div class="trick" data-testid="trick"><p class="summary">${summary}</p>
    <ol class=${playsClass(view, [...newest.values()])} aria-label=${t("round.label")}>
      ${[...newest.values()].map((play) => {
        const best = standing && play.seat === standing.seat;
        return html`<li key=${play.seat} class=${best ? "best" : ""} style=${playSpot(view, play.seat)}>
          <span class="who">${nameOf(view, play.seat)}</span>
          ${play.cards.length ? html`<${Faces} cards=${play.cards} />` : html`<span>${t("round.passed")}</span>`}
          ${best && html`<span class="mark">${t("trick.best")}</span>`}
        </li>`;
      })}
    </ol></div>`;
}

/** Who has played what in a round, or may lead. @param {any} view */
function roundText(view) {
  const { standing, phase, turn } = view.match;
  if (standing) return about("round.standing", view, standing.seat, { pattern: patternText(standing.reading, standing.cards) });
  return phase === "climbing" ? about("round.free", view, turn) : t("table.waiting");
}

/** The cards that changed hands, until the first play. Without the events only the receivers are known. @param {any} props */
function Exchanged({ view, log, summary }) {
  const moved = exchangesIn(log) ?? view.match.exchanged.map((/** @type {any} */ each) => ({ to: each.seat, card: each.card }));
  return html`<div class="trick exchange" data-testid="exchanged"><p class="summary">${summary}</p>
    <ol class="plays listed many">${moved.map((/** @type {any} */ each, /** @type {number} */ at) => html`<li key=${at}>
      <span class="who both">${each.from === undefined
        ? about("exchange.got", view, each.to)
        : t("exchange.gave", { name: nameOf(view, each.from), to: nameOf(view, each.to) })}</span>
      <${Faces} cards=${[each.card]} /></li>`)}</ol></div>`;
}

/** Ranks in the order of runs. A two belongs to runs only by an option, and then it is the highest. */
const LADDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];

/** The ranks of a reading, from low to high. @param {any} reading */
function ranksOf({ ranks, top }) {
  const end = LADDER.indexOf(top) + 1;
  return LADDER.slice(Math.max(0, end - ranks), end);
}

/**
 * Returns a reading in words, such as "run from 5 to K".
 *
 * @param {any} reading @param {string[]} [cards] so that it says what jokers stand for
 */
export function patternText(reading, cards = []) {
  if (!reading) return "";
  const { pattern, width, ranks: n, top } = reading;
  const gaps = { n, width, top: short2(top), low: ranksOf(reading)[0] ?? "" };
  if (pattern === "sequence") return runText(reading, cards, gaps);
  const key = [`pattern.${pattern}.w${width}`, `pattern.${pattern}`].find((each) => has(each));
  return key ? t(key, gaps) : t("pattern.other", { pattern, top: short2(top) });
}

/** Returns a run in words: its suit, its ranks, and what jokers stand for. @param {any} reading @param {string[]} cards @param {any} gaps */
function runText(reading, cards, gaps) {
  const run = t(reading.suited ? "pattern.run_suited" : "pattern.sequence", gaps);
  const wild = ranksOf(reading).filter((rank) => !cards.some((card) => !isJoker(card) && rankOf(card) === rank));
  return wild.length && cards.length ? t("pattern.with_joker", { run, n: wild.length, ranks: list(wild) }) : run;
}

const short2 = (/** @type {string} */ top) => (top === "BJ" || top === "SJ" ? t(`card.short.${top}`) : top);

/** Level, trump, points and hand. @param {any} props */
export function Bar({ view, needed, onPoints }) {
  const { match } = view;
  if (!match) return null;
  if (view.game === "zheng_shangyou") {
    const teams = match.totals.length !== view.seats.length;
    return html`<dl class="bar">
      <div><dt>${t("bar.hand")}</dt><dd>${match.hands_played + (match.phase === "scored" ? 0 : 1)}</dd></div>
      <div><dt>${t(teams ? teamsKey(view) : "bar.totals")}</dt><dd class="totals" data-testid="totals">${teams ? ourFirst(view, match.totals) : match.totals.join(" : ")}</dd></div>
      <div><dt>${t("bar.target")}</dt><dd>${match.target}</dd></div>
    </dl>`;
  }
  return html`<dl class="bar">
    <div><dt>${t("bar.trump")}</dt><dd class=${`trump suit-${match.trump_suit ?? "J"}`} data-testid="trump">
      ${match.trump_suit ? (match.trump_suit === "NT" ? t("bar.no_trump", { rank: match.trump_rank }) : html`<span aria-hidden="true">${short(`${match.trump_rank}${match.trump_suit}`)}</span>
      <span class="unseen">${trumpName(match.trump_suit)} ${match.trump_rank}</span>`) : (match.trump_rank ?? "–")}</dd></div>
    <${Levels} view=${view} />
    <div><dt>${t(`bar.points${takersOf(view)}`)}</dt><dd><button class="link" onClick=${onPoints} data-testid="points"
      aria-label=${t("bar.points_label", { n: match.opponent_points ?? 0 })}>${match.opponent_points ?? 0}${needed ? `/${needed}` : ""}</button></dd></div>
    <div><dt>${t("bar.hand")}</dt><dd>${match.hands_played + (match.phase === "scored" ? 0 : 1)}</dd></div>
  </dl>`;
}

/** Whose points count, as a part of the key of a text; empty before that is known. @param {any} view */
export function takersOf({ match, you }) {
  if (!match.declarers) return "";
  if (you !== null && match.declarers.includes(you)) return "_theirs";
  // Where friends are called, another seat may still be a friend of the dealer.
  return you === null || match.friends ? "_opponents" : "_ours";
}

/** Whose figures they are, as the key of a text. @param {any} view */
const teamsKey = (view) => (view.you === null ? "bar.teams" : "bar.us_them");

/** Figures of both teams, the own one first. @param {any} view @param {any[]} figures */
const ourFirst = (view, figures) => ((view.you ?? 0) % 2 ? [...figures].reverse() : figures).join(" : ");

/** The levels of both teams, or the level of the viewer where each player has one. @param {any} props */
function Levels({ view }) {
  const { levels } = view.match;
  const [key, text] =
    levels.length === 2
      ? [teamsKey(view), ourFirst(view, levels)]
      : view.you === null
        ? ["bar.levels", levels.join(" : ")]
        : ["bar.your_level", levels[view.you]];
  return html`<div title=${t("bar.levels")}><dt>${t(key)}</dt><dd class="totals" data-testid="levels">${text}</dd></div>`;
}
