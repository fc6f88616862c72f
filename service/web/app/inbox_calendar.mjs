// What falls due for me, by day.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { current, t } from "./i18n.mjs";
import { hrefOf } from "./inbox_next.mjs";
import { companyOf, playOf } from "./inbox_words.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

const DAYS = 14;
const FILE_DAYS = 60;
/** The kinds of entries whose text is ours: that of the server names ids. */
const OURS = ["deadline", "vacation_starts", "vacation_ends"];

/** @param {any} props */
export function Part({ inbox, times }) {
  const { value, problem } = useLoaded(() => get(`/me/calendar?days=${DAYS}`), `${times} ${inbox.now}`);
  if (!value) return html`<${ProblemNote} problem=${problem} />`;
  const days = value.days.filter((/** @type {any} */ each) => each.entries.length);
  return html`<div data-testid="calendar">
    ${!days.length && html`<p>${t("away.nothing_due")}</p>`}
    <ol class="days">${days.map((/** @type {any} */ each) => html`<li key=${each.date}><h4>${dateText(each.date)}</h4>
      <ul>${each.entries.map((/** @type {any} */ entry, /** @type {number} */ at) => html`<li key=${at}><time datetime=${entry.at}>${hourIn(entry.at, value.time_zone)}</time> <span>${textOf(entry, inbox)}</span></li>`)}</ul></li>`)}</ol>
    <p class="small">${t("away.zone_of_dates", { zone: value.time_zone.replaceAll("_", " ") })}</p>
    <p><a class="button" href=${`/v1/me/calendar?format=ics&days=${FILE_DAYS}`} download="shengji.ics">${t("away.calendar_file")}</a></p></div>`;
}

/** @param {string} date such as 2026-11-30 */
const dateText = (date) =>
  new Intl.DateTimeFormat(current(), { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`));

/** @param {string} at @param {string} timeZone */
const hourIn = (at, timeZone) =>
  new Intl.DateTimeFormat(current(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(new Date(at));

/** @param {any} due @param {any} inbox */
function textOf(due, inbox) {
  const text = OURS.includes(due.kind) ? t(`away.due.${due.kind}`) : due.title;
  if (!due.table && !due.tournament) return text;
  const entries = inbox.groups.flatMap((/** @type {any} */ group) => group.entries);
  const entry = due.table && entries.find((/** @type {any} */ each) => each.table === due.table);
  const about = entry ? [...playOf(entry), companyOf(entry, inbox.players)].filter(Boolean).join(" · ") : "";
  const href = hrefOf({ table: due.table, tournament: { id: due.tournament } });
  return html`<${Link} href=${href}>${text}<//>${about && html`<span class="names">${about}</span>`}`;
}
