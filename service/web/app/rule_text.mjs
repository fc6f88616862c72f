// The text of a rule of the rule book of the server, with its example cards as pictures.
import { Problem } from "./api.mjs";
import { Faces } from "./faces.mjs";
import { html } from "./html.mjs";
import { current, t } from "./i18n.mjs";

const CARD = "BJ|SJ|(?:10|[2-9JQKA])[SHCD]";
const CARDS = new RegExp(`^(?:${CARD})(?: (?:${CARD}))*$`);
/** What is not plain text: a name in backticks, the id of a rule, cards. */
const MARKED = new RegExp("`([^`]*)`|\\b([A-Z]{2,}(?:-[A-Z0-9]+)*-\\d+)\\b|\\b((?:" + CARD + ")(?: (?:" + CARD + "))*)(?![\\w-])", "g");
/** What a chosen value means, with its option behind it in parentheses. */
const OF_OPTION = /^(.*?) ?\(`(\w+)` = `([^`]*)`\)$/;

/** Reads a page of the rule book in the language of the client. @param {string} address */
export async function readRules(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json", "Accept-Language": current() } });
  const body = await answer.json();
  if (!answer.ok) throw new Problem(body);
  return body;
}

/** The titles of all rules of a page, by their ids. @param {any} book @returns {Object<string, string>} */
export function titlesOf(book) {
  const rules = (book?.chapters ?? []).flatMap((/** @type {any} */ each) => each.rules);
  return Object.fromEntries(rules.map((/** @type {any} */ each) => [each.id, each.title]));
}

const isOption = (/** @type {any} */ block) => typeof block === "string" && OF_OPTION.test(block);

/**
 * The paragraphs and tables of a rule, and what was chosen for its options.
 * `page` is the address of the rules that its links lead to, or empty on that page.
 * @param {any} props
 */
export function RuleText({ rule, titles, profile, page = "" }) {
  const write = (/** @type {string} */ text) => marked(text, titles, page);
  return html`${rule.text.filter((/** @type {any} */ block) => !isOption(block)).map((/** @type {any} */ block, /** @type {number} */ at) =>
    typeof block === "string" ? html`<p key=${at}>${write(block)}</p>` : html`<${Grid} key=${at} grid=${block} write=${write} />`)}
    <${Options} texts=${rule.text.filter(isOption)} write=${write} profile=${profile} />`;
}

/** What was chosen for the options of a rule. The rule itself says it, so they are folded. @param {any} props */
function Options({ texts, write, profile }) {
  if (!texts.length) return null;
  return html`<details class="options"><summary>${t("rules.options", { n: texts.length })}</summary>${texts.map((/** @type {string} */ text) => {
    const [, meaning, name, value] = text.match(OF_OPTION) ?? [];
    return html`<p key=${name} class="small">${write(meaning)} <a class="rule-id" href=${`/docs/rules/${profile}#options`} target="_blank" rel="noopener" title=${`${name} = ${value}`} aria-label=${t("rules.option", { option: `${name} = ${value}` })}>#</a></p>`;
  })}</details>`;
}

/**
 * Puts pictures, names and links in a text. Links have the titles of their rules.
 * @param {string} text
 * @param {Object<string, string>} titles
 * @param {string} page
 */
function marked(text, titles, page) {
  const target = page ? "_blank" : undefined;
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(MARKED)) {
    const [whole, name, rule, cards] = found;
    parts.push(text.slice(from, found.index));
    if (rule in titles) parts.push("“", html`<a href=${`${page}#${rule}`} target=${target} rel="noopener" title=${rule}>${titles[rule]}</a>`, "”");
    else if (rule) parts.push(html`<a href=${`/docs/rules/all#${rule}`} target="_blank" rel="noopener">${rule}</a>`);
    else if (cards) parts.push(html`<${Faces} cards=${cards.split(" ")} />`);
    else parts.push(CARDS.test(name) ? html`<${Faces} cards=${name.split(" ")} />` : html`<code>${name}</code>`);
    from = found.index + whole.length;
  }
  return [...parts, text.slice(from)];
}

/** A table of the rule book. @param {{grid: {caption: string, head: string[], rows: string[][]}, write: (text: string) => any}} props */
function Grid({ grid, write }) {
  const cell = (/** @type {string} */ text) => (CARDS.test(text) ? html`<${Faces} cards=${text.split(" ")} />` : write(text));
  return html`<div class="grid" tabindex="0" role="region" aria-label=${grid.caption}><table><caption>${grid.caption}</caption>
    <thead><tr>${grid.head.map((each) => (each ? html`<th scope="col">${each}</th>` : html`<td></td>`))}</tr></thead>
    <tbody>${grid.rows.map((row, at) => html`<tr key=${at}>${row.map((each) => html`<td>${cell(each)}</td>`)}</tr>`)}</tbody></table></div>`;
}
