// Parts that several pages of the desk use.
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Sheet } from "./ui.mjs";

/** A sheet that asks for a reason, and for what its children ask, and then acts. @param {any} props */
export function ReasonSheet({ title, children, verb, onClose, onSend, optional = false, reason = "" }) {
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    onClose();
    onSend(String(form.get("reason") ?? "").trim(), form);
  };
  return html`<${Sheet} title=${title} onClose=${onClose} testid="reason-sheet"><form class="form" onSubmit=${send}>
    ${children}
    <label>${t(optional ? "desk.reason.optional" : "desk.reason")}<input name="reason" required=${!optional} maxlength="200" autocomplete="off"
      defaultValue=${reason} aria-describedby="reason-rule" /></label>
    <p class="small" id="reason-rule">${optional ? "" : `${t("desk.reason.needed")}${t("text.gap")}`}${t("desk.reason.public")}</p>
    <p class="buttons"><button class="primary" data-testid="send">${verb}</button><button type="button" onClick=${onClose}>${t("desk.cancel")}</button></p>
  </form><//>`;
}

/** The scores with which staff set a result. @param {any} settings @returns {[string, number, number, string][]} */
export function outcomes(settings) {
  const { win, draw, loss } = settings.rounds;
  return [
    ["first_won", win, loss, "adjudicated"],
    ["second_won", loss, win, "adjudicated"],
    ["drawn", draw, draw, "adjudicated"],
    ["second_absent", win, loss, "forfeit"],
    ["first_absent", loss, win, "forfeit"],
    ["both_absent", loss, loss, "double_forfeit"],
  ];
}

/** Sets the result of a match. @param {any} props */
export function ResultSheet({ round, match, first, second, view, commands, onClose }) {
  const all = outcomes(view.settings);
  const send = (/** @type {string} */ reason, /** @type {FormData} */ form) => {
    const chosen = all.find(([name]) => name === form.get("outcome"));
    if (!chosen) return;
    const [, one, other, kind] = chosen;
    commands.send({ type: "override_result", round, match: match.number, first: one, second: other, kind, reason });
  };
  return html`<${ReasonSheet} title=${t("desk.result.title", { round, number: match.number })} verb=${t("desk.result.set")} reason=${t("desk.reason.entered")} onClose=${onClose} onSend=${send}>
    <fieldset class="choice column"><legend>${first} – ${second}</legend>${all.map(([name]) => html`<label key=${name}><input type="radio" name="outcome" value=${name} required /> ${t(`desk.outcome.${name}`, { first, second })}</label>`)}</fieldset>
    ${match.is_over && html`<p class="small">${t("desk.result.replaces")}</p>`}
  <//>`;
}
