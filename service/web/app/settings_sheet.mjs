// The sheet of settings: language, colours of the page, colours of the suits.
import { html, useState } from "./html.mjs";
import { LANGUAGES, current, t } from "./i18n.mjs";
import { applySettings, DECKS, settings, THEMES } from "./settings.mjs";
import { Face } from "./faces.mjs";
import { Sheet } from "./ui.mjs";

/** @param {any} props */
export function SettingsSheet({ speak, onClose }) {
  const [chosen, setChosen] = useState(settings());
  const set = (/** @type {any} */ change) => {
    applySettings(change);
    setChosen(settings());
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
