// One rule in a dialog, where it matters, with a link to the page of all rules.
import { html } from "./html.mjs";
import { current, t } from "./i18n.mjs";
import { readRules, RuleText, titlesOf } from "./rule_text.mjs";
import { ProblemNote, Sheet, useLoaded } from "./ui.mjs";

/** @param {{address: string, onClose: () => void}} props `address` is the page of the rules with the id of the rule after a #. */
export function Part({ address, onClose }) {
  const [page, id] = address.split("#");
  const { value, problem } = useLoaded(() => readRules(page), `${page} ${current()}`);
  const rules = (value?.chapters ?? []).flatMap((/** @type {any} */ each) => each.rules);
  const rule = rules.find((/** @type {any} */ each) => each.id === id);
  return html`<${Sheet} title=${rule?.title ?? t("problem.rule", { rule: id })} onClose=${onClose} testid="rule">
    <${ProblemNote} problem=${problem} />
    ${!value && !problem && html`<p class="quiet-text" aria-busy="true">${t("part.loading")}</p>`}
    ${rule && html`<div class="rules"><${RuleText} rule=${rule} titles=${titlesOf(value)} profile=${page.split("/").at(-1)} page=${page} /></div>`}
    <p><a href=${address} target="_blank" rel="noopener">${t("rule.all", { rule: id })}</a></p>
  <//>`;
}
