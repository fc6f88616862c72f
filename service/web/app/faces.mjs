// The face of a card, from text and CSS alone.
import { isHidden, isJoker, rankOf, SIGNS, suitOf, spoken } from "./cards.mjs";
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";

/** Content of a face, for elements that have a role and a name of their own. @param {string} card */
export function faceContent(card) {
  if (isHidden(card)) return html`<span class="back" aria-hidden="true"></span>`;
  if (isJoker(card)) {
    return html`<span class="rank" aria-hidden="true">${card === "BJ" ? "★" : "☆"}</span>
      <span class="word" aria-hidden="true">${t(`card.face.${card}`)}</span>`;
  }
  const sign = SIGNS[/** @type {"S"} */ (suitOf(card))];
  return html`<span class="rank" aria-hidden="true">${rankOf(card)}</span>
    <span class="sign" aria-hidden="true">${sign}</span><span class="pip" aria-hidden="true">${sign}</span>`;
}

/** @param {string} card */
export const suitClass = (card) => (isHidden(card) ? "suit-hidden" : card === "BJ" ? "suit-BJ" : `suit-${suitOf(card)}`);

/** A face that is only looked at. @param {{card: string, small?: boolean}} props */
export function Face({ card, small }) {
  return html`<span class=${`card ${suitClass(card)} ${small ? "small" : ""}`} role="img" aria-label=${spoken(card)}>
    ${faceContent(card)}
  </span>`;
}

/** @param {{cards: string[], small?: boolean}} props */
export function Faces({ cards, small = true }) {
  return html`<span class="cards">${cards.map((card, at) => html`<${Face} key=${at} card=${card} small=${small} />`)}</span>`;
}
