// Standing orders of my seat: sentences, a preview by the server, and a draft that survives a reload.
import { get, request } from "./api.mjs";
import { shorts } from "./cards.mjs";
import { nameOf, sentence, trumpName } from "./events.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { OrderForm } from "./order_form.mjs";
import { cardOf } from "./store.mjs";
import { ProblemNote, Sheet, useLoaded } from "./ui.mjs";

const SHOWN_TURNS = 5;
const PREVIEW_MS = 300;
const keptAt = (/** @type {string} */ table) => `shengji.orders.${table}`;

/** The order as one gives it, without what only the view says about it. @param {any} order */
const given = ({ id: _id, means: _means, ...order }) => order;

/** Members in one order, so that equal orders have equal texts. @param {any} value @returns {any} */
const sorted = (value) =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
    : value;
const textOf = (/** @type {any} */ value) => JSON.stringify(sorted(value));

/** Returns an order as a sentence: our own where it is a common one or made by our form, else that of the server. */
function orderSentence(order, view, common, means) {
  const known = common.find((/** @type {any} */ each) => textOf(each.order) === textOf(order));
  if (known) return has(`order.${known.game}.${known.name}`) ? t(`order.${known.game}.${known.name}`) : known.means;
  const { do: does, cards, suit, over, when, until, ...rest } = order;
  if (Object.keys(rest).length || until !== "hand") return means;
  const led = when?.led_suit?.length === 1 ? (when.led_suit[0] === "T" ? t("hand.trumps") : trumpName(when.led_suit[0])) : "";
  const leader = when?.led_by?.length === 1 ? nameOf(view, when.led_by[0]) : "";
  const facts = Object.keys(when ?? {}).length;
  if (does === "declare" && !facts) return t(`order.declare.${over}`, { suit: trumpName(suit) });
  if (does === "lead" && !facts) return t("order.lead", { cards: shorts(cards) });
  if (does === "play" && !facts) return t("order.play", { cards: shorts(cards) });
  if (does === "play" && facts === 1 && led) return t("order.play.led", { cards: shorts(cards), suit: led });
  if (does === "play" && facts === 1 && leader) return t("order.play.by", { cards: shorts(cards), name: leader });
  return means;
}

/** @param {any} action what orders would send */
function actionText(action) {
  if (!action) return t("orders.nothing");
  const cards = action.cards ?? (action.card ? [action.card] : []);
  return cards.length ? t("orders.would_play", { cards: shorts(cards) }) : t(action.type === "pass" ? "orders.would_pass" : "orders.would_act");
}

/** Reads the draft of a table from this browser. @param {any} view */
function keptDraft(view) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keptAt(view.id)) ?? "null");
    return kept && Array.isArray(kept.orders) ? kept : null;
  } catch {
    // Something unreadable is kept. The draft then begins with the orders of the seat.
    return null;
  }
}

const liveDraft = (/** @type {any} */ view) => ({ auto_forced: view.orders.auto_forced, orders: view.orders.live.map(given) });

/** @param {any} props */
export function Part({ view, chosen, onClose }) {
  const common = (useLoaded(() => get("/rules/orders/common"), "orders").value?.orders ?? []).filter((/** @type {any} */ each) => each.game === view.game);
  const [draft, setDraft] = useState(() => keptDraft(view));
  const [foreseen, setForeseen] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [saved, setSaved] = useState(false);
  const live = liveDraft(view);
  const shown = draft ?? live;
  const changed = textOf(shown) !== textOf(live);
  const path = `/tables/${view.id}/commands`;
  const edit = (/** @type {any} */ change) => {
    const next = { ...shown, ...change };
    setSaved(false);
    setDraft(next);
    sessionStorage.setItem(keptAt(view.id), JSON.stringify(next));
  };
  const drop = () => {
    setDraft(null);
    sessionStorage.removeItem(keptAt(view.id));
  };
  useEffect(() => {
    if (!shown.orders.length) {
      setForeseen(null);
      setProblem(null);
      return undefined;
    }
    const timer = setTimeout(async () => {
      try {
        setForeseen((await request("POST", `${path}?dry_run=true`, { body: { type: "give_orders", ...shown } })).body.foreseen);
        setProblem(null);
      } catch (error) {
        setForeseen(null);
        setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
      }
    }, PREVIEW_MS);
    return () => clearTimeout(timer);
  }, [textOf(shown), view.version]);
  const save = async () => {
    try {
      await request("POST", path, { body: { type: "give_orders", ...shown } });
      drop();
      setSaved(true);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const means = (/** @type {number} */ at) => foreseen?.orders[at]?.means ?? view.orders.live[at]?.means ?? "";
  return html`<${Sheet} title=${t("orders.title")} onClose=${onClose} testid="orders">
    <p class="small">${t("orders.about")}</p>
    <label class="inline"><input type="checkbox" checked=${shown.auto_forced} data-testid="auto-forced"
      onChange=${(/** @type {any} */ event) => edit({ auto_forced: event.target.checked })} /> ${t("orders.auto_forced")}</label>
    ${shown.orders.length > 1 && html`<p class="small">${t("orders.first_acts")}</p>`}
    <ol class="rows" data-testid="order-list">${shown.orders.map((/** @type {any} */ order, /** @type {number} */ at) => html`<li key=${at}>
      <span>${orderSentence(order, view, common, means(at))}</span>
      <button class="quiet" aria-label=${t("button.remove")} onClick=${() => edit({ orders: shown.orders.filter((/** @type {any} */ _each, /** @type {number} */ index) => index !== at) })}>✕</button></li>`)}</ol>
    <${OrderForm} view=${view} common=${common} cards=${chosen.map(cardOf)} sentenceOf=${(/** @type {any} */ order) => orderSentence(order, view, common, "")}
      onAdd=${(/** @type {any} */ order) => edit({ orders: [...shown.orders, order] })} />
    <${ProblemNote} problem=${problem} />
    ${foreseen && html`<${Preview} foreseen=${foreseen} view=${view} />`}
    ${saved && html`<p role="status" data-testid="orders-saved">${t("orders.saved")}</p>`}
    <p class="buttons"><button class="primary" aria-disabled=${!changed || Boolean(problem)} onClick=${() => changed && !problem && save()} data-testid="give-orders">${t("orders.give")}</button>
      ${changed && html`<button onClick=${drop}>${t("orders.drop")}</button>`}</p>
    ${view.orders.ended.length > 0 && html`<h3>${t("orders.ended")}</h3><ul class="rows">${view.orders.ended.map((/** @type {any} */ each) => html`<li key=${each.id}>
      <span>${t("orders.number", { id: each.id })} ${has(`orders.end.${each.reason}`) ? t(`orders.end.${each.reason}`) : each.means}</span></li>`)}</ul>`}
  <//>`;
}

/** What the orders would do now, and would have done in the last turns. @param {any} props */
function Preview({ foreseen, view }) {
  const turns = (foreseen.preview ?? []).slice(-SHOWN_TURNS);
  return html`<div class="notice" data-testid="orders-preview"><div>
    <p><strong>${t("orders.now")}</strong>${" "}${actionText(foreseen.acts_now)}</p>
    ${turns.length > 0 && html`<p class="small">${t("orders.before")}</p><ul>${turns.map((/** @type {any} */ turn) => html`<li key=${turn.version}>
      ${sentence({ version: turn.version, ...turn.did }, view)}${" "}${actionText(turn.would)}</li>`)}</ul>`}</div></div>`;
}
