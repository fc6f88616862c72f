// How to play, in a minute: the rules of one family of games, and the keys.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Link, Sheet } from "./ui.mjs";

const FAMILIES = ["teams", "friends", "climbing"];
const STEPS = { teams: [1, 2, 3, 4, 5, 6], friends: [1, 2, 3, 4, 5, 6], climbing: [1, 2, 3, "suited", 4, 5, 6] };
const KEYS = ["arrows", "space", "enter", "escape", "last", "points", "help", "any"];

/** Returns the family of the game at a table. @param {any} view */
export const familyOf = (view) =>
  view.game === "zheng_shangyou" ? "climbing" : view.rules.options.team_mode === "friends" ? "friends" : "teams";

/** @param {{view?: any, onClose: () => void}} props `view` is the table, if the reader is at one. */
export function Part({ view, onClose }) {
  const [family, setFamily] = useState(view ? familyOf(view) : "teams");
  return html`<${Sheet} title=${t("help.title")} onClose=${onClose} testid="help">
    ${!view && html`<div class="buttons tabs" role="group" aria-label=${t("help.which")}>${FAMILIES.map((each) => html`<button key=${each}
      aria-pressed=${each === family} data-testid=${`help-${each}`} onClick=${() => setFamily(each)}>${t(`help.${each}`)}</button>`)}</div>`}
    <section data-testid="help-rules" data-family=${family}>${view && html`<h3>${t(`help.${family}`)}</h3>`}
      <p>${t(`help.${family}.aim`)}</p>
      <ol class="help-steps">${STEPS[/** @type {keyof typeof STEPS} */ (family)].map((step) => html`<li key=${step}>${t(`help.${family}.${step}`)}</li>`)}</ol>
      <p>${view
        ? html`<a href=${`/rules/${view.rules.profile}`} target="_blank" rel="noopener" data-testid="all-rules">${t("help.all_rules")}</a>`
        : html`<${Link} href="/rules">${t("help.all_rules")}<//>`}</p></section>
    <section aria-labelledby="help-keys"><h3 id="help-keys">${t("help.keys")}</h3>
      <dl class="keys">${KEYS.map((each) => html`<div key=${each}><dt><kbd>${t(`help.key.${each}`)}</kbd></dt><dd>${t(`help.does.${each}`)}</dd></div>`)}</dl></section>
  <//>`;
}
