// Texts in the reader's language: whole sentences with named gaps, and plural forms by `Intl.PluralRules`.
import { sayOutdated } from "./outdated.mjs";

/** The languages of the catalogues, which the page names, and what each calls itself. @type {Object<string, string>} */
export const LANGUAGES = Object.fromEntries(
  (document.documentElement.dataset.languages ?? "en")
    .split(" ")
    .map((tag) => [tag, new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag]),
);

/** Returns a name of a language for narrow places, such as "EN" or "中文". @param {string} tag */
export function shortName(tag) {
  const [primary] = tag.split("-");
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(primary) ?? primary;
  return name.length > 3 ? primary.toUpperCase() : name;
}

const KEPT = "shengji.language";

/** @type {Object<string, string>} */
let texts = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

/** Returns the language kept on this device, or the best one for the browser. */
export function preferred() {
  const kept = localStorage.getItem(KEPT);
  if (kept && kept in LANGUAGES) return kept;
  for (const wanted of navigator.languages) {
    const [primary] = wanted.split("-");
    const tags = Object.keys(LANGUAGES);
    const found = tags.find((tag) => tag === wanted) ?? tags.find((tag) => tag.split("-")[0] === primary);
    if (found) return found;
  }
  return "en";
}

/** The parts of the client whose texts are loaded. The part without a name is always loaded. */
const parts = new Set([""]);

/** @param {string} part @param {string} wanted @returns {Promise<Object<string, string> | null>} */
async function textsOf(part, wanted) {
  const answer = await fetch(new URL(`./locales/${part && `${part}.`}${wanted}.json`, import.meta.url));
  if (answer.ok) return answer.json();
  // The server has a newer client: its page names the new files. Once something is shown, the reader decides.
  if (Object.keys(texts).length) sayOutdated();
  else location.reload();
  return null;
}

/** Adds the texts of a part of the client. They stay when the language changes. @param {string} part */
export async function loadPart(part) {
  if (parts.has(part)) return;
  const found = await textsOf(part, language);
  if (!found) return;
  parts.add(part);
  texts = { ...texts, ...found };
}

/** @param {string} wanted */
export async function load(wanted) {
  const found = await Promise.all([...parts].map((part) => textsOf(part, wanted)));
  if (found.includes(null)) return;
  texts = Object.assign({}, ...found);
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
  localStorage.setItem(KEPT, wanted);
}

export const current = () => language;

/**
 * Returns the text of a key. With a gap `n`, the key's form `key.one` or `key.other` is used where it exists.
 *
 * @param {string} key
 * @param {Object<string, string | number>} [gaps]
 */
export function t(key, gaps = {}) {
  const form = "n" in gaps ? texts[`${key}.${plurals.select(Number(gaps.n))}`] : undefined;
  const text = form ?? texts[key] ?? texts[`${key}.other`] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in gaps ? String(gaps[name]) : whole));
}

/** @param {string} key */
export const has = (key) => key in texts;

/** Returns a span of seconds in the largest fitting unit, such as "3 min". @param {number} seconds @param {"short" | "long"} [display] */
export function span(seconds, display = "short") {
  const [value, unit] =
    seconds < 90
      ? [seconds, "second"]
      : seconds < 5400
        ? [seconds / 60, "minute"]
        : seconds < 129600
          ? [seconds / 3600, "hour"]
          : [seconds / 86400, "day"];
  const whole = Math.max(0, Math.round(Number(value)));
  return new Intl.NumberFormat(language, { style: "unit", unit: String(unit), unitDisplay: display }).format(whole);
}

/** @param {string[]} items @param {"conjunction" | "disjunction"} [type] */
export const list = (items, type = "conjunction") => new Intl.ListFormat(language, { type }).format(items);

/** Returns a day such as "30 Nov 2026". @param {string} time */
export const day = (time) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(new Date(time));

/** Returns a day with its hour. @param {string} time */
export const moment = (time) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));
