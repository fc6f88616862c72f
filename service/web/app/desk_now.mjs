// What the staff should do now: the next step, matches that are still open, breaks, and pages to show and to print.
import { get } from "./api.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { has, span, t } from "./i18n.mjs";
import { ReasonSheet, ResultSheet } from "./desk_parts.mjs";
import { dateTime, namesIn, playerName } from "./tournament_words.mjs";
import { go, Link, ProblemNote, useLoaded } from "./ui.mjs";

const BEFORE = ["announced", "registration", "closed"];
const UNPAIRED = ["arena", "challenge_ladder"];
const REFRESH_MS = 20000;

/** @param {any} props */
export function DeskNow(props) {
  const { view } = props;
  const [sheet, setSheet] = useState(/** @type {any} */ (null));
  return html`<div class="page-parts">
    <${NextStep} ...${props} onSheet=${setSheet} />
    ${view.status === "running" && html`<${OpenMatches} ...${props} onSheet=${setSheet} />`}
    <${Pages} view=${view} />
    <${Stops} ...${props} onSheet=${setSheet} />
    ${sheet?.match && html`<${ResultSheet} ...${props} ...${sheet} onClose=${() => setSheet(null)} />`}
    ${sheet?.command && html`<${ReasonSheet} title=${sheet.title} verb=${sheet.title} optional=${sheet.optional} onClose=${() => setSheet(null)}
      onSend=${(/** @type {string} */ reason) => props.commands.send({ type: sheet.command, ...(reason && { reason }) })}><p>${sheet.about}</p><//>`}
  </div>`;
}

/** Says what comes next, and offers it. @param {any} props */
function NextStep({ view, id, commands, isDirector, onSheet }) {
  const { status, settings, entrants, rounds, due_at: due } = view;
  const newest = rounds.at(-1);
  const send = (/** @type {any} */ body) => () => commands.send(body);
  const primary = (/** @type {string} */ key, /** @type {any} */ act, /** @type {any} */ gaps = {}) => isDirector && html`<button class="primary big" data-testid="next-step" disabled=${commands.busy} onClick=${act}>${t(key, gaps)}</button>`;
  if (view.paused_at) return panel(t("desk.next.paused", { at: dateTime(view.paused_at) }), primary("desk.next.resume", send({ type: "resume_tournament" })));
  if (BEFORE.includes(status)) {
    const counts = t(`desk.next.entrants.${settings.entrants.kind}`, { n: entrants.with_place, least: settings.entrants.least });
    const more = [entrants.incomplete > 0 && t("desk.next.incomplete", { n: entrants.incomplete }), entrants.waiting > 0 && t("desk.next.waiting", { n: entrants.waiting })];
    const isEnough = entrants.with_place >= settings.entrants.least;
    const start = isEnough && primary(due ? "desk.next.start_now" : "desk.next.start", send({ type: "start_tournament" }));
    return panel([counts, ...more].filter(Boolean).join(" "), html`${start}<${Link} class=${`button ${isEnough ? "" : "act"}`} href=${`/tournaments/${id}/desk-entrants`}>${t("desk.next.to_entrants")}<//>`);
  }
  if (status === "running") {
    if (newest && !newest.closed_at && newest.open_matches) return panel(t("desk.next.playing", { round: newest.number, n: newest.open_matches }), null);
    if (newest && !newest.closed_at && !settings.rounds.is_automatic) {
      return panel(t("desk.next.all_in", { round: newest.number }), primary("desk.next.close", send({ type: "close_round", round: newest.number }), { round: newest.number }));
    }
    const isLast = settings.figures.rounds && rounds.length >= settings.figures.rounds;
    if (due) return panel(t("desk.next.automatic", { at: dateTime(due) }), null);
    if (isLast) return panel(t("desk.next.last_closed"), primary("desk.next.finish", send({ type: "finish_tournament" })));
    if (UNPAIRED.includes(settings.format)) return panel(t("desk.next.unpaired"), null);
    const pair = primary("desk.next.pair", () => go(`/tournaments/${id}/desk-pairing`), { round: rounds.length + 1 });
    const finish = isDirector && rounds.length > 0 && !settings.rounds.is_automatic && html`<button onClick=${() => onSheet({ command: "finish_tournament", title: t("desk.next.finish"), about: t("desk.finish.about"), optional: true })}>${t("desk.next.finish")}</button>`;
    return panel(t("desk.next.to_pair", { round: rounds.length + 1 }), html`${pair}${finish}`);
  }
  if (status === "finishing") return panel(t("desk.next.finishing", { at: dateTime(view.corrections_until) }), primary("desk.next.finish_now", send({ type: "finish_tournament" })));
  return panel(t(`desk.over.${status}`), null);
}

/** @param {any} text @param {any} buttons */
const panel = (text, buttons) => html`<section class="panel asked" aria-label=${t("desk.next.label")}><p class="headline" data-testid="next-text">${text}</p>
  ${buttons && html`<p class="buttons">${buttons}</p>`}</section>`;

