// The paces that people choose between: seconds for each turn, from the least to the most that they accept.
import { span, t } from "./i18n.mjs";

const TIMED = ["simple", "byo_yomi", "time_bank", "fischer"];

/** @type {Object<string, {least: number, most: number} | null>} */
export const PACES = {
  none: null,
  fast: { least: 15, most: 60 },
  calm: { least: 60, most: 300 },
  day: { least: 14400, most: 86400 },
  days: { least: 86400, most: 604800 },
};

/** The clocks that a seek accepts at a pace. @param {string} pace */
export const clockSought = (pace) => {
  const seconds = PACES[pace];
  return seconds ? { kinds: TIMED, per_move_s: seconds } : { kinds: ["none"] };
};

/** The clock of a table at a pace. @param {string} pace */
export const clockOf = (pace) => {
  const seconds = PACES[pace];
  return seconds ? { kind: "simple", per_move_s: seconds.most } : { kind: "none" };
};

/** Returns the clocks that a seek accepts, as a sentence. @param {any} clock */
export function clockText({ kinds, per_move_s: seconds }) {
  if (!seconds) return t("seek.no_clock");
  const { least, most } = seconds;
  const text = least === most ? t("seek.turn", { time: span(most, "long") }) : t("seek.turns", { least: span(least, "long"), most: span(most, "long") });
  return kinds.includes("none") ? `${text}${t("text.gap")}${t("seek.or_no_clock")}` : text;
}
