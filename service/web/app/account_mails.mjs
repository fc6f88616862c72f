// The address for mails, its confirmation, and which mails are sent.
import { get, request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

const KINDS = ["turn", "reminder", "invitation", "match"];
const RATES = ["each", "digest", "off"];

export function Mails() {
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { value: mails } = useLoaded(() => get("/me/notifications"), String(changed));
  if (!mails) return null;
  const attempt = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body = undefined) => {
    try {
      await request(method, path, { body });
      setProblem(null);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
    setChanged((count) => count + 1);
  };
  const submit = (/** @type {string} */ method, /** @type {string} */ path, /** @type {string} */ field) => (/** @type {any} */ event) => {
    event.preventDefault();
    attempt(method, path, { [field]: String(new FormData(event.target).get(field)).trim() });
  };
  return html`<section><h2>${t("mail.title")}</h2>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${!mails.sends_mail
      ? html`<p class="quiet-text">${t("mail.none_sent")}</p>`
      : html`
        <p>${mails.address ? t("mail.address", { address: mails.address }) : t("mail.no_address")}</p>
        ${mails.failing && html`<p role="alert">${t("mail.failing")}</p>`}
        ${mails.unconfirmed && html`<form class="form" onSubmit=${submit("POST", "/me/notifications/confirmation", "code")}>
          <p>${t("mail.unconfirmed", { address: mails.unconfirmed.address })}</p>
          <label>${t("mail.code")}<input name="code" autocomplete="one-time-code" required /></label>
          <button class="primary">${t("button.confirm")}</button></form>`}
        <form class="form" onSubmit=${submit("PUT", "/me/notifications/address", "address")}>
          <label>${t("mail.new_address")}<input name="address" type="email" autocomplete="email" required /></label>
          <button>${t("button.save")}</button></form>
        ${mails.address && html`<p><button onClick=${() => attempt("DELETE", "/me/notifications/address")}>${t("mail.drop")}</button></p>
          <div class="form">${KINDS.map((kind) => html`<label key=${kind}>${t(`mail.kind.${kind}`)}
            <select value=${mails.kinds[kind]} onChange=${(/** @type {any} */ event) => attempt("PATCH", "/me/notifications", { kinds: { [kind]: event.target.value } })}>
              ${RATES.map((rate) => html`<option value=${rate}>${t(`mail.rate.${rate}`)}</option>`)}
            </select></label>`)}</div>`}`}
  </section>`;
}
