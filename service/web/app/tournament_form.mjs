// The fields of the settings of a tournament, and what they mean for the settings that are sent.
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { instantOf } from "./tournament_words.mjs";

const DAY_S = 86400;

/** The numbers and choices of a format. @param {any} props */
export function Figures({ figures, format }) {
  const usual = format === "duplicate_pairs" ? { rounds: "", ...figures } : figures;
  return Object.entries(usual).map(([name, value]) =>
    typeof value === "boolean"
      ? html`<label class="check" key=${name}><input type="checkbox" name=${`figure.${name}`} defaultChecked=${value} /> <span>${t(`desk.figure.${name}`)}</span></label>`
      : html`<label key=${name}>${t(`desk.figure.${name}`)}<input type="number" min="1" max="100" name=${`figure.${name}`} defaultValue=${value} placeholder=${t("desk.figure.automatic")} /></label>`,
  );
}

/** @param {any} props */
export function Clock({ clock, rounds }) {
  return html`<label>${t("desk.field.clock")}<input name="per_move" type="number" min="10" max="2592000" defaultValue=${clock.per_move_s ?? ""} placeholder=${t("tn.about.no_clock")} /></label>
    ${rounds.pace === "window"
      ? html`<label>${t("desk.field.window")}<input name="window" type="number" min="1" max="60" required defaultValue=${rounds.window_s / DAY_S} /></label>`
      : html`<label>${t("desk.field.interval")}<input name="interval" type="number" min="0" max="1440" defaultValue=${Math.round(rounds.interval_s / 60)} /></label>`}`;
}

/** @param {any} value */
const numberOf = (value) => (value ? Number(value) : null);

/**
 * Returns settings to send: those of a template with what the form says.
 *
 * @param {any} settings
 * @param {FormData} form
 */
export function settingsFrom(settings, form) {
  const profile = String(form.get("profile"));
  const isSame = profile === settings.play.profile;
  const { game, ...play } = settings.play;
  const perMove = numberOf(form.get("per_move"));
  const starts = instantOf(form.get("starts"));
  const minutes = numberOf(form.get("check_in"));
  const elsewhere = form.has("elsewhere");
  /** @type {any} */
  const figures = {};
  for (const [name, value] of form) {
    if (name.startsWith("figure.") && value) figures[name.slice(7)] = value === "on" ? true : Number(value);
  }
  return {
    ...settings,
    name: String(form.get("name")).trim(),
    play: { ...play, ...(isSame && { game }), profile, overrides: isSame ? play.overrides : {}, hands: numberOf(form.get("hands")), clock: perMove ? { kind: "simple", per_move_s: perMove } : { kind: "none" } },
    figures,
    entrants: { ...settings.entrants, capacity: numberOf(form.get("capacity")), least: Number(form.get("least")) },
    schedule: { starts_at: starts, check_in_s: starts && minutes ? minutes * 60 : null },
    rounds: {
      ...settings.rounds,
      ...(form.has("window") ? { window_s: Number(form.get("window")) * DAY_S } : { interval_s: Number(form.get("interval")) * 60 }),
      is_automatic: form.has("automatic"),
      played_elsewhere: elsewhere,
    },
    tie_breaks: elsewhere ? settings.tie_breaks.filter((/** @type {string} */ each) => each !== "levels_won") : settings.tie_breaks,
    is_rated: form.has("rated") && !elsewhere,
    public: form.has("public"),
  };
}
