// When a snooze may end, and the choices of it.
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";

const HOUR_MS = 3600000;
const EVENING = 19;
const MORNING = 8;

/**
 * Returns the choices as pairs of a name and the end of the snooze. Every snooze ends an hour before the deadline, so
 * that is a choice of its own where a longer one is cut.
 *
 * @param {number} now in milliseconds
 * @param {string | null} deadline
 * @returns {[string, string | null][]} `null` is an hour before the deadline.
 */
export function snoozeChoices(now, deadline) {
  const at = (/** @type {number} */ days, /** @type {number} */ hours) => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    return day.setHours(hours, 0, 0, 0);
  };
  const last = deadline ? Date.parse(deadline) - HOUR_MS : Infinity;
  /** @type {[string, number][]} */
  const wishes = [["hour", now + HOUR_MS], ["evening", at(0, EVENING)], ["tomorrow", at(1, MORNING)]];
  const open = wishes.filter(([name, end]) => name === "hour" || end > now + HOUR_MS);
  const fits = open.filter(([, end]) => end <= last);
  /** @type {[string, string | null][]} */
  const found = fits.map(([name, end]) => [name, new Date(end).toISOString()]);
  const isCut = fits.length < open.length && last > now + HOUR_MS / 4;
  return isCut ? [...found, ["before", null]] : found;
}

/**
 * The choices, folded. Nothing is shown if the deadline is too near.
 *
 * @param {{entry: any, now: number, title: string, onSnooze: (until: string | null) => Promise<any>}} props
 */
export function Snooze({ entry, now, title, onSnooze }) {
  const choices = snoozeChoices(now, entry.deadline_at);
  if (!choices.length) return null;
  return html`<details class="snooze"><summary aria-label=${t("inbox.snooze_label", { title })}>${t("inbox.snooze")}</summary>
    <p class="small">${t("inbox.snooze_about")}</p>
    <p class="buttons">${choices.map(([name, until]) => html`<button key=${name} data-testid=${`snooze-${name}`}
      onClick=${() => onSnooze(until)}>${t(`inbox.snooze.${name}`)}</button>`)}</p></details>`;
}
