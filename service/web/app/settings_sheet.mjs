// The sheet of settings: language, colours of the page, colours of the suits.
import { html, useState } from "./html.mjs";
import { LANGUAGES, current, t } from "./i18n.mjs";
import { allowNotices, canNotify } from "./notices.mjs";
import { applySettings, DECKS, keepSettings, settings, speed, SPEEDS, THEMES } from "./settings.mjs";
import { Face } from "./faces.mjs";
import { Sheet } from "./ui.mjs";

/** @param {any} props */
export function SettingsSheet({ me, speak, onClose }) {
  const [chosen, setChosen] = useState(settings());
  const [refused, setRefused] = useState(false);
  const set = (/** @type {any} */ change) => {
    applySettings(change);
    setChosen(settings());
    // Without an answer the settings stay on this device, and go along with the next change.
    if (me) keepSettings().catch(() => {});
  };
  const notices = async (/** @type {any} */ event) => {
    const allowed = event.target.checked && (await allowNotices());
    setRefused(event.target.checked && !allowed);
    event.target.checked = allowed;
    set({ notices: allowed });
  };
  return html`<${Sheet} title=${t("settings.title")} onClose=${onClose} testid="settings-sheet">
    <${Choice} legend=${t("settings.language")} name="language" value=${current()} onChange=${speak}
      options=${Object.entries(LANGUAGES)} />
    <${Choice} legend=${t("settings.theme")} name="theme" value=${chosen.theme}
      onChange=${(/** @type {string} */ theme) => set({ theme })}
      options=${THEMES.map((each) => [each, t(`settings.theme.${each}`)])} />
    <${Choice} legend=${t("settings.deck")} name="deck" value=${chosen.deck}
      onChange=${(/** @type {string} */ deck) => set({ deck })}
      options=${DECKS.map((each) => [each, t(`settings.deck.${each}`)])} />
    <${Choice} legend=${t("settings.speed")} name="speed" value=${speed()}
      onChange=${(/** @type {string} */ wanted) => set({ speed: wanted })}
      options=${SPEEDS.map((each) => [each, t(`settings.speed.${each}`)])} />
    <fieldset class="choice"><legend>${t("settings.more")}</legend>
      <label><input type="checkbox" checked=${chosen.letters} data-testid="letters" onChange=${(/** @type {any} */ event) => set({ letters: event.target.checked })} /> ${t("settings.letters")}</label>
      ${canNotify() && html`<label><input type="checkbox" checked=${chosen.notices} data-testid="notices" onChange=${notices} /> ${t("settings.notices")}</label>`}
      ${refused && html`<p role="alert">${t("settings.notices_refused")}</p>`}
    </fieldset>
    <p class="cards" aria-hidden="true">${["AS", "KH", "QC", "JD"].map((card) => html`<${Face} card=${card} />`)}</p>
  <//>`;
}

/** @param {any} props */
function Choice({ legend, name, value, options, onChange }) {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    ${options.map(
      (/** @type {[string, string]} */ [each, label]) => html`<label>
        <input type="radio" name=${name} checked=${each === value} onChange=${() => onChange(each)} /> ${label}
      </label>`,
    )}
  </fieldset>`;
}
