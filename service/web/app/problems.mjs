// What people read about a problem: the texts of the server as they are, and our own where there is no answer.
import { has, t } from "./i18n.mjs";

/** What a field of a form on the page is called, or nothing. @param {string} field */
function labelOf(field) {
  const label = document.querySelector(`form [name="${CSS.escape(field)}"]`)?.closest("label");
  return label?.firstChild?.nodeType === Node.TEXT_NODE ? (label.firstChild.textContent ?? "").trim() : "";
}

/** @param {any} problem a problem document */
export function problemText(problem) {
  const key = `problem.${problem.code}`;
  if (has(key)) return { title: t(key), detail: "", hint: "", rule: "", rule_url: "" };
  const { title, detail, hint, rule, rule_url, facts } = problem;
  const first = (/** @type {string} */ text) => (text ? text[0].toUpperCase() + text.slice(1) : "");
  if (facts?.fields) {
    const wrong = Object.entries(facts.fields).map(([field, text]) => {
      const label = labelOf(field);
      return label ? t("problem.field", { label, text: first(text) }) : first(text);
    });
    return { title: wrong.join(" "), detail: "", hint: "", rule, rule_url };
  }
  // Some problems have nothing to add to their title.
  const more = first(detail).replace(/[.。]$/, "") === (title ?? "").replace(/[.。]$/, "") ? "" : first(detail);
  return { title: title || t("problem.unreachable"), detail: more, hint: first(hint), rule, rule_url };
}
