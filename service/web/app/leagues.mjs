// The list of leagues, and the page of one: my part in it, its seasons, its members, and its plan.
import { get } from "./api.mjs";
import { Doors } from "./doors.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { MyLeague } from "./league_mine.mjs";
import { Season } from "./league_season.mjs";
import { entrantName, dateTime, kindLine, playerName } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const AGAIN_MS = 60_000;

/** @param {any} props */
export function Part({ id, part, ...account }) {
  return id ? html`<${League} key=${id} id=${id} part=${part} ...${account} />` : html`<${List} ...${account} />`;
}

/** @param {any} props */
function List({ me }) {
  useTitle(t("sn.leagues"));
  const [isMine, setMine] = useState(false);
  const found = useLoaded(() => get(`/leagues?limit=100${isMine ? "&mine=true" : ""}`), `${isMine} ${me?.player.id}`);
  const leagues = found.value?.leagues ?? [];
  return html`<div class="page"><h1>${t("sn.leagues")}</h1>
    <${Doors} at="leagues" />
    <p>${t("sn.leagues.about")}</p>
    ${me && html`<div class="chips" role="group" aria-label=${t("tn.filter")}>${[false, true].map((each) => html`<button key=${each} aria-pressed=${each === isMine} onClick=${() => setMine(each)}>${t(each ? "tn.filter.mine" : "tn.filter.all")}</button>`)}</div>`}
    <${ProblemNote} problem=${found.problem} />
    ${found.value && !leagues.length && html`<p class="quiet-text">${t("sn.leagues.none")}</p>`}
    <ul class="tables" data-testid="leagues">${leagues.map((/** @type {any} */ each) => html`<li key=${each.id}><${Link} class="table-row" href=${`/leagues/${each.id}`}>
      <span class="grow"><strong>${each.name}</strong>
        <span class="names">${[t(`tn.game.${each.game}`), t("sn.members", { n: each.members }), each.season > 0 && t("sn.season", { n: each.season })].filter(Boolean).join(" · ")}</span>
        ${each.due_at && html`<span class="names">${t("tn.next_step", { at: dateTime(each.due_at) })}</span>`}</span>
      <span class=${`status ${each.status}`}>${t(`sn.status.${each.status}`)}</span><//></li>`)}</ul>
  </div>`;
}

/** Reads a league, and again each minute while the page is seen. @param {string} id @param {string} who */
function useLeague(id, who) {
  const [count, setCount] = useState(0);
  const found = useLoaded(() => get(`/leagues/${id}`), `${id} ${who} ${count}`);
  const [view, setView] = useState(/** @type {any} */ (null));
  const again = () => setCount((before) => before + 1);
  useEffect(() => {
    if (found.value) setView(found.value);
  }, [found.value]);
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && again();
    const timer = window.setInterval(look, AGAIN_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id]);
  return { view, problem: found.problem, again };
}

/** @param {any} props */
function League({ id, part, me, refresh }) {
  const { view, problem, again } = useLeague(id, me?.player.id ?? "");
  useTitle(view?.plan.name ?? t("sn.leagues"));
  if (!view) return html`<div class="page"><h1 class=${problem ? "" : "quiet-text"}>${t(problem ? "sn.leagues" : "tn.loading")}</h1><${ProblemNote} problem=${problem} /></div>`;
  const shown = part || (view.season ? `season-${view.season}` : "members");
  const parts = [...(view.season ? [`season-${view.season}`] : []), "members", "about"];
  const kind = (/** @type {string} */ each) => each.replace(/-.*/, "");
  return html`<div class="page tournament">
    <${ProblemNote} problem=${problem} />
    <header><p class="small"><${Link} href="/leagues">‹ ${t("sn.leagues")}<//></p>
      <div class="title"><h1>${view.plan.name}</h1><span class=${`status ${view.status}`} data-testid="status">${t(`sn.status.${view.status}`)}</span></div>
      <p class="quiet-text">${kindLine(view.plan.template)}</p>
      ${view.due_at && html`<p>${t(`sn.due.${view.status}`, { at: dateTime(view.due_at) })}</p>`}</header>
    <${MyLeague} view=${view} me=${me} refresh=${refresh} onDone=${again} />
    <nav class="parts" aria-label=${t("sn.parts")}>${parts.map((each) => html`<${Link} key=${each} href=${`/leagues/${id}/${each}`} aria-current=${kind(shown) === kind(each) ? "page" : undefined} data-testid=${`part-${kind(each)}`}>${t(`sn.part.${kind(each)}`)}<//>`)}</nav>
    ${kind(shown) === "season" && view.season && html`<${Season} view=${view} number=${Number(shown.slice(7)) || view.season} />`}
    ${shown === "members" && html`<${Members} view=${view} />`}
    ${shown === "about" && html`<${About} view=${view} />`}
  </div>`;
}

/** @param {any} props */
function Members({ view }) {
  if (!view.members.length) return html`<p class="quiet-text">${t("sn.members.none")}</p>`;
  const { players } = view;
  return html`<section><h2>${t("sn.members", { n: view.members.length })}</h2>
    <ol class="plain-rows" data-testid="members">${view.members.map((/** @type {any} */ each) => {
      const facts = [
        each.name && each.players.map((/** @type {any} */ one) => playerName(one.player, players)).join(" · "),
        each.club,
        each.division && t("sn.division", { n: each.division }),
        each.status !== "member" && t(`sn.member.${each.status}`),
        each.invited.length > 0 && t("sn.member.asked", { names: each.invited.map((/** @type {string} */ one) => playerName(one, players)).join(" · ") }),
      ].filter(Boolean);
      const isMine = each.id === view.you.entrant;
      return html`<li key=${each.id} class=${isMine ? "mine-row" : ""}><span><strong>${entrantName({ ...each, members: each.players }, players)}</strong>
        ${isMine && html` <span class="mark-you">${t("seat.you")}</span>`}
        ${facts.length > 0 && html`<span class="names">${facts.join(" · ")}</span>`}</span>
        <span class="number" title=${t("sn.rating")}><span class="unseen">${t("sn.rating")}</span> ${each.rating}</span></li>`;
    })}</ol></section>`;
}

/** A number of entrants, or a share of the division. @param {any} figure */
const figureText = (figure) => ("count" in figure ? String(figure.count) : `${figure.numerator}/${figure.denominator}`);

/** @param {any} props */
function About({ view }) {
  const { plan, staff, players } = view;
  const { rules, calendar } = plan;
  const days = (/** @type {number} */ seconds) => (seconds >= 86400 ? t("sn.days", { n: Math.round(seconds / 86400) }) : t("tn.about.hours", { n: Math.round(seconds / 3600) }));
  const rows = [
    ["first", dateTime(calendar.starts_at)],
    ["length", days(calendar.length_s)],
    ["break", days(calendar.break_s)],
    ["settles", days(calendar.closes_before_s)],
    ["seasons", calendar.seasons ?? t("sn.about.until_ended")],
    ["size", t("sn.about.from_to", { least: rules.least, most: rules.most })],
    ["promoted", figureText(rules.promoted)],
    ["relegated", figureText(rules.relegated)],
    ["continues", t(plan.continues ? "sn.about.continue_unasked" : "sn.about.continue_asked")],
    ["staff", staff.map((/** @type {any} */ each) => `${playerName(each.player, players)} (${t(`tn.role.${each.role}`)})`).join(" · ")],
  ];
  return html`<section><h2 class="unseen">${t("sn.part.about")}</h2>
    <dl class="facts-list" data-testid="about">${rows.map(([name, value]) => html`<div key=${name}><dt>${t(`sn.about.${name}`)}</dt><dd>${value}</dd></div>`)}</dl>
    <p class="doors-left"><${Link} href=${`/rules/${plan.template.play.profile}`}>${t("home.rules")}<//></p></section>`;
}
