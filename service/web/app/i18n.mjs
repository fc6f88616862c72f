// Texts in the reader's language: whole sentences with named gaps, and plural forms by `Intl.PluralRules`.

export const LANGUAGES = { en: "English", "zh-Hans": "简体中文" };
const KEPT = "shengji.language";

/** @type {Object<string, string>} */
let texts = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

/** Returns the language kept on this device, or the best one for the browser. */
export function preferred() {
  const kept = localStorage.getItem(KEPT);
  if (kept && kept in LANGUAGES) return kept;
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith("zh")) &&
    !navigator.language.toLowerCase().startsWith("en")
    ? "zh-Hans"
    : "en";
}

/** @param {string} wanted */
export async function load(wanted) {
  const answer = await fetch(new URL(`./locales/${wanted}.json`, import.meta.url));
  if (!answer.ok) {
    // The server has a newer client: its page names the new files.
    location.reload();
    return;
  }
  texts = await answer.json();
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

/** Returns a span of seconds in the largest fitting unit, such as "3 min". @param {number} seconds */
export function span(seconds) {
  const [value, unit] =
    seconds < 90
      ? [seconds, "second"]
      : seconds < 5400
        ? [seconds / 60, "minute"]
        : seconds < 129600
          ? [seconds / 3600, "hour"]
          : [seconds / 86400, "day"];
  const whole = Math.max(0, Math.round(Number(value)));
  return new Intl.NumberFormat(language, { style: "unit", unit: String(unit), unitDisplay: "short" }).format(whole);
}

/** @param {string[]} items */
export const list = (items) => new Intl.ListFormat(language, { type: "conjunction" }).format(items);
