// Settings of this device: colours of the page and of the suits. They are classes of the root element.
import { get, request } from "./api.mjs";

const KEPT = "shengji.settings";
export const THEMES = ["auto", "light", "dark"];
export const DECKS = ["two", "four", "safe"];
export const SPEEDS = ["instant", "normal", "slow"];

/** @typedef {{theme: string, deck: string, speed: string, letters: boolean, notices: boolean}} Settings */

/** @type {Settings} */
const FIRST = { theme: "auto", deck: "four", speed: "", letters: true, notices: false };

/** @returns {Settings} */
export function settings() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    // The browser keeps nothing, or something unreadable is kept.
    return FIRST;
  }
}

/** How fast moves of others are shown. Without a choice, people who want less motion see them at once. */
export const speed = () =>
  settings().speed || (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "normal");

/** The settings that belong to the account. Notifications are allowed for each device. @type {(keyof Settings)[]} */
const OF_ACCOUNT = ["theme", "deck", "speed", "letters"];
const nameOf = (/** @type {string} */ name) => `web.${name}`;

/** Takes the settings of the account over, which win over those of this device. Without them nothing changes. */
export async function readSettings() {
  const { preferences } = await get("/me/preferences");
  const found = OF_ACCOUNT.filter((name) => nameOf(name) in preferences).map((name) => {
    const text = preferences[nameOf(name)];
    return [name, name === "letters" ? text === "true" : text];
  });
  applySettings(Object.fromEntries(found));
}

/** Keeps the settings of this device with the account. Preferences of other clients stay. */
export async function keepSettings() {
  const now = settings();
  const { preferences } = await get("/me/preferences");
  const own = Object.fromEntries(OF_ACCOUNT.filter((name) => now[name] !== "").map((name) => [nameOf(name), String(now[name])]));
  await request("PUT", "/me/preferences", { body: { preferences: { ...preferences, ...own } } });
}

/** Keeps the language with the account, for mails and other devices. @param {string} language */
export const keepLanguage = (language) => request("PUT", "/me/language", { body: { language } });

/** @param {Partial<Settings>} [changes] */
export function applySettings(changes = {}) {
  const now = { ...settings(), ...changes };
  localStorage.setItem(KEPT, JSON.stringify(now));
  document.documentElement.dataset.theme = now.theme;
  document.documentElement.dataset.deck = now.deck;
}
