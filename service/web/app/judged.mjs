// What the trainer and the analysis show alike: a move, its reason, and numbers of points.
import { short } from "./cards.mjs";
import { callText } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { html } from "./html.mjs";
import { current, has, list, t } from "./i18n.mjs";

const CARD = /\b(?:BJ|SJ|(?:10|[2-9JQKA])[SHCD])\b/g;

/** Returns points a hand with one decimal, and with a sign if `signed`. @param {number} value @param {boolean} [signed] */
export const pointsText = (value, signed = false) =>
  new Intl.NumberFormat(current(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: signed ? "exceptZero" : "auto" })
    .format(Number(value.toFixed(1)) || 0)
    .replace("-", "−");

/** A move in the form of a command. @param {{move: any}} props */
export function Move({ move }) {
  const cards = move.cards ?? (move.card ? [move.card] : move.shows?.flatMap((/** @type {any} */ each) => each.cards));
  if (move.type === "call_friends" && move.calls.length) return html`<span>${t("move.call_friends")} ${list(move.calls.map(callText))}</span>`;
  const words = t(has(`move.${move.type}`) ? `move.${move.type}` : "move.other");
  return html`<span class="move">${move.type !== "play" && html`<span>${words}</span>`} ${cards?.length > 0 && html`<${Faces} cards=${cards} />`}</span>`;
}

/** Why a move is better: a name of the lesson, and the sentence of the server. @param {{reason: any}} props */
export function Reason({ reason }) {
  if (!reason) return null;
  const key = `why.${reason.code}`;
  return html`<p class="why">${has(key) && html`<strong>${t(key)}</strong> `}<span lang=${/[\u4e00-\u9fff]/.test(reason.sentence) ? undefined : "en"}>${reason.sentence.replace(CARD, short)}</span></p>`;
}

/** Returns the name of a phase of a hand. @param {string} phase */
export const phaseName = (phase) => (has(`hand_phase.${phase}`) ? t(`hand_phase.${phase}`) : phase);
