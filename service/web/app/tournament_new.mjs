// A new tournament: choose a template, change what matters, and create it.
import { get, post, randomKey, request } from "./api.mjs";
import { ensureAccount, profileTitle } from "./home.mjs";
import { html, useState } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { Clock, Figures, settingsFrom } from "./tournament_form.mjs";
import { problemOf } from "./tournament_state.mjs";
import { kindLine } from "./tournament_words.mjs";
import { go, Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

/** @param {any} props */
export function Part({ me, refresh }) {
  useTitle(t("tn.new"));
  const [chosen, setChosen] = useState(/** @type {any} */ (null));
  const found = useLoaded(() => get("/tournament-templates"), "templates");
  const own = useLoaded(() => (me ? get("/me/tournament-templates") : Promise.resolve(null)), me?.player.id ?? "");
  const profiles = useLoaded(() => get("/rules/profiles"), "profiles");
  const templates = [
    ...(own.value?.templates ?? []).map((/** @type {any} */ each) => ({ ...each, isOwn: true })),
    ...(found.value?.templates ?? []),
  ];
  return html`<div class="page"><p><${Link} href="/tournaments">‹ ${t("tn.title")}<//></p><h1>${t("tn.new")}</h1>
    <${ProblemNote} problem=${found.problem ?? own.problem ?? profiles.problem} />
    ${chosen
      ? html`<${Form} key=${chosen.name} template=${chosen} profiles=${profiles.value?.profiles ?? []} me=${me} refresh=${refresh} onBack=${() => setChosen(null)} />`
      : html`<section><h2>${t("desk.new.choose")}</h2>
        <ul class="profiles" data-testid="templates">${templates.map((each) => html`<li key=${`${each.isOwn} ${each.name}`}>
          <div><h3>${templateTitle(each)}</h3><p>${templateAbout(each)}</p></div>
          <button onClick=${() => setChosen(each)} data-testid=${`template-${each.name}`} aria-label=${t("desk.new.use_named", { name: templateTitle(each) })}>${t("desk.new.use")}</button></li>`)}</ul></section>`}
  </div>`;
}

/** @param {any} template */
const templateTitle = ({ name, isOwn, settings }) =>
  !isOwn && has(`desk.template.${name}`) ? t(`desk.template.${name}`) : settings.name;

/** @param {any} template */
const templateAbout = ({ name, isOwn, settings }) =>
  !isOwn && has(`desk.about.${name}`) ? t(`desk.about.${name}`) : kindLine(settings);

/** @param {any} props */
function Form({ template, profiles, me, refresh, onBack }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const { settings } = template;
  const seats = settings.play.profile && profiles.find((/** @type {any} */ each) => each.name === settings.play.profile)?.seats.default;
  const fitting = profiles.filter((/** @type {any} */ each) => each.seats.possible.includes(seats));
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    const wanted = settingsFrom(settings, new FormData(event.target));
    const isKept = event.submitter?.value === "template";
    try {
      await ensureAccount(me, refresh);
      if (isKept) {
        const slug = wanted.name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40);
        await request("PUT", `/me/tournament-templates/${slug || `t-${randomKey().slice(0, 8)}`}`, { body: wanted });
        setProblem(null);
        onBack();
      } else {
        const { id } = await post("/tournaments", wanted, { key: randomKey() });
        go(`/tournaments/${id}/desk`);
      }
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return html`<form class="form settings-form" onSubmit=${submit} data-testid="new-form">
    <p class="buttons"><button type="button" onClick=${onBack}>‹ ${t("desk.new.other")}</button><strong>${templateTitle(template)}</strong></p>
    <label class="wide">${t("desk.field.name")}<input name="name" required maxlength="100" defaultValue=${templateTitle(template)} autocomplete="off" /></label>
    <label>${t("desk.field.profile")}<select name="profile">${fitting.map((/** @type {any} */ each) => html`<option key=${each.name} value=${each.name} selected=${each.name === settings.play.profile}>${profileTitle(each.name)}</option>`)}</select></label>
    <label>${t("desk.field.hands")}<input name="hands" type="number" min="1" max="100" defaultValue=${settings.play.hands ?? ""} placeholder=${t("tn.about.until_won")} /></label>
    <${Figures} figures=${settings.figures} format=${settings.format} />
    <label>${t("desk.field.capacity")}<input name="capacity" type="number" min="2" max="1024" defaultValue=${settings.entrants.capacity ?? ""} placeholder=${t("desk.field.any")} /></label>
    <label>${t("desk.field.least")}<input name="least" type="number" min="2" max="1024" required defaultValue=${settings.entrants.least} /></label>
    <label>${t("desk.field.starts")}<input name="starts" type="datetime-local" /></label>
    <label>${t("desk.field.check_in")}<input name="check_in" type="number" min="1" max="1440" placeholder=${t("desk.field.no_check_in")} /></label>
    <${Clock} clock=${settings.play.clock} rounds=${settings.rounds} />
    <div class="wide"><label class="check"><input type="checkbox" name="rated" defaultChecked=${settings.is_rated} /> <span>${t("desk.field.rated")}</span></label>
    <label class="check"><input type="checkbox" name="automatic" defaultChecked=${settings.rounds.is_automatic} /> <span>${t("desk.field.automatic")}</span></label>
    <label class="check"><input type="checkbox" name="elsewhere" defaultChecked=${settings.rounds.played_elsewhere} /> <span>${t("desk.field.elsewhere")}</span></label>
    <label class="check"><input type="checkbox" name="public" defaultChecked=${settings.public} /> <span>${t("desk.field.public")}</span></label></div>
    <div class="wide"><${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
      <p class="buttons"><button class="primary" disabled=${busy} data-testid="create">${t("desk.new.create")}</button>
        <button value="template" class="quiet" disabled=${busy}>${t("desk.new.keep")}</button></p>
      ${!me && html`<p class="small">${t("tn.mine.as_guest")}</p>`}</div>
  </form>`;
}