/** Open matches of open rounds, the latest first, with the players for whom their tables wait. @param {any} props */
function OpenMatches({ id, view, onSheet, isDirector, commands }) {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && setTick((count) => count + 1), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const numbers = view.rounds.filter((/** @type {any} */ each) => !each.closed_at && each.open_matches).map((/** @type {any} */ each) => each.number);
  const found = useLoaded(() => openMatches(id, numbers), `${id} ${view.version} ${tick}`);
  if (!numbers.length) return null;
  return html`<section><h2>${t("desk.open.title")}</h2>
    <${ProblemNote} problem=${found.problem} />
    <ul class="plain-rows" data-testid="open-matches">${(found.value ?? []).map((/** @type {any} */ each) => html`<li key=${`${each.round} ${each.match.number}`}>
      <span><strong>${t("desk.open.match", { round: each.round, number: each.match.number })}</strong> ${each.first} – ${each.second}
        <span class="names">${waitsText(each)}</span></span>
      <span class="buttons">${each.match.tables.map((/** @type {string} */ table) => html`<${Link} class="button small-button" key=${table} href=${`/watch/${table}`}>${t("tn.match.watch")}<//>`)}
        ${isDirector && html`<button class="small-button" disabled=${commands.busy} onClick=${() => onSheet(each)}>${t("desk.result.set")}</button>`}</span></li>`)}</ul>
  </section>`;
}

/** @param {string} id @param {number[]} numbers */
async function openMatches(id, numbers) {
  const rounds = await Promise.all(numbers.map((number) => get(`/tournaments/${id}/rounds/${number}`)));
  const rows = rounds.flatMap((round) => {
    const name = namesIn(round);
    return round.matches.filter((/** @type {any} */ each) => !each.is_over)
      .map((/** @type {any} */ match) => ({ round: round.number, match, first: name(match.first), second: name(match.second) }));
  });
  // A table that cannot be read, such as a sealed one, is listed without what it waits for.
  const seen = await Promise.all(rows.map(({ match }) => (match.tables[0] ? get(`/tables/${match.tables[0]}`).catch(() => null) : null)));
  const all = rows.map((row, index) => ({ ...row, ...waiting(seen[index]) }));
  return all.sort((one, other) => one.left - other.left);
}

/** @param {any} table */
function waiting(table) {
  if (!table) return { left: Infinity, who: "", what: "", hands: 0 };
  const [asked] = table.asked;
  const player = asked && table.seats[asked.seat]?.player;
  const running = asked && table.clocks.find((/** @type {any} */ each) => each.seat === asked.seat)?.running;
  return {
    left: running ? running.remaining_s : Infinity,
    who: player ? playerName(player, table.players) : "",
    what: asked?.what ?? "",
    hands: table.match?.hands_played ?? 0,
  };
}

/** @param {any} props */
function waitsText({ who, what, left, hands, match }) {
  if (!who) return match.plays_at ? dateTime(match.plays_at) : t("tn.match.open");
  const parts = [t("desk.open.waits", { name: who, what: t(has(`doing.${what}`) ? `doing.${what}` : "doing.play") })];
  if (left !== Infinity) parts.push(t("inbox.left", { time: span(left) }));
  parts.push(t("desk.open.hands", { n: hands }));
  return parts.join(" · ");
}

/** Pages of the server to show and to print. They open in a window of their own. @param {any} props */
function Pages({ view }) {
  const base = `/v1/tournaments/${view.id}`;
  const newest = view.rounds.at(-1)?.number;
  const pages = [
    ["display", `${base}/display`, true],
    ["round", `${base}/rounds/${newest}`, newest],
    ["standings", `${base}/standings`, view.started_at],
    ["cross", `${base}/cross-table`, newest && ["swiss", "round_robin", "knock_out", "groups_knock_out"].includes(view.settings.format)],
    ["bracket", `${base}/bracket`, newest && ["knock_out", "groups_knock_out"].includes(view.settings.format)],
    ["boards", `${base}/boards`, newest && view.settings.boards],
    ["csv", `${base}/standings?format=csv`, view.started_at],
    ["fide", `${base}/report`, newest && ["swiss", "round_robin"].includes(view.settings.format)],
  ];
  return html`<section><h2>${t("desk.pages.title")}</h2><p class="small">${t("desk.pages.about")}</p>
    <ul class="links">${pages.filter(([, , isShown]) => isShown).map(([name, address]) => html`<li key=${name}><a class="button" href=${address} target="_blank" rel="noopener" data-testid=${`page-${name}`}>${t(`desk.pages.${name}`, { round: newest ?? "" })}</a></li>`)}</ul></section>`;
}

/** Pause, cancel, reopen. @param {any} props */
function Stops({ view, isDirector, onSheet }) {
  const { status, you } = view;
  const act = (/** @type {string} */ command, /** @type {string} */ key) => html`<button class="quiet danger" data-testid=${command}
    onClick=${() => onSheet({ command, title: t(`desk.stop.${key}`), about: t(`desk.stop.${key}.about`) })}>${t(`desk.stop.${key}`)}</button>`;
  const canReopen = status === "finished" && you.role === "owner" && view.reopen_until;
  const canCancel = you.role === "owner" && [...BEFORE, "running"].includes(status);
  const canPause = isDirector && status === "running" && !view.paused_at;
  if (!canReopen && !canCancel && !canPause) return null;
  return html`<section><h2>${t("desk.stop.title")}</h2><p class="buttons">${canPause && act("pause_tournament", "pause")}${canReopen && act("reopen_tournament", "reopen")}${canCancel && act("cancel_tournament", "cancel")}</p></section>`;
}
