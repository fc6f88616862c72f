// Words about tournaments: names of entrants, times, points, and one line about the kind of tournament.
import { current, has, t } from "./i18n.mjs";
import { profileTitle } from "./home.mjs";

/** Returns the name of a pair or team, or else those of its players. @param {any} entrant @param {any} players */
export function entrantName(entrant, players) {
  if (!entrant) return t("player.unknown");
  if (entrant.name) return entrant.name;
  const ids = entrant.players ?? (entrant.members ?? []).map((/** @type {any} */ each) => each.player);
  return ids.map((/** @type {string} */ id) => playerName(id, players)).join(" · ") || t("player.unknown");
}

/** @param {string} id @param {any} players */
export const playerName = (id, players) => players?.[id]?.name ?? t("player.unknown");

/** Returns the entrants of a side. In individual events players are drawn to a side for one round. @param {string | null} side */
export const membersOf = (side) => (side ?? "").split("+").filter(Boolean);

/** Returns a function from sides, which are one entrant or several, to names. @param {any} document with `entrants` and `players` */
export function namesIn(document) {
  const found = new Map(
    (document?.entrants ?? []).map((/** @type {any} */ each) => [each.id, entrantName(each, document.players)]),
  );
  return (/** @type {string | null} */ side) =>
    membersOf(side).map((id) => found.get(id) ?? t("player.unknown")).join(" + ") || t("player.unknown");
}

/** @param {string} at */
export const dateTime = (at) =>
  new Intl.DateTimeFormat(current(), { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(at));

/** @param {string | Date} at */
export const day = (at) =>
  new Intl.DateTimeFormat(current(), { weekday: "long", day: "numeric", month: "long" }).format(new Date(at));

/** @param {string} at */
export const hour = (at) =>
  new Intl.DateTimeFormat(current(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(at));

/** @param {Date} at */
export const weekday = (at) => new Intl.DateTimeFormat(current(), { weekday: "short" }).format(at);

/** @param {Date} at */
export const month = (at) => new Intl.DateTimeFormat(current(), { month: "long", year: "numeric" }).format(at);

/** Returns a value for `<input type=datetime-local>`, in the time zone of the browser. @param {Date} at */
export function localInput(at) {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60000);
  return shifted.toISOString().slice(0, 16);
}

/** Returns the instant that such an input means; null if it is empty. @param {any} value */
export const instantOf = (value) => (value ? new Date(String(value)).toISOString() : null);

/** Returns hundredths of a point as a decimal number. @param {number} hundredths */
export const pointsText = (hundredths) => new Intl.NumberFormat(current()).format(hundredths / 100);

/** @param {any} result of a match */
export const scoreText = (result) => `${pointsText(result.first)} : ${pointsText(result.second)}`;

/** @param {string} format */
export const formatName = (format) => (has(`tn.format.${format}`) ? t(`tn.format.${format}`) : format);

/** @param {string} status */
export const statusName = (status) => t(`tn.status.${status}`);

/** Returns one line about what is played, and how. @param {any} settings */
export function kindLine({ format, figures, entrants, play, is_rated: isRated }) {
  const parts = [formatName(format)];
  if (figures.rounds) parts.push(t("tn.rounds_count", { n: figures.rounds }));
  parts.push(t(`tn.kind.${entrants.kind}`), profileTitle(play.profile));
  if (play.hands) parts.push(t("tn.hands", { n: play.hands }));
  if (isRated) parts.push(t("tn.rated"));
  return parts.join(" · ");
}

/** @param {string} name of a tie-break or other criterion */
export const criterionName = (name) => (has(`tn.criterion.${name}`) ? t(`tn.criterion.${name}`) : name);
