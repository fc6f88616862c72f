// A new seek: the game, the pace, and the rest folded.
import { get, post } from "./api.mjs";
import { profileTitle } from "./home.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { clockSought, PACES } from "./pace.mjs";
import { PickPlayer } from "./pick_player.mjs";
import { useLoaded } from "./ui.mjs";

const USUAL = "zhang-2021";
const DAY_S = 86400;

/** The option that sets the number of players. @param {any} profile */
const seatsOption = (profile) => (profile.game === "sheng_ji" ? "players" : "zs_players");

/** Selects a profile, and its number of players if it has several. @param {any} props */
export function RulesChoice({ profiles, chosen, onChoose }) {
  const profile = profiles.find((/** @type {any} */ each) => each.name === chosen.profile);
  const possible = profile?.seats.possible ?? [];
  return html`<label>${t("seek.game")}
      <select name="profile" value=${chosen.profile} data-testid="seek-profile"
        onChange=${(/** @type {any} */ event) => onChoose({ profile: event.target.value, players: "" })}>
        ${profiles.map((/** @type {any} */ each) => html`<option key=${each.name} value=${each.name}>${profileTitle(each.name)}</option>`)}
      </select></label>
    ${possible.length > 1 && html`<label>${t("seek.players")}
      <select value=${chosen.players || String(profile.seats.default)} onChange=${(/** @type {any} */ event) => onChoose({ ...chosen, players: event.target.value })}>
        ${possible.map((/** @type {number} */ each) => html`<option key=${each} value=${String(each)}>${each}</option>`)}
      </select></label>`}`;
}

/** The rules for the API. @param {any[]} profiles @param {{profile: string, players: string}} chosen */
export function rulesOf(profiles, { profile: name, players }) {
  const profile = profiles.find((each) => each.name === name);
  const changed = profile && players && Number(players) !== profile.seats.default;
  return { profile: name, ...(changed ? { options: { [seatsOption(profile)]: Number(players) } } : {}) };
}

/** @param {any} props */
export function PaceChoice({ value, onChange }) {
  return html`<label>${t("seek.pace")}<select value=${value} data-testid="seek-pace" onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
    ${Object.keys(PACES).map((each) => html`<option key=${each} value=${each}>${t(`seek.pace.${each}`)}</option>`)}</select></label>`;
}

/** @param {any} props */
export function NewSeek({ me, attempt }) {
  const loaded = useLoaded(() => get("/rules/profiles"), "profiles");
  const profiles = loaded.value?.profiles ?? [];
  const [chosen, setChosen] = useState({ profile: USUAL, players: "" });
  const [also, setAlso] = useState(/** @type {string[]} */ ([]));
  const [pace, setPace] = useState("calm");
  const [partner, setPartner] = useState(/** @type {any} */ (null));
  const [posted, setPosted] = useState(false);
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const number = (/** @type {string} */ name) => Number(form.get(name)) || null;
    const hands = number("hands");
    const keep = number("keep");
    const notMet = number("not_met_days");
    const reliability = number("least_reliability");
    const body = {
      rules: [rulesOf(profiles, chosen), ...also.filter((each) => each !== chosen.profile).map((profile) => ({ profile }))],
      clock: clockSought(pace),
      bots: form.get("bots") === "on",
      opponents: {
        known_only: form.get("known_only") === "on",
        ...(notMet ? { not_met_days: notMet } : {}),
        ...(reliability ? { least_reliability: reliability } : {}),
      },
      expires_after_s: Number(form.get("days")) * DAY_S,
      ...(hands ? { hands: { least: hands, most: hands } } : {}),
      ...(keep ? { keep } : {}),
      ...(partner ? { partner: partner.id } : {}),
    };
    setPosted(false);
    if (!(await attempt(() => post("/seeks", body)))) return;
    setPartner(null);
    setPosted(true);
  };
  const toggle = (/** @type {string} */ name) => setAlso(also.includes(name) ? also.filter((each) => each !== name) : [...also, name]);
  const rest = profiles.filter((/** @type {any} */ each) => each.name !== chosen.profile);
  return html`<section aria-labelledby="new-seek"><h2 id="new-seek">${t("seeks.new")}</h2>
    <form class="form panel" onSubmit=${submit} data-testid="new-seek">
      <${RulesChoice} profiles=${profiles} chosen=${chosen} onChoose=${setChosen} />
      <${PaceChoice} value=${pace} onChange=${setPace} />
      <details><summary>${t("seek.more")}</summary><div class="form">
        <fieldset class="choice"><legend>${t("seek.also")}</legend>
          ${rest.map((/** @type {any} */ each) => html`<label key=${each.name}><input type="checkbox" checked=${also.includes(each.name)}
            disabled=${!also.includes(each.name) && also.length >= 4} onChange=${() => toggle(each.name)} /> ${profileTitle(each.name)}</label>`)}</fieldset>
        <label>${t("seek.length")}<select name="hands"><option value="">${t("seek.length.match")}</option>
          ${[1, 2, 4, 8, 12].map((n) => html`<option value=${n}>${t("seek.hands", { n })}</option>`)}</select></label>
        <label>${t("seek.recurring")}<select name="keep"><option value="">${t("seek.recurring.no")}</option>
          ${[1, 2, 3, 5, 10].map((n) => html`<option value=${n}>${t("seek.recurring.n", { n })}</option>`)}</select></label>
        <fieldset class="choice"><legend>${t("seek.opponents")}</legend>
          <label><input type="checkbox" name="known_only" /> ${t("seek.opponents.known")}</label>
          <label><input type="checkbox" name="bots" /> ${t("seek.opponents.bots")}</label></fieldset>
        <label>${t("seek.opponents.not_met")}<select name="not_met_days"><option value="">${t("seek.any")}</option>
          ${[7, 30, 90, 365].map((n) => html`<option value=${n}>${t("seek.days", { n })}</option>`)}</select></label>
        <label>${t("seek.opponents.reliable")}<select name="least_reliability"><option value="">${t("seek.any")}</option>
          ${[60, 80, 90].map((n) => html`<option value=${n}>${n} %</option>`)}</select></label>
        <label>${t("seek.days_open")}<select name="days" value="7">${[1, 7, 30].map((n) => html`<option value=${n} selected=${n === 7}>${t("seek.days", { n })}</option>`)}</select></label>
        <div><p><strong>${t("seek.partner")}</strong></p>
          ${partner
            ? html`<p class="buttons">${partner.name} <button type="button" onClick=${() => setPartner(null)}>${t("button.remove")}</button></p>`
            : html`<${PickPlayer} me=${me} onPick=${setPartner} verb="pick.partner" />`}</div>
      </div></details>
      <button class="primary" data-testid="post-seek">${t("seek.post")}</button>
      <p role="status" data-testid="posted">${posted && t("seek.posted")}</p>
    </form></section>`;
}
