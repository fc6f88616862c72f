// What people read about a problem: the texts of the server as they are, and our own where there is no answer.
import { has, t } from "./i18n.mjs";

/** @param {any} problem a problem document */
export function problemText(problem) {
  const key = `problem.${problem.code}`;
  if (has(key)) return { title: t(key), detail: "", hint: "", rule: "", rule_url: "" };
  const { title, detail, hint, rule, rule_url, facts } = problem;
  const first = (/** @type {string} */ text) => (text ? text[0].toUpperCase() + text.slice(1) : "");
  // People see the fields beside their labels, so what is wrong with them says enough.
  if (facts?.fields) return { title: Object.values(facts.fields).map(first).join(" "), detail: "", hint: "", rule, rule_url };
  return { title: title || t("problem.unreachable"), detail: first(detail), hint: first(hint), rule, rule_url };
}
