// Settings at the desk: what can still change, the staff, seeds, and a copy as a template.
import { randomKey, request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { playerNamed, problemOf } from "./tournament_state.mjs";
import { instantOf, localInput, playerName } from "./tournament_words.mjs";
import { Apart } from "./desk_apart.mjs";
import { ProblemNote } from "./ui.mjs";

const ROLES = ["director", "assistant"];
const BEFORE = ["announced", "registration", "closed"];

/** @param {any} props */
export function DeskSettings(props) {
  const { view, isDirector } = props;
  const isOpen = !["finished", "cancelled", "finishing"].includes(view.status);
  return html`<div class="page-parts">
    ${isDirector && isOpen && html`<${Changes} ...${props} />`}
    <${Staff} ...${props} />
    ${isDirector && BEFORE.includes(view.status) && html`<${Seeds} ...${props} />`}
    ${isDirector && isOpen && html`<${Apart} ...${props} />`}
    <${Copy} view=${view} /></div>`;
}

/** @param {any} props */
function Changes({ view, commands }) {
  const { settings, started_at: startedAt } = view;
  const save = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const changed = {
      ...settings,
      name: String(form.get("name")).trim(),
      rounds: { ...settings.rounds, is_automatic: form.has("automatic"), interval_s: Number(form.get("interval")) * 60 },
      ...(!startedAt && {
        entrants: { ...settings.entrants, capacity: form.get("capacity") ? Number(form.get("capacity")) : null, least: Number(form.get("least")) },
        schedule: { ...settings.schedule, starts_at: instantOf(form.get("starts")), check_in_s: form.get("starts") && form.get("check_in") ? Number(form.get("check_in")) * 60 : null },
      }),
    };
    commands.send({ type: "change_settings", settings: changed });
  };
  const { schedule, entrants, rounds } = settings;
  return html`<section><h2>${t("desk.settings.title")}</h2><form class="form settings-form" onSubmit=${save} data-testid="settings-form">
    <label class="wide">${t("desk.field.name")}<input name="name" required maxlength="100" defaultValue=${settings.name} /></label>
    ${!startedAt && html`<label>${t("desk.field.starts")}<input name="starts" type="datetime-local" defaultValue=${schedule.starts_at ? localInput(new Date(schedule.starts_at)) : ""} /></label>
      <label>${t("desk.field.check_in")}<input name="check_in" type="number" min="1" max="1440" defaultValue=${schedule.check_in_s ? Math.round(schedule.check_in_s / 60) : ""} /></label>
      <label>${t("desk.field.capacity")}<input name="capacity" type="number" min="2" max="1024" defaultValue=${entrants.capacity ?? ""} placeholder=${t("desk.field.any")} /></label>
      <label>${t("desk.field.least")}<input name="least" type="number" min="2" max="1024" required defaultValue=${entrants.least} /></label>`}
    <label>${t("desk.field.interval")}<input name="interval" type="number" min="0" max="1440" defaultValue=${Math.round(rounds.interval_s / 60)} /></label>
    <label class="check"><input type="checkbox" name="automatic" defaultChecked=${rounds.is_automatic} /> <span>${t("desk.field.automatic")}</span></label>
    <p class="wide"><button class="primary" disabled=${commands.busy}>${t("desk.settings.save")}</button></p></form></section>`;
}

/** @param {any} props */
function Staff({ view, players, commands }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const isOwner = view.you.role === "owner";
  const appoint = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const { player, problem: missing } = await playerNamed(String(form.get("name")).trim());
    setProblem(missing);
    if (player && (await commands.send({ type: "appoint_staff", player, role: form.get("role") }))) event.target.reset();
  };
  return html`<section><h2>${t("desk.staff.title")}</h2>
    <ul class="plain-rows">${view.staff.map((/** @type {any} */ each) => html`<li key=${each.player}><span><strong>${playerName(each.player, players)}</strong><span class="names">${t(`tn.role.${each.role}`)}</span></span>
      ${isOwner && each.role !== "owner" && html`<button class="small-button" onClick=${() => commands.send({ type: "dismiss_staff", player: each.player })}>${t("desk.staff.dismiss")}</button>`}</li>`)}</ul>
    ${isOwner && html`<form class="say wrap" onSubmit=${appoint}><input name="name" required maxlength="40" autocomplete="off" aria-label=${t("desk.staff.name")} placeholder=${t("desk.staff.name")} />
      <select name="role" aria-label=${t("desk.staff.role")}>${ROLES.map((role) => html`<option key=${role} value=${role}>${t(`tn.role.${role}`)}</option>`)}</select><button>${t("desk.staff.appoint")}</button></form>`}
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} /></section>`;
}

/** The order of the seeds by hand. @param {any} props */
function Seeds({ entrants, name, commands }) {
  const there = entrants.filter((/** @type {any} */ each) => each.status === "entered").map((/** @type {any} */ each) => each.id);
  const [order, setOrder] = useState(/** @type {string[]} */ ([]));
  const shown = [...order.filter((each) => there.includes(each)), ...there.filter((/** @type {string} */ each) => !order.includes(each))];
  const up = (/** @type {number} */ place) => {
    const moved = [...shown];
    [moved[place - 1], moved[place]] = [moved[place], moved[place - 1]];
    setOrder(moved);
  };
  if (there.length < 2) return null;
  return html`<section><h2>${t("desk.seeds.title")}</h2><p class="small">${t("desk.seeds.about")}</p>
    <details><summary>${t("desk.seeds.open")}</summary><ol class="plain-rows">${shown.map((each, index) => html`<li key=${each}><span>${index + 1}. ${name(each)}</span>
      <button class="small-button" disabled=${index === 0} aria-label=${t("desk.seeds.up", { name: name(each) })} onClick=${() => up(index)}>↑</button></li>`)}</ol>
    <p><button disabled=${!order.length || commands.busy} onClick=${() => commands.send({ type: "seed_entrants", entrants: shown })}>${t("desk.seeds.save")}</button></p></details></section>`;
}

/** @param {any} props */
function Copy({ view }) {
  const [state, setState] = useState(/** @type {any} */ ({}));
  const keep = async () => {
    try {
      const settings = { ...view.settings, schedule: {} };
      await request("PUT", `/me/tournament-templates/t-${randomKey().slice(0, 8)}`, { body: settings });
      setState({ isKept: true });
    } catch (error) {
      setState({ problem: problemOf(error) });
    }
  };
  return html`<section><h2>${t("desk.copy.title")}</h2><p class="small">${t("desk.copy.about")}</p>
    <${ProblemNote} problem=${state.problem} />
    ${state.isKept ? html`<p role="status">${t("desk.copy.done")}</p>` : html`<p><button onClick=${keep}>${t("desk.new.keep")}</button></p>`}</section>`;
}
