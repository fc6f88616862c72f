// The list of series of tournaments, and the page of one: when its tournaments begin, and those that were played.
import { get } from "./api.mjs";
import { Doors } from "./doors.mjs";
import { html, useState } from "./html.mjs";
import { current, list, t } from "./i18n.mjs";
import { dateTime, formatName, kindLine, playerName } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const UNITS = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const IN_WORDS = ["FREQ", "INTERVAL", "BYDAY", "COUNT", "UNTIL", "WKST"];
const MONDAY = 1;

/** Returns a recurrence as a sentence. Rules that it cannot say are shown as they are. @param {string} rule */
export function ruleText(rule) {
  const parts = Object.fromEntries(rule.split(";").map((each) => each.split("=")));
  const unit = UNITS[/** @type {keyof typeof UNITS} */ (parts.FREQ)];
  const days = (parts.BYDAY ?? "").split(",").filter(Boolean);
  if (!unit || Object.keys(parts).some((each) => !IN_WORDS.includes(each)) || !days.every((/** @type {string} */ each) => WEEKDAYS.includes(each))) return rule;
  const names = days.map((/** @type {string} */ each) => new Intl.DateTimeFormat(current(), { weekday: "long" }).format(new Date(2024, 0, MONDAY + WEEKDAYS.indexOf(each))));
  const every = t(`sn.every.${unit}`, { n: Number(parts.INTERVAL ?? 1) });
  const count = parts.COUNT ? [t("sn.times", { n: Number(parts.COUNT) })] : [];
  return [names.length ? t("sn.on_days", { every, days: list(names) }) : every, ...count].join(t("sn.comma"));
}

/** @param {any} props */
export function Part({ id }) {
  return id ? html`<${Series} key=${id} id=${id} />` : html`<${List} />`;
}

function List() {
  useTitle(t("sn.series"));
  const [status, setStatus] = useState("running");
  const found = useLoaded(() => get(`/series?limit=100&status=${status}`), status);
  const series = found.value?.series ?? [];
  return html`<div class="page"><h1>${t("sn.series")}</h1>
    <${Doors} at="series" />
    <p>${t("sn.series.about")}</p>
    <div class="chips" role="group" aria-label=${t("tn.filter")}>${["running", "ended"].map((each) => html`<button key=${each} aria-pressed=${each === status} onClick=${() => setStatus(each)}>${t(`sn.series.${each}`)}</button>`)}</div>
    <${ProblemNote} problem=${found.problem} />
    ${found.value && !series.length && html`<p class="quiet-text">${t("sn.series.none")}</p>`}
    <ul class="tables" data-testid="series">${series.map((/** @type {any} */ each) => html`<li key=${each.id}><${Link} class="table-row" href=${`/series/${each.id}`}>
      <span class="grow"><strong>${each.name}</strong>
        <span class="names">${[formatName(each.format), ruleText(each.rule), each.rated && t("tn.rated")].filter(Boolean).join(" · ")}</span>
        ${each.opens_next_at && html`<span class="names">${t("sn.opens_next", { at: dateTime(each.opens_next_at) })}</span>`}</span>
      <span class=${`status ${each.status}`}>${t(`sn.series.${each.status}`)}</span><//></li>`)}</ul>
  </div>`;
}

/** @param {{id: string}} props */
function Series({ id }) {
  const { value: view, problem } = useLoaded(() => get(`/series/${id}`), id);
  useTitle(view?.plan.template.name ?? t("sn.series"));
  if (!view) return html`<div class="page"><h1 class=${problem ? "" : "quiet-text"}>${t(problem ? "sn.series" : "tn.loading")}</h1><${ProblemNote} problem=${problem} /></div>`;
  const { recurrence, template } = view.plan;
  return html`<div class="page tournament">
    <header><p class="small"><${Link} href="/series">‹ ${t("sn.series")}<//></p>
      <div class="title"><h1>${template.name}</h1><span class=${`status ${view.status}`} data-testid="status">${t(`sn.series.${view.status}`)}</span></div>
      <p class="quiet-text">${kindLine(template)}</p>
      <p class="sentence">${t("sn.recurs", { rule: ruleText(recurrence.rule), hour: recurrence.first.slice(11), zone: recurrence.zone })}</p>
      <p class="small">${t("sn.by", { name: playerName(view.owner, view.players) })}</p></header>
    ${view.to_come.length > 0 && html`<section><h2>${t("sn.to_come")}</h2>
      <ol class="plain-rows" data-testid="to-come">${view.to_come.map((/** @type {any} */ each) => html`<li key=${each.key}>
        <span><strong>${dateTime(each.starts_at)}</strong><span class="names">${t(`sn.occurrence.${each.status}`, { at: dateTime(each.opens_at) })}</span></span>
        ${each.tournament && html`<${Link} class="button" href=${`/tournaments/${each.tournament}`}>${t("sn.to_tournament")}<//>`}</li>`)}</ol></section>`}
    ${view.so_far.length > 0 && html`<section><h2>${t("sn.so_far")}</h2>
      <ol class="plain-rows" data-testid="so-far">${view.so_far.map((/** @type {any} */ each) => html`<li key=${each.key}>
        <span><strong>${dateTime(each.key)}</strong>${each.status !== "opened" && html`<span class="names">${t(`sn.occurrence.${each.status}`)}</span>`}</span>
        ${each.tournament && html`<${Link} class="button" href=${`/tournaments/${each.tournament}`}>${t("sn.to_tournament")}<//>`}</li>`)}</ol></section>`}
    <p class="doors-left"><a href=${`/v1/series/${id}/calendar`} download>${t("tn.about.ics")}</a><${Link} href=${`/rules/${template.play.profile}`}>${t("home.rules")}<//></p>
  </div>`;
}
