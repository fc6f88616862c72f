// Keeping a guest account: the name that others see, and a login name with a password, or a passkey.
import { request } from "./api.mjs";
import { NameField, rename } from "./account_name.mjs";
import { html, useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { canUsePasskeys, registerPasskey } from "./passkeys.mjs";
import { ProblemNote } from "./ui.mjs";

/** @param {{me: any, refresh: () => Promise<void>}} props */
export function Part({ me, refresh }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [kept, setKept] = useState(false);
  const said = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => said.current?.scrollIntoView({ block: "center" }), [kept]);
  // A name that the page has given is none to suggest.
  const [name] = useState(me.player.name.startsWith(t("guest.name")) ? "" : me.player.name);
  const attempt = async (/** @type {HTMLFormElement} */ form, /** @type {() => Promise<any>} */ work) => {
    try {
      await rename(me, String(new FormData(form).get("name")));
      await work();
      setProblem(null);
      setKept(true);
      await refresh();
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    attempt(event.target, () => request("PUT", "/me/login", { body: { login: form.get("login"), password: form.get("password") } }));
  };
  const byPasskey = (/** @type {any} */ event) => {
    const form = event.target.form;
    if (form.elements.name.reportValidity()) attempt(form, () => registerPasskey());
  };
  if (kept) return html`<p role="status" data-testid="kept" ref=${said}>${t("keep.done")}</p>`;
  return html`<form class="form" onSubmit=${submit} data-testid="keep">
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    <${NameField} name=${name} about="kept-name-rule" />
    ${canUsePasskeys() && html`<button type="button" class="primary" data-testid="keep-by-passkey" onClick=${byPasskey}>${t("keep.passkey")}</button>
      <p class="small">${t("keep.or")}</p>`}
    <label>${t("sign_in.name")}<input name="login" autocomplete="username" autocapitalize="none" minlength="3" maxlength="40" required aria-describedby="login-rule" /></label>
    <p class="small" id="login-rule">${t("sign_in.login_rule")}</p>
    <label>${t("sign_in.password")}<input name="password" type="password" autocomplete="new-password" minlength="10" required aria-describedby="password-rule" /></label>
    <p class="small" id="password-rule">${t("account.password_rule")}</p>
    <button class=${canUsePasskeys() ? "" : "primary"}>${t("account.keep")}</button>
  </form>`;
}
