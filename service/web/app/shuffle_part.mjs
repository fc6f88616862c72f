// Shows how the cards of a hand follow from the secret and from what the seats gave, as the browser itself finds it.
import { short } from "./cards.mjs";
import { nameOf } from "./events.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { canShuffle } from "./shuffle.mjs";
import { checkHand } from "./shuffle_check.mjs";
import { useLoaded } from "./ui.mjs";

const SHOWN_DIGITS = 12;

/** The gaps of a difference, with cards as people read them. @param {any} difference */
function gapsOf(difference) {
  const { code, recorded, found } = difference;
  return code === "card" ? { ...difference, recorded: short(recorded), found: short(found) } : difference;
}

/** @param {{events: any[], hand: number, view: any}} props */
export function Part({ events, hand, view }) {
  const can = canShuffle();
  const { value, problem } = useLoaded(() => (can ? checkHand(events, hand) : Promise.resolve(null)), String(hand));
  if (!can) return html`<p class="panel" role="status" data-testid="shuffle-check">${t("shuffle.insecure")}</p>`;
  if (problem) return html`<p class="panel" role="alert" data-testid="shuffle-check">${t("shuffle.unreadable")}</p>`;
  if (!value) return html`<p class="quiet-text" role="status">${t("shuffle.computing")}</p>`;
  const { status, differences } = value;
  return html`<div class="panel shuffle" data-testid="shuffle-check" data-status=${status} data-hand=${hand}>
    <h2>${t("shuffle.title", { n: hand })}</h2>
    <p class=${`verdict ${status}`} role="status">${t(`shuffle.is.${status}`)}</p>
    ${differences.length > 0 && html`<ul class="wrong" data-testid="shuffle-differences">${differences.map((/** @type {any} */ each) => html`<li key=${each.code}>${t(`shuffle.wrong.${each.code}`, gapsOf(each))}</li>`)}</ul>`}
    ${value.entropies && html`<${Values} value=${value} view=${view} />`}
    <p class="small">${t("shuffle.rest")}</p>
  </div>`;
}

/** @param {any} props */
function Values({ value, view }) {
  const { commitment, secret, entropies } = value;
  return html`<dl class="values">
    <div><dt>${t("shuffle.commitment")}</dt><dd>
      <details><summary><code>${commitment.slice(0, SHOWN_DIGITS)}…</code> <span class="unseen">${t("shuffle.whole")}</span></summary><code>${commitment}</code></details></dd></div>
    <div><dt>${t("shuffle.secret")}</dt><dd>${secret ? html`<code data-testid="secret">${secret}</code>` : t("shuffle.no_secret")}</dd></div>
    <div><dt>${t("shuffle.entropies")}</dt><dd><ul>${entropies.map((/** @type {string} */ entropy, /** @type {number} */ seat) => html`<li key=${seat}>
      <span class="who">${nameOf({ ...view, you: null }, seat)}</span> ${entropy ? html`<code>${entropy}</code>` : t("shuffle.no_entropy")}</li>`)}</ul></dd></div>
  </dl>
  <p class="small">${t("shuffle.how")}</p>`;
}
