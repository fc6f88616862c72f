// My account: keep a guest account by a password, language, sign out.
import { request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { LANGUAGES, t } from "./i18n.mjs";
import { go, Link, ProblemNote, useTitle } from "./ui.mjs";

/** @param {any} props */
export function Account({ me, refresh, speak, language }) {
  useTitle(t("nav.me"));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [leaving, setLeaving] = useState(false);
  if (!me) return html`<div class="page narrow"><h1>${t("nav.me")}</h1><p>${t("account.nobody")} <${Link} href="/sign-in">${t("nav.sign_in")}<//></p></div>`;
  const keep = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    try {
      await request("PUT", "/me/login", { body: { login: form.get("login"), password: form.get("password") } });
      setProblem(null);
      await refresh();
    } catch (error) {
      setProblem(/** @type {any} */ (error).document);
    }
  };
  const leave = async () => {
    try {
      await request("DELETE", "/session");
      await refresh();
      go("/");
    } catch (error) {
      setProblem(/** @type {any} */ (error).document);
    }
  };
  return html`<div class="page narrow"><h1>${me.player.name}</h1>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    <section><h2>${t("account.login")}</h2>
      ${me.login
        ? html`<p>${t("account.has_login", { login: me.login })}</p>`
        : html`<p>${t("account.guest")}</p>
          <form class="form" onSubmit=${keep} data-testid="keep">
            <label>${t("sign_in.name")}<input name="login" autocomplete="username" minlength="3" maxlength="40" required /></label>
            <label>${t("sign_in.password")}<input name="password" type="password" autocomplete="new-password" minlength="10" required aria-describedby="password-rule" /></label>
            <p class="small" id="password-rule">${t("account.password_rule")}</p>
            <button class="primary">${t("account.keep")}</button>
          </form>`}
    </section>
    <section><h2>${t("settings.language")}</h2><p class="buttons">
      ${Object.entries(LANGUAGES).map(([tag, name]) => html`<button key=${tag} lang=${tag} aria-pressed=${tag === language} onClick=${() => speak(tag)}>${name}</button>`)}</p></section>
    <section><h2>${t("account.leave")}</h2>
      ${!me.login && leaving && html`<p role="alert">${t("account.leave_guest")}</p>`}
      <button data-testid="sign-out" onClick=${() => (me.login || leaving ? leave() : setLeaving(true))}>${t(leaving ? "account.leave_anyway" : "account.leave")}</button></section>
  </div>`;
}
