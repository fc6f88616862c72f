// My part in a tournament: enter, invite, check in, play, agree on times, report, withdraw.
import { get } from "./api.mjs";
import { ensureAccount } from "./home.mjs";
import { html, useState } from "./html.mjs";
import { has, span, t } from "./i18n.mjs";
import { MatchTimes, Reporting } from "./tournament_match.mjs";
import { allEntrants, foresee, playerNamed, problemOf, useCommands } from "./tournament_state.mjs";
import { entrantName, dateTime, membersOf, namesIn, playerName } from "./tournament_words.mjs";
import { Link, ProblemNote, Sheet, useLoaded } from "./ui.mjs";

const BEFORE = ["announced", "registration", "closed"];

/** @param {any} props */
export function MyPart({ id, view, me, refresh, account }) {
  const commands = useCommands(id, refresh);
  const mine = useLoaded(
    () => (view.you.entrant || view.you.invited_to.length ? allEntrants(id) : Promise.resolve(null)),
    `${id} ${view.version} ${view.you.entrant}`,
  );
  const entrant = mine.value?.entrants.find((/** @type {any} */ each) => each.id === view.you.entrant);
  const isOver = ["finished", "cancelled", "finishing"].includes(view.status);
  const shared = { id, view, me, commands, account, entrant, entrants: mine.value?.entrants ?? [], players: mine.value?.players ?? {} };
  return html`<div class="my-part" data-testid="my-part">
    <${ProblemNote} problem=${commands.problem} onDismiss=${commands.dismiss} />
    ${view.you.invited_to.map((/** @type {string} */ each) => html`<${Invitation} key=${each} ...${shared}
      by=${mine.value?.entrants.find((/** @type {any} */ found) => found.id === each)} />`)}
    ${view.you.entrant && entrant && !isOver && html`<${Entered} ...${shared} />`}
    ${!view.you.entrant && !view.you.invited_to.length && !isOver && html`<${Entering} ...${shared} />`}
    ${view.you.entrant && isOver && html`<p class="notice"><${Link} href=${`/tournaments/${id}/${view.you.entrant}`}>${t("tn.mine.card")}<//></p>`}
  </div>`;
}

/** @param {any} props */
function Invitation({ by, players, commands }) {
  if (!by) return null;
  return html`<section class="panel asked"><h2>${t("tn.mine.invited", { name: entrantName(by, players) })}</h2>
    <p class="buttons"><button class="primary" disabled=${commands.busy} onClick=${() => commands.send({ type: "accept_partner", entrant: by.id })}>${t("button.agree")}</button>
      <button disabled=${commands.busy} onClick=${() => commands.send({ type: "decline_partner", entrant: by.id })}>${t("button.decline")}</button></p></section>`;
}

/** @param {any} props */
function Entering({ view, me, commands, account }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { settings, status } = view;
  const isLate = status === "running" && settings.late.until_round >= view.rounds.length + 1;
  const isOpen = status === "registration" || isLate || (status === "closed" && settings.entrants.answer_s);
  if (status === "running" && !isOpen) return me && html`<${Substituting} view=${view} me=${me} commands=${commands} />`;
  if (!isOpen) return html`<p class="quiet-text">${t(status === "announced" ? "tn.mine.later" : "tn.mine.closed")}</p>`;
  const { kind, members_most: most } = settings.entrants;
  const isTeam = kind !== "player";
  const enter = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const partners = [];
    setProblem(null);
    try {
      await ensureAccount(me, account.refresh);
    } catch (error) {
      return setProblem(problemOf(error));
    }
    for (const name of form.getAll("partner").map((each) => String(each).trim()).filter(Boolean)) {
      const { player, problem: missing } = await playerNamed(name);
      if (missing) return setProblem(missing);
      partners.push(player);
    }
    const [name, code, club] = ["name", "code", "club"].map((each) => String(form.get(each) ?? "").trim());
    await commands.send({ type: "register", ...(name && { name }), ...(code && { code }), ...(club && { club }), ...(partners.length && { partners }) });
  };
  return html`<section class="panel"><h2>${t(isLate ? "tn.mine.enter_late" : "tn.mine.enter")}</h2>
    <form class="form short" onSubmit=${enter} data-testid="register">
      ${isTeam && html`<label>${t("tn.mine.name")}<input name="name" maxlength="40" autocomplete="off" /></label>`}
      ${isTeam && Array.from({ length: Math.min(most, 12) - 1 }, (_, index) => html`<label key=${index}>${most === 2 ? t("tn.mine.partner") : t("tn.mine.partner_n", { n: index + 1 })}
        <input name="partner" maxlength="40" autocomplete="off" autocapitalize="none" /></label>`)}
      ${isTeam && html`<p class="small">${t("tn.mine.partner_rule")}</p>`}
      ${settings.gates.by_code && html`<label>${t("tn.mine.code")}<input name="code" required autocomplete="off" autocapitalize="none" /></label>`}
      <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
      <p class="buttons"><button class="primary" disabled=${commands.busy}>${t("tn.mine.register")}</button>
      ${!me && html`<span class="small">${t("tn.mine.as_guest")}</span>`}</p>
    </form></section>`;
}

/** The list of those who would take a free seat. @param {any} props */
function Substituting({ view, me, commands }) {
  const isListed = view.substitutes.some((/** @type {any} */ each) => each.player === me.player.id);
  return html`<p class="buttons">${isListed && html`<span class="quiet-text">${t("tn.mine.is_substitute")}</span>`}
    <button class="quiet" disabled=${commands.busy} onClick=${() => commands.send({ type: isListed ? "withdraw_offer_to_substitute" : "offer_to_substitute" })}>${t(isListed ? "tn.mine.no_substitute" : "tn.mine.substitute")}</button></p>`;
}

/** @param {any} props */
function Entered(props) {
  const { view, me, commands, entrant, players } = props;
  const member = entrant.members.find((/** @type {any} */ each) => each.player === me.player.id);
  const mustCheckIn = view.check_in_open && BEFORE.includes(view.status) && member && !member.is_here;
  const [leaving, setLeaving] = useState(/** @type {any} */ (null));
  const withdraw = async () => {
    const body = view.started_at ? { type: "leave_entrant" } : { type: "withdraw_entrant", entrant: entrant.id };
    if (!view.started_at) return setLeaving({ body, sentence: t("tn.mine.withdraw_before") });
    try {
      const found = await foresee(view.id, body);
      setLeaving({ body, sentence: found.leaving?.sentence ?? t("tn.mine.withdraw_now") });
    } catch (error) {
      setLeaving({ body, problem: problemOf(error) });
    }
  };
  return html`<section class="panel ${mustCheckIn || entrant.answer_until ? "asked" : ""}">
    <div class="title"><h2>${entrantName(entrant, players)}</h2><span class="small">${placeText(entrant)}</span></div>
    ${asksPartners(view, entrant) && html`<${Partners} ...${props} />`}
    ${entrant.partner && html`<p class="buttons">${t("tn.mine.has_partner", { name: partnerName(props) })} <button onClick=${() => commands.send({ type: "part_from_partner" })}>${t("tn.mine.part")}</button></p>`}
    ${entrant.answer_until && html`<p>${t("tn.mine.called", { at: dateTime(entrant.answer_until) })}</p><p class="buttons">
      <button class="primary" disabled=${commands.busy} onClick=${() => commands.send({ type: "accept_place", entrant: entrant.id })}>${t("tn.mine.accept_place")}</button>
      <button disabled=${commands.busy} onClick=${() => commands.send({ type: "decline_place", entrant: entrant.id })}>${t("button.decline")}</button></p>`}
    ${mustCheckIn && html`<p>${t("tn.mine.check_in_now")}</p>`}
    <${NextMatch} ...${props} />
    <p class="buttons">
      ${mustCheckIn && html`<button class="primary" data-testid="check-in" disabled=${commands.busy} onClick=${() => commands.send({ type: "check_in" })}>${t("tn.mine.check_in")}</button>`}
      ${view.check_in_open && member?.is_here && BEFORE.includes(view.status) && html`<span class="mark-you">✓ ${t("tn.entrants.here")}</span>`}
      ${view.settings.format === "arena" && view.status === "running" && html`<button onClick=${() => commands.send({ type: entrant.is_resting ? "end_break" : "take_break", entrant: entrant.id })}>${t(entrant.is_resting ? "tn.mine.end_break" : "tn.mine.break")}</button>`}
      <button class="quiet danger" data-testid="withdraw" disabled=${commands.busy} onClick=${withdraw}>${t("tn.mine.withdraw")}</button></p>
    ${leaving && html`<${Sheet} title=${t("tn.mine.withdraw")} onClose=${() => setLeaving(null)} testid="leaving">
      ${leaving.problem ? html`<${ProblemNote} problem=${leaving.problem} />` : html`<p>${leaving.sentence}</p>
        <p class="buttons"><button class="primary" data-testid="withdraw-now" onClick=${() => {
          setLeaving(null);
          commands.send(leaving.body);
        }}>${t("tn.mine.withdraw_yes")}</button><button onClick=${() => setLeaving(null)}>${t("tn.mine.stay")}</button></p>`}<//>`}
  </section>`;
}

/** @param {any} props */
const partnerName = ({ entrant, entrants, players }) =>
  entrantName(entrants.find((/** @type {any} */ each) => each.id === entrant.partner), players);

/** @param {any} entrant */
const placeText = (entrant) =>
  entrant.status === "waiting" ? t("tn.place.waiting", { place: entrant.waiting_place ?? "" }) : t(`tn.place.${entrant.status}`);

/** Pairs need all their players. In a night, players may ask for a partner too. @param {any} view @param {any} entrant */
const asksPartners = (view, entrant) =>
  entrant.status === "incomplete" || (view.settings.format === "night" && entrant.status === "entered" && !entrant.partner);

/** The missing partner: invite somebody, or take the invitation back. @param {any} props */
function Partners({ entrant, players, commands }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const invite = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { player, problem: missing } = await playerNamed(String(new FormData(event.target).get("name")).trim());
    setProblem(missing);
    if (player) await commands.send({ type: "invite_partner", entrant: entrant.id, player });
  };
  return html`<p>${t(entrant.status === "incomplete" ? "tn.mine.incomplete_why" : "tn.mine.ask_partner")}</p>
    ${entrant.invited.map((/** @type {string} */ each) => html`<p key=${each} class="buttons">${t("tn.mine.asked", { name: playerName(each, players) })}
      <button onClick=${() => commands.send({ type: "withdraw_partner_invitation", entrant: entrant.id, player: each })}>${t("tn.mine.take_back")}</button></p>`)}
    <form class="say" onSubmit=${invite}><input name="name" required maxlength="40" autocomplete="off" aria-label=${t("tn.mine.partner")} placeholder=${t("tn.mine.partner")} /><button>${t("tn.mine.invite")}</button></form>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />`;
}

/** My match of the newest round, with its clock. @param {any} props */
function NextMatch({ id, view, me, commands, entrant }) {
  const number = view.rounds.length;
  const found = useLoaded(() => (number ? get(`/tournaments/${id}/rounds/${number}`) : Promise.resolve(null)), `${id} ${number} ${view.version}`);
  const round = found.value;
  const match = round?.matches.find((/** @type {any} */ each) => [each.first, each.second].some((side) => membersOf(side).includes(entrant.id)));
  const bye = round?.byes.find((/** @type {any} */ each) => each.entrant === entrant.id);
  if (view.status !== "running" || round?.closed_at) return null;
  if (bye) return html`<p>${t("tn.mine.bye", { round: number })} ${t(`tn.bye.${bye.kind}`)}.</p>`;
  if (!match) return number ? html`<p class="quiet-text">${t("tn.mine.no_match")}</p>` : null;
  const side = membersOf(match.first).includes(entrant.id) ? "first" : "second";
  const opponent = side === "first" ? match.second : match.first;
  const shared = { round, match, side, commands, view };
  return html`<div class="next-match" data-testid="next-match"><p class="headline">${t("tn.mine.match", { round: number, name: namesIn(round)(opponent) })}</p>
    ${match.is_over
      ? html`<p class="quiet-text">${t("tn.mine.match_over")}</p>`
      : html`${match.tables.map((/** @type {string} */ table) => html`<${TableOfMatch} key=${table} table=${table} me=${me} version=${view.version} />`)}
        ${round.deadline && html`<p class="small">${t("tn.round.deadline", { at: dateTime(round.deadline) })}</p>`}
        ${round.deadline && html`<${MatchTimes} ...${shared} />`}
        ${(match.is_elsewhere || view.settings.rounds.played_elsewhere) && html`<${Reporting} ...${shared} />`}`}</div>`;
}

/** @param {any} props */
function TableOfMatch({ table, me, version }) {
  const found = useLoaded(() => get(`/tables/${table}`), `${table} ${version}`);
  const seen = found.value;
  const seat = seen?.seats.find((/** @type {any} */ each) => each.player === me.player.id)?.seat;
  const asked = seen?.asked.find((/** @type {any} */ each) => each.seat === seat);
  const running = seen?.clocks.find((/** @type {any} */ each) => each.seat === seat)?.running;
  if (seen && seat === undefined) return null;
  return html`<p class="buttons"><${Link} class=${`button ${asked ? "act" : ""}`} href=${`/tables/${table}`}>${t("tn.mine.to_table")} ›<//>
    ${asked && html`<strong>${t(has(`todo.${asked.what}`) ? `todo.${asked.what}` : "todo.play")}</strong>`}
    ${running && html`<span class="clock">${t("inbox.left", { time: span(running.remaining_s) })}</span>`}
    ${seen && !asked && seen.status === "playing" && html`<span class="quiet-text">${t("tn.mine.others_turn")}</span>`}</p>`;
}
