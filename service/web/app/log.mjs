// The log of a table: one sentence for each event, the oldest first.
import { sentence } from "./events.mjs";
import { html, useEffect, useRef } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Sheet } from "./ui.mjs";

const PLAYS = ["cards_played", "throw_failed", "lead_forced"];
const NEAR_PX = 40;

/**
 * Returns the events that the log may show: no more than the felt shows, and of old tricks only what the rules allow.
 *
 * @param {any} view @param {any[]} log
 */
export function shownOf(view, log) {
  const known = view.is_behind ? log.filter((event) => event.version < view.is_behind) : log;
  if (view.game !== "sheng_ji" || view.rules.options.history_view === "all" || view.match?.phase !== "playing") return known;
  const opened = known.findLastIndex((event) => event.type === "hand_opened");
  const ends = known.flatMap((event, at) => (event.type === "trick_won" && at > opened ? [at] : []));
  // The last trick begins after the end of the trick before it.
  const from = ends.at(-2) ?? -1;
  return known.filter((event, at) => at < opened || at > from || !PLAYS.includes(event.type));
}

/**
 * Returns who gave which card to whom in the newest exchange; null if its events are not in the log.
 *
 * @param {any[]} log @returns {{from: number, to: number, card: string}[] | null}
 */
export function exchangesIn(log) {
  const opened = log.findLastIndex((event) => event.type === "hand_opened");
  const hand = log.slice(Math.max(0, opened));
  const moved = [];
  for (const [given, ...taken] of [["tribute_revealed", "tribute_taken", "tribute_left"], ["discards_revealed", "discard_taken", "discard_left"]]) {
    const gifts = hand.find((event) => event.type === given)?.data;
    const takers = taken.map((type) => hand.find((event) => event.type === type)?.data);
    if (!gifts || !takers.every(Boolean)) return null;
    const first = Math.max(0, gifts.cards.indexOf(takers[0].card));
    takers.forEach((/** @type {any} */ { seat, card }, at) => moved.push({ from: gifts.seats[at ? 1 - first : first], to: seat, card }));
  }
  return moved;
}

/** @param {any} props */
export function Log({ view, log, onClose }) {
  return html`<${Sheet} title=${t("tools.log")} onClose=${onClose} testid="log"><${LogList} view=${view} log=${log} /><//>`;
}

/** Stays at its end, unless the reader has scrolled back. @param {any} props */
export function LogList({ view, log }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const isAtEnd = useRef(true);
  const scrolled = useRef(0);
  const lines = shownOf(view, log).map((/** @type {any} */ event) => [event.version, sentence(event, view)]).filter((/** @type {any} */ each) => each[1]);
  const toEnd = () => isAtEnd.current && box.current?.scrollTo(0, box.current.scrollHeight);
  useEffect(() => void toEnd(), [lines.length, lines.at(-1)?.[0]]);
  useEffect(() => {
    if (!box.current) return undefined;
    // It has no size before its dialog is open, and shrinks when the hand beside it grows.
    const watch = new ResizeObserver(toEnd);
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [lines.length > 0]);
  // New lines can come before the page notes that it was scrolled, so only a way back counts as the reader's.
  const note = (/** @type {any} */ { currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
    if (!clientHeight || scrollTop + clientHeight > scrollHeight - NEAR_PX) isAtEnd.current = true;
    else if (scrollTop < scrolled.current) isAtEnd.current = false;
    scrolled.current = scrollTop;
  };
  if (!lines.length) return html`<p class="quiet-text">${t("log.empty")}</p>`;
  return html`<div class="log-box" ref=${box} onScroll=${note} tabindex="0" role="region" aria-label=${t("tools.log")} data-testid="log-box">
    <ol class="log">${lines.map((/** @type {any} */ [version, text]) => html`<li key=${version}>${text}</li>`)}</ol></div>`;
}
