// Proposals and leaving, each confirmed where it cannot be undone.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Sheet } from "./ui.mjs";

const KINDS = ["draw", "concede_hand", "concede_match", "abandon"];

/** @param {any} props */
export function TableMenu({ view, send, onClose, onOrders, onPeople, onResult }) {
  const [asks, setAsks] = useState("");
  const kinds = KINDS.filter((kind) => kind !== "concede_hand" || view.game === "sheng_ji");
  const all = [...(view.undoable_by === null ? [] : ["undo"]), ...kinds];
  const propose = async (/** @type {string} */ what) => {
    onClose();
    await send({ type: "propose", what }, { anyVersion: true });
  };
  if (asks) {
    const act = () => (asks === "leave" ? (onClose(), send({ type: "leave" }, { anyVersion: true })) : propose(asks));
    return html`<${Sheet} title=${t(`propose.${asks}`)} onClose=${onClose} testid="confirm">
      <p>${t(`confirm.${asks}`)}</p>
      <p class="buttons"><button class="primary" onClick=${act} data-testid="confirm-yes">${t(`propose.${asks}`)}</button>
        <button onClick=${() => setAsks("")}>${t("button.back")}</button></p>
    <//>`;
  }
  return html`<${Sheet} title=${t("tools.menu")} onClose=${onClose} testid="menu">
    <ul class="menu">${all.map((kind) => html`<li key=${kind}>
      <button onClick=${() => (kind === "undo" ? propose(kind) : setAsks(kind))} disabled=${Boolean(view.proposal)}>${t(`propose.${kind}`)}</button></li>`)}
      <li><button onClick=${onOrders} data-testid="open-orders">${t("orders.title")}</button></li>
      ${view.match?.hands_played > 0 && html`<li><button onClick=${onResult} data-testid="open-result">${t("result.again")}</button></li>`}
      <li><button onClick=${onPeople} data-testid="open-people">${t("tools.people")}</button></li>
      <li><button onClick=${() => setAsks("leave")}>${t("propose.leave")}</button></li>
    </ul>
  <//>`;
}
