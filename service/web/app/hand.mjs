// My hand: a listbox with a group for each effective suit. Taps, double taps and keys choose cards.
import { oneRow, rowsOf, spoken } from "./cards.mjs";
import { useDrag } from "./drag.mjs";
import { faceContent, suitClass } from "./faces.mjs";
import { html, useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { isDeadEnd, isJudged, isWithin } from "./legal.mjs";
import { cardOf } from "./store.mjs";

/** @param {any} match @param {string} game */
export const groupsOf = (match, game) =>
  game === "sheng_ji" ? rowsOf(match.hand, match) : oneRow(match.hand);

/**
 * Returns why a card is dimmed: no legal move has it, or none has it together with the chosen cards. Otherwise "".
 * What is not listed completely is not judged. Once the chosen cards fit no move, each card is judged by itself.
 */
function dimmed(moves, chosen, held) {
  if (!isJudged(moves)) return "";
  if (!isWithin(moves, [held.card])) return "hand.not_legal";
  if (isSingle(moves) || chosen.includes(held.id) || isDeadEnd(moves, chosen)) return "";
  return isWithin(moves, [...chosen.map(cardOf), held.card]) ? "" : "hand.not_together";
}

/** Returns whether every legal answer is one card, so that a tap replaces the card chosen before. @param {any} moves */
const isSingle = (moves) =>
  Boolean(moves?.complete && moves.asked && moves.cards.length && moves.cards.every((/** @type {string[]} */ cards) => cards.length === 1));

/** @param {any} props */
export function Hand({ view, moves, chosen, dispatch, onEnter, fresh = [] }) {
  const groups = groupsOf(view.match, view.game);
  const all = groups.flatMap((group) => group.cards);
  const [active, setActive] = useState("");
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const at = Math.max(0, all.findIndex((held) => held.id === active));
  const current = all[at]?.id ?? "";
  useEffect(() => {
    // The hand gets shorter: the focus goes to the card that is now at the same place.
    if (active && !all.some((held) => held.id === active)) setActive("");
  }, [all.length]);

  const toggle = (/** @type {string} */ id) =>
    dispatch(isSingle(moves) && !chosen.includes(id) ? { type: "choose", ids: [id] } : { type: "toggle", id });
  const equals = (/** @type {any} */ held) => {
    const same = all.filter((each) => each.card === held.card).map((each) => each.id);
    dispatch({ type: "choose", ids: [...chosen.filter((/** @type {string} */ id) => !same.includes(id)), ...same] });
  };
  const drag = useDrag(all.map((held) => held.id), chosen, (ids) => dispatch({ type: "choose", ids }), isSingle(moves));
  const toRow = (/** @type {number} */ step) => {
    const row = groups.findIndex((group) => group.cards.some((held) => held.id === current));
    const next = groups[Math.min(groups.length - 1, Math.max(0, row + step))];
    const column = groups[row]?.cards.findIndex((held) => held.id === current) ?? 0;
    if (next) setActive(next.cards[Math.min(column, next.cards.length - 1)].id);
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Object<string, () => void>} */
    const acts = {
      ArrowRight: () => setActive(all[Math.min(all.length - 1, at + 1)]?.id ?? ""),
      ArrowLeft: () => setActive(all[Math.max(0, at - 1)]?.id ?? ""),
      ArrowDown: () => toRow(1),
      ArrowUp: () => toRow(-1),
      Home: () => setActive(all[0]?.id ?? ""),
      End: () => setActive(all.at(-1)?.id ?? ""),
      " ": () => toggle(current),
      Enter: onEnter,
      Escape: () => dispatch({ type: "choose", ids: [] }),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return html`<div class=${`hand ${view.game}`} role="listbox" aria-multiselectable="true" tabindex="0" ref=${box}
      aria-label=${t("hand.label", { n: all.length })} aria-activedescendant=${current ? `card-${current}` : undefined}
      onKeyDown=${key} ...${drag.handlers} data-testid="hand">
    ${groups.map(
      (group) => html`<div class="row" role="group" aria-label=${group.label} key=${group.name} data-suit=${group.name}>
        ${group.cards.map((held) => {
          const isChosen = chosen.includes(held.id);
          const why = dimmed(moves, chosen, held);
          const name = [
            spoken(held.card),
            group.name === "T" ? t("hand.is_trump") : "",
            held.copies > 1 ? t("hand.copy", { copy: held.copy, copies: held.copies }) : "",
            fresh.includes(held.id) ? t("hand.fresh") : "",
            why && t(why),
          ];
          return html`<div key=${held.id} id=${`card-${held.id}`} role="option" aria-selected=${isChosen}
              aria-label=${name.filter(Boolean).join(", ")} data-card=${held.card} data-id=${held.id}
              class=${`card ${suitClass(held.card)} ${isChosen ? "chosen" : ""} ${why && "dim"}
                ${held.id === current ? "active" : ""} ${fresh.includes(held.id) ? "fresh" : ""}`}
              onClick=${() => {
                if (drag.endsDrag()) return;
                setActive(held.id);
                toggle(held.id);
              }}
              onDblClick=${() => equals(held)}>
            ${faceContent(held.card)}
          </div>`;
        })}
      </div>`,
    )}
  </div>`;
}
