// How I sign in: the name with a password, and passkeys.
import { request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { day, t } from "./i18n.mjs";
import { canUsePasskeys, listPasskeys, registerPasskey, removePasskey } from "./passkeys.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

/** @param {any} props */
export function SignInWays({ me, refresh }) {
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [done, setDone] = useState("");
  const passkeys = useLoaded(listPasskeys, String(changed));
  const attempt = async (/** @type {() => Promise<any>} */ work, /** @type {string} */ said) => {
    try {
      await work();
      setProblem(null);
      setDone(said);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
    setChanged((count) => count + 1);
    await refresh();
  };
  const save = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const current = form.get("current_password");
    const body = { login: form.get("login"), password: form.get("password"), ...(current ? { current_password: current } : {}) };
    attempt(() => request("PUT", "/me/login", { body }), "ways.saved");
  };
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    const password = String(new FormData(event.target).get("current_password") ?? "");
    attempt(() => registerPasskey(password), "ways.added");
  };
  return html`<section><h2>${t("account.login")}</h2>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${done && html`<p role="status">${t(done)}</p>`}
    <p>${me.login ? t("account.has_login", { login: me.login }) : t("ways.no_password")}</p>
    <details><summary>${t(me.login ? "ways.change_password" : "ways.add_password")}</summary>
      <form class="form" onSubmit=${save}>
        <label>${t("sign_in.name")}<input name="login" autocomplete="username" autocapitalize="none" minlength="3" maxlength="40" defaultValue=${me.login ?? ""} required /></label>
        ${me.login && html`<label>${t("ways.current_password")}<input name="current_password" type="password" autocomplete="current-password" required /></label>`}
        <label>${t("ways.new_password")}<input name="password" type="password" autocomplete="new-password" minlength="10" required /></label>
        <p class="small">${t("account.password_rule")}</p>
        <button>${t("button.save")}</button>
      </form></details>
    <h3>${t("ways.passkeys")}</h3>
    <p class="small">${t("ways.passkeys_about")}</p>
    <${ProblemNote} problem=${passkeys.problem} />
    <ul class="rows" data-testid="passkeys">${(passkeys.value ?? []).map((/** @type {any} */ each) => html`<li key=${each.id}>
      <span>${t("ways.passkey_since", { day: day(each.created_at) })}
        <span class="names">${each.last_used_at ? t("access.used", { day: day(each.last_used_at) }) : t("access.unused")}</span></span>
      <button onClick=${() => attempt(() => removePasskey(each.id), "ways.removed")}>${t("button.remove")}</button></li>`)}</ul>
    ${canUsePasskeys() && html`<form class="form" onSubmit=${add}>
      ${me.login && html`<label>${t("ways.current_password")}<input name="current_password" type="password" autocomplete="current-password" required /></label>`}
      <button data-testid="add-passkey">${t("ways.add_passkey")}</button></form>`}
  </section>`;
}
