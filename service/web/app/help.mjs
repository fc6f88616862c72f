// How to play, in a minute: the rules of one family of games, and the keys.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Link, Sheet } from "./ui.mjs";

const FAMILIES = ["teams", "friends", "climbing"];
const STEPS = { teams: 6, friends: 6, climbing: 6 };
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
      <ol class="help-steps">${Array.from({ length: STEPS[/** @type {keyof typeof STEPS} */ (family)] }, (_, at) => html`<li key=${at}>${t(`help.${family}.${at + 1}`)}</li>`)}</ol>
      <p><${Link} href=${view ? `/rules/${view.rules.profile}` : "/rules"}>${t("help.all_rules")}<//></p></section>
    <section aria-labelledby="help-keys"><h3 id="help-keys">${t("help.keys")}</h3>
      <dl class="keys">${KEYS.map((each) => html`<div key=${each}><dt><kbd>${t(`help.key.${each}`)}</kbd></dt><dd>${t(`help.does.${each}`)}</dd></div>`)}</dl></section>
  <//>`;
}
