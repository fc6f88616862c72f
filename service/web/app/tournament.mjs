// The page of one tournament: its heading, my part in it, and its parts as links.
import { GuestNote } from "./guest.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Later } from "./later.mjs";
import { Bracket } from "./tournament_bracket.mjs";
import { Boards } from "./tournament_boards.mjs";
import { Entrants } from "./tournament_entrants.mjs";
import { MyPart } from "./tournament_mine.mjs";
import { RoundPart } from "./tournament_rounds.mjs";
import { CrossTable, ScoreCard, Standings } from "./tournament_standings.mjs";
import { useTournament } from "./tournament_state.mjs";
import { dateTime, kindLine, playerName, statusName } from "./tournament_words.mjs";
import { Link, ProblemNote, useTitle } from "./ui.mjs";

const BRACKETS = ["knock_out", "groups_knock_out"];
const CROSSES = ["swiss", "round_robin", ...BRACKETS];
const openDesk = () => import("./desk.mjs");

/** @param {any} props */
export function Tournament({ id, part, ...account }) {
  const { me } = account;
  const { view, problem, link, refresh } = useTournament(id, me?.player.id ?? "");
  useTitle(view?.settings.name ?? t("tn.title"));
  if (!view) {
    if (problem) return html`<div class="page"><h1>${t("tn.title")}</h1><${ProblemNote} problem=${problem} /></div>`;
    return html`<div class="page"><h1 class="quiet-text">${t("tn.loading")}</h1></div>`;
  }
  const shared = { id, view, me, refresh };
  const shown = part || (view.rounds.length ? "rounds" : "entrants");
  const isDesk = shown.startsWith("desk");
  return html`<div class="page tournament">
    ${link === "lost" && html`<p class="lost" role="status">${t("tn.lost")}</p>`}
    <header><div class="title"><h1>${view.settings.name}</h1><span class=${`status ${view.status}`} data-testid="status">${statusName(view.status)}</span></div>
      ${!isDesk && html`<p class="quiet-text">${kindLine(view.settings)}</p><${Parent} series=${view.settings.series} /><${Times} view=${view} />`}</header>
    ${view.you.entrant && html`<${GuestNote} me=${me} refresh=${account.refresh} />`}
    ${!isDesk && html`<${MyPart} ...${shared} account=${account} />`}
    ${!isDesk && html`<${Parts} view=${view} shown=${shown} />`}
    ${isDesk
      ? html`<${Later} load=${openDesk} texts="desk" ...${shared} part=${shown} />`
      : html`<div data-testid="part">${content(shown, shared)}</div>`}
  </div>`;
}

/** @param {string} shown @param {any} shared */
function content(shown, shared) {
  if (shown === "entrants") return html`<${Entrants} ...${shared} />`;
  if (shown === "standings") return html`<${Standings} ...${shared} />`;
  if (shown === "cross-table") return html`<${CrossTable} ...${shared} />`;
  if (shown === "bracket") return html`<${Bracket} ...${shared} />`;
  if (shown === "boards") return html`<${Boards} ...${shared} />`;
  if (shown === "about") return html`<${About} ...${shared} />`;
  if (shown.startsWith("ent_")) return html`<${ScoreCard} ...${shared} entrant=${shown} />`;
  const number = Number(shown.replace("round-", "")) || shared.view.rounds.length;
  return html`<${RoundPart} ...${shared} number=${number} />`;
}

/** The league or series to which the tournament belongs. @param {any} props */
function Parent({ series }) {
  if (!/^(lge|ser)_\w+$/.test(series ?? "")) return null;
  const isLeague = series.startsWith("lge_");
  return html`<p class="small"><${Link} href=${`/${isLeague ? "leagues" : "series"}/${series}`} data-testid="parent">${t(isLeague ? "tn.of_league" : "tn.of_series")} ›<//></p>`;
}

/** What time means for this tournament now, in one line. @param {any} props */
function Times({ view }) {
  const { status, settings, due_at: due, corrections_until: corrections, paused_at: paused } = view;
  const starts = settings.schedule.starts_at;
  if (paused) return html`<p class="notice" role="status">${t("tn.paused")}</p>`;
  if (status === "finishing" && corrections) return html`<p>${t("tn.corrections", { at: dateTime(corrections) })}</p>`;
  if (["announced", "registration", "closed"].includes(status)) {
    return html`<p>${starts ? t("tn.starts", { at: dateTime(starts) }) : t("tn.starts_by_hand")}</p>`;
  }
  if (status === "running" && due) return html`<p>${t("tn.next_step", { at: dateTime(due) })}</p>`;
  return null;
}

/** @param {any} props */
function Parts({ view, shown }) {
  const { settings, rounds, you } = view;
  const base = `/tournaments/${view.id}`;
  const parts = [
    ["rounds", rounds.length > 0],
    ["standings", Boolean(view.started_at)],
    ["bracket", BRACKETS.includes(settings.format) && rounds.length > 0],
    ["cross-table", CROSSES.includes(settings.format) && rounds.length > 0],
    ["boards", Boolean(settings.boards) && rounds.length > 0],
    ["entrants", true],
    ["about", true],
    ["desk", Boolean(you.role)],
  ];
  const isAt = (/** @type {any} */ part) => shown === part || (part === "rounds" && shown.startsWith("round-"));
  return html`<nav class="parts" aria-label=${t("tn.parts")}>${parts
    .filter(([, isShown]) => isShown)
    .map(([part]) => html`<${Link} key=${part} href=${`${base}/${part}`} aria-current=${isAt(part) ? "page" : undefined} data-testid=${`part-${part}`}>${t(`tn.part.${part}`)}<//>`)}</nav>`;
}

/** What everybody should know before entering. @param {any} props */
function About({ view }) {
  const { settings, staff, players } = view;
  const { schedule, entrants, rounds, play, late } = settings;
  const rows = [
    ["starts", schedule.starts_at ? dateTime(schedule.starts_at) : t("tn.starts_by_hand")],
    ["closes", schedule.closes_at && dateTime(schedule.closes_at)],
    ["check_in", schedule.check_in_s && t("tn.about.minutes", { n: Math.round(schedule.check_in_s / 60) })],
    ["capacity", entrants.capacity],
    ["least", entrants.least],
    ["hands", play.hands ?? t("tn.about.until_won")],
    ["clock", play.clock.per_move_s ? t("tn.about.per_move", { n: play.clock.per_move_s }) : t(play.clock.kind === "none" ? "tn.about.no_clock" : "tn.about.other_clock")],
    ["window", rounds.window_s && t("tn.about.hours", { n: Math.round(rounds.window_s / 3600) })],
    ["late", late.until_round ? t("tn.about.until_round", { round: late.until_round }) : null],
    ["staff", staff.map((/** @type {any} */ each) => `${playerName(each.player, players)} (${t(`tn.role.${each.role}`)})`).join(" · ")],
  ];
  return html`<section><h2 class="unseen">${t("tn.part.about")}</h2>
    <dl class="facts-list">${rows
      .filter(([, value]) => value)
      .map(([name, value]) => html`<div key=${name}><dt>${t(`tn.about.${name}`)}</dt><dd>${value}</dd></div>`)}</dl>
    ${rounds.played_elsewhere && html`<p>${t("tn.about.elsewhere")}</p>`}
    ${settings.is_sealed && html`<p>${t("tn.about.sealed")}</p>`}
    <p class="doors-left"><a href=${`/docs/rules/${play.profile}`}>${t("home.rules")}</a>
      <a href=${`/v1/tournaments/${view.id}/calendar`} download>${t("tn.about.ics")}</a></p></section>`;
}
