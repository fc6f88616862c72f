// Adds one standing order: a common one, cards that are chosen in the hand, or a declaration.
import { shorts } from "./cards.mjs";
import { nameOf, trumpName } from "./events.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";

const SUITS = ["S", "H", "C", "D"];
const OVER = ["nobody", "others", "opponents", "any"];

/** @param {any} props */
export function OrderForm({ view, common, cards, sentenceOf, onAdd }) {
  const [kind, setKind] = useState("");
  const [when, setWhen] = useState("");
  const [suit, setSuit] = useState("S");
  const [over, setOver] = useState("nobody");
  const shengJi = view.game === "sheng_ji";
  const order = orderOf();

  function orderOf() {
    const [group, name] = kind.split(" ");
    if (group === "common") return common.find((/** @type {any} */ each) => each.name === name)?.order;
    if (group === "declare") return { do: "declare", suit, over, until: "hand" };
    if (!group || !cards.length) return null;
    const [fact, value] = when.split(" ");
    const facts = fact === "suit" ? { when: { led_suit: [value] } } : fact === "seat" ? { when: { led_by: [Number(value)] } } : {};
    return { do: group, cards, until: "hand", ...(group === "play" ? facts : {}) };
  }
  const add = () => {
    if (!order) return;
    onAdd(order);
    setKind("");
  };
  const others = view.seats.map((/** @type {any} */ each) => each.seat).filter((/** @type {number} */ seat) => seat !== view.you);
  const select = (/** @type {string} */ label, /** @type {string} */ value, /** @type {(value: string) => void} */ set, /** @type {[string, string][]} */ options, testid = "") =>
    html`<label>${label}<select value=${value} data-testid=${testid} onChange=${(/** @type {any} */ event) => set(event.target.value)}>
      ${options.map(([each, text]) => html`<option key=${each} value=${each}>${text}</option>`)}</select></label>`;
  return html`<div class="form panel">
    ${select(t("orders.add"), kind, setKind, [
      ["", t("orders.choose")],
      ...common.map((/** @type {any} */ each) => [`common ${each.name}`, sentenceOf(each.order)]),
      ["play", t("orders.play_cards")],
      ["lead", t("orders.lead_cards")],
      .../** @type {[string, string][]} */ (shengJi ? [["declare", t("orders.declare")]] : []),
    ], "order-kind")}
    ${(kind === "play" || kind === "lead") && html`<p class=${cards.length ? "" : "bad"}>${cards.length ? t("orders.cards", { cards: shorts(cards) }) : t("orders.choose_cards")}</p>`}
    ${kind === "play" && select(t("orders.when"), when, setWhen, [
      ["", t("orders.when.any")],
      .../** @type {[string, string][]} */ (shengJi ? [...SUITS.map((each) => [`suit ${each}`, t("orders.when.suit", { suit: trumpName(each) })]), ["suit T", t("orders.when.suit", { suit: t("hand.trumps") })]] : []),
      ...others.map((/** @type {number} */ seat) => [`seat ${seat}`, t("orders.when.seat", { name: nameOf(view, seat) })]),
    ])}
    ${kind === "declare" && html`${select(t("orders.suit"), suit, setSuit, [...SUITS, "NT"].map((each) => [each, trumpName(each)]))}
      ${select(t("orders.over"), over, setOver, OVER.map((each) => [each, t(`orders.over.${each}`)]))}`}
    ${order && html`<p class="quiet-text" data-testid="order-sentence">${sentenceOf(order)}</p>`}
    <button onClick=${add} aria-disabled=${!order} data-testid="add-order">${t("orders.add_button")}</button>
  </div>`;
}
