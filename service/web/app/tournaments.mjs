// The list of tournaments with filters, their calendar, and the door to one tournament and to the desk.
import { get } from "./api.mjs";
import { Doors } from "./doors.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Later } from "./later.mjs";
import { Tournament } from "./tournament.mjs";
import { dateTime, day, formatName, hour, month, statusName, weekday } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const FILTERS = ["open", "running", "over", "mine", "all"];
const QUERIES = {
  open: ["status=registration", "status=announced", "status=closed"],
  running: ["status=running", "status=finishing"],
  over: ["status=finished", "status=cancelled"],
  mine: ["mine=true"],
  all: [""],
};
const GAMES = ["sheng_ji", "zheng_shangyou"];
const making = () => import("./tournament_new.mjs");

/** @param {any} props */
export function Part({ id, part, ...account }) {
  if (id === "new") return html`<${Later} load=${making} texts="desk" ...${account} />`;
  if (id === "calendar") return html`<${Calendar} ...${account} />`;
  return id ? html`<${Tournament} key=${id} id=${id} part=${part} ...${account} />` : html`<${List} ...${account} />`;
}

/** Fetches the tournaments of several queries as one list. @param {string[]} queries */
async function tournaments(queries) {
  const pages = await Promise.all(queries.map((query) => get(`/tournaments?limit=100&${query}`)));
  const players = Object.assign({}, ...pages.map((page) => page.players));
  return { tournaments: pages.flatMap((page) => page.tournaments), players };
}

/** The heading of a list, with the way to a new tournament. @param {{text: string}} props */
function Heading({ text }) {
  return html`<div class="title"><h1>${text}</h1><${Link} class="button" href="/tournaments/new" aria-label=${t("tn.new")} data-testid="new-tournament"><span aria-hidden="true">＋</span> ${t("tn.new_short")}<//></div>`;
}

/** @param {any} props */
function List({ me }) {
  useTitle(t("nav.tournaments"));
  const [filter, setFilter] = useState("open");
  const [game, setGame] = useState("");
  const found = useLoaded(() => tournaments(QUERIES[/** @type {keyof typeof QUERIES} */ (filter)]), `${filter} ${me?.player.id}`);
  const shown = (found.value?.tournaments ?? []).filter((/** @type {any} */ each) => !game || each.game === game);
  const filters = FILTERS.filter((each) => me || each !== "mine");
  return html`<div class="page"><${Heading} text=${t("tn.title")} />
    <${Doors} at="list" />
    <div class="filters">
      <div class="chips" role="group" aria-label=${t("tn.filter")}>${filters.map((each) => html`<button key=${each}
        aria-pressed=${each === filter} onClick=${() => setFilter(each)} data-testid=${`filter-${each}`}>${t(`tn.filter.${each}`)}</button>`)}</div>
      <label class="inline">${t("tn.game")} <select value=${game} onChange=${(/** @type {any} */ event) => setGame(event.target.value)}>
        <option value="">${t("tn.game.all")}</option>
        ${GAMES.map((each) => html`<option key=${each} value=${each}>${t(`tn.game.${each}`)}</option>`)}</select></label>
    </div>
    <${ProblemNote} problem=${found.problem} />
    ${found.value && !shown.length && html`<p class="quiet-text">${t(`tn.none.${filter}`)}</p>`}
    <ul class="tables" data-testid="tournaments">${shown.map((/** @type {any} */ each) => html`<${Row} key=${each.id} tournament=${each} players=${found.value.players} />`)}</ul>
  </div>`;
}

/** @param {any} props */
function Row({ tournament, players }) {
  const { name, format, status, starts_at: startsAt, entrants, rated, owner } = tournament;
  const facts = [formatName(format), t("tn.entrants", { n: entrants }), rated && t("tn.rated"), players[owner]?.name];
  return html`<li><${Link} class="table-row" href=${`/tournaments/${tournament.id}`}>
    <span class="grow"><strong>${name}</strong><span class="names">${facts.filter(Boolean).join(" · ")}</span>
      ${startsAt && ["announced", "registration", "closed"].includes(status) && html`<span class="names">${t("tn.starts", { at: dateTime(startsAt) })}</span>`}</span>
    <span class=${`status ${status}`}>${statusName(status)}</span><//></li>`;
}

/** @param {any} props */
function Calendar({ me }) {
  useTitle(t("tn.calendar"));
  const [shift, setShift] = useState(0);
  const found = useLoaded(() => tournaments([...QUERIES.open, ...QUERIES.running]), `calendar ${me?.player.id}`);
  const today = new Date();
  const first = new Date(today.getFullYear(), today.getMonth() + shift, 1);
  const planned = (found.value?.tournaments ?? []).filter((/** @type {any} */ each) => each.starts_at && sameMonth(new Date(each.starts_at), first));
  planned.sort((/** @type {any} */ one, /** @type {any} */ other) => one.starts_at.localeCompare(other.starts_at));
  const days = [...new Set(planned.map((/** @type {any} */ each) => new Date(each.starts_at).toDateString()))];
  return html`<div class="page"><${Heading} text=${t("tn.calendar")} />
    <${Doors} at="calendar" />
    <div class="month"><button onClick=${() => setShift(shift - 1)} aria-label=${t("tn.month.before")}>‹</button>
      <h2 aria-live="polite">${month(first)}</h2>
      <button onClick=${() => setShift(shift + 1)} aria-label=${t("tn.month.after")}>›</button></div>
    <${ProblemNote} problem=${found.problem} />
    <${Grid} first=${first} days=${days} />
    ${found.value && !days.length && html`<p class="quiet-text">${t("tn.month.empty")}</p>`}
    ${days.map((each) => html`<section key=${each} id=${`day-${new Date(each).getDate()}`}><h3>${day(each)}</h3>
      <ul class="tables">${planned
        .filter((/** @type {any} */ tournament) => new Date(tournament.starts_at).toDateString() === each)
        .map((/** @type {any} */ tournament) => html`<li key=${tournament.id}><${Link} class="table-row" href=${`/tournaments/${tournament.id}`}>
          <span class="grow"><strong>${hour(tournament.starts_at)} ${tournament.name}</strong>
            <span class="names">${formatName(tournament.format)} · ${t("tn.entrants", { n: tournament.entrants })}</span></span>
          <span class=${`status ${tournament.status}`}>${statusName(tournament.status)}</span><//></li>`)}</ul></section>`)}
  </div>`;
}

/** The month as a grid, for orientation. The list below it has the same days as text. @param {any} props */
function Grid({ first, days }) {
  const blanks = (first.getDay() + 6) % 7;
  const count = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const today = new Date().toDateString();
  const busy = new Set(days);
  const names = Array.from({ length: 7 }, (_, index) => weekday(new Date(2024, 0, index + 1)));
  return html`<ol class="month-grid" aria-hidden="true">
    ${names.map((name) => html`<li key=${name} class="blank small">${name}</li>`)}
    ${Array.from({ length: blanks }, (_, index) => html`<li key=${`blank-${index}`} class="blank"></li>`)}
    ${Array.from({ length: count }, (_, index) => {
      const text = new Date(first.getFullYear(), first.getMonth(), index + 1).toDateString();
      return html`<li key=${index} class=${`${text === today ? "today" : ""} ${busy.has(text) ? "busy" : ""}`}>${index + 1}</li>`;
    })}</ol>`;
}

/** @param {Date} one @param {Date} other */
const sameMonth = (one, other) => one.getFullYear() === other.getFullYear() && one.getMonth() === other.getMonth();
