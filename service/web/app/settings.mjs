// Settings of this device: colours of the page and of the suits. They are classes of the root element.
const KEPT = "shengji.settings";
export const THEMES = ["auto", "light", "dark"];
export const DECKS = ["two", "four", "safe"];

/** @returns {{theme: string, deck: string}} */
export function settings() {
  try {
    return { theme: "auto", deck: "four", ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    // The browser keeps nothing, or something unreadable is kept.
    return { theme: "auto", deck: "four" };
  }
}

/** @param {Partial<{theme: string, deck: string}>} [changes] */
export function applySettings(changes = {}) {
  const now = { ...settings(), ...changes };
  localStorage.setItem(KEPT, JSON.stringify(now));
  document.documentElement.dataset.theme = now.theme;
  document.documentElement.dataset.deck = now.deck;
}
