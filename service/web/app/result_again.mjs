// The result of the last hand again, after its dialog was closed.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { HandResult } from "./result.mjs";
import { ProblemNote, Sheet, useLoaded } from "./ui.mjs";

const SCORES = ["hand_scored", "places_scored"];
const READ = 400;

/** Returns the events of the last hand that was scored, up to its score. @param {any} view @param {any[]} log */
async function lastHand(view, log) {
  let events = log;
  let from = log[0]?.version ?? view.version + 1;
  while (from > 1 && !isWhole(events)) {
    const after = Math.max(0, from - 1 - READ);
    const page = await get(`/tables/${view.id}/events?after=${after}&limit=${READ}`);
    events = [...page.events.filter((/** @type {any} */ event) => event.version < from), ...events];
    from = after + 1;
  }
  return events;
}

/** Returns whether events have the last score, and its hand from the beginning. @param {any[]} events */
function isWhole(events) {
  const at = events.findLastIndex((event) => SCORES.includes(event.type));
  return events.slice(0, Math.max(0, at)).some((event) => event.type === "hand_opened");
}

/** @param {any} props */
export function LastResult({ view, log, me, refresh, onClose }) {
  const { value, problem } = useLoaded(() => lastHand(view, log), view.id);
  const event = value?.findLast((/** @type {any} */ each) => SCORES.includes(each.type));
  if (event) return html`<${HandResult} view=${view} event=${event} log=${value} me=${me} refresh=${refresh} onClose=${onClose} again=${true} />`;
  return html`<${Sheet} title=${t("result.again")} onClose=${onClose} testid="hand-result">
    <${ProblemNote} problem=${problem} />
    ${!problem && html`<p class="quiet-text" aria-busy="true">${t("part.loading")}</p>`}<//>`;
}
