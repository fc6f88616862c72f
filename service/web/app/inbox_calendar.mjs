// What falls due for me, by day.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { hrefOf } from "./inbox_next.mjs";
import { companyOf, playOf } from "./inbox_words.mjs";
import { day, hour } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

const DAYS = 14;
const FILE_DAYS = 60;
/** The kinds of entries whose text is ours: that of the server names ids. */
const OURS = ["deadline", "vacation_starts", "vacation_ends"];

/** @param {any} props */
export function Part({ inbox, now, times }) {
  const { value, problem } = useLoaded(() => get(`/me/calendar?days=${DAYS}`), `${times} ${inbox.now}`);
  if (!value) return html`<${ProblemNote} problem=${problem} />`;
  // What has begun and ended today stands in the calendar of the server too.
  const due = value.days.flatMap((/** @type {any} */ each) => each.entries).filter((/** @type {any} */ each) => Date.parse(each.at) >= now);
  const days = byDay(due);
  return html`<div class="calendar" data-testid="calendar">
    ${!days.length && html`<p>${t("away.nothing_due")}</p>`}
    <ol class="days">${days.map(([date, entries]) => html`<li key=${date}><h4>${date}</h4>
      <ul>${entries.map((entry, at) => html`<li key=${at}><time datetime=${entry.at}>${hour(entry.at)}</time> <span>${textOf(entry, inbox)}</span></li>`)}</ul></li>`)}</ol>
    <p><a class="button" href=${`/v1/me/calendar?format=ics&days=${FILE_DAYS}`} download="shengji.ics">${t("away.calendar_file")}</a></p></div>`;
}

/**
 * Returns the entries by the day in the time zone of the browser. The days of the server are those of the schedule, which
 * not everybody has set.
 *
 * @param {any[]} entries
 * @returns {[string, any[]][]}
 */
function byDay(entries) {
  /** @type {Map<string, any[]>} */
  const days = new Map();
  for (const each of entries) days.set(day(each.at), [...(days.get(day(each.at)) ?? []), each]);
  return [...days];
}

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
