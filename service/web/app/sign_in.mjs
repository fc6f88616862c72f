// Signing in, and creating an account. Afterwards the browser goes home, or back to the page that asked who it is.
import { post, request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { current, t } from "./i18n.mjs";
import { canUsePasskeys, signInByPasskey } from "./passkeys.mjs";
import { go, ProblemNote, useTitle } from "./ui.mjs";

/** The pages of the server to which one comes back. Other addresses in a link are ignored. */
const BACK = ["/oauth/authorize", "/oauth/device"];

/** Returns the address of this server to which the query leads back, or "". @param {string} query */
export function cameFrom(query) {
  const then = new URLSearchParams(query).get("then") ?? "";
  if (!URL.canParse(then, location.origin)) return "";
  const address = new URL(then, location.origin);
  return address.origin === location.origin && BACK.includes(address.pathname) ? address.pathname + address.search : "";
}

/** @param {any} props */
export function Part({ me, refresh }) {
  useTitle(t("nav.sign_in"));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const then = cameFrom(location.search);
  const [isNew, setNew] = useState(new URLSearchParams(location.search).has("new"));
  const enter = async (/** @type {() => Promise<any>} */ work) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      if (then) return location.assign(then);
      await refresh();
      go("/");
    } catch (error) {
      setBusy(false);
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const shared = { enter, busy, me, refresh };
  const swap = () => {
    setProblem(null);
    setNew(!isNew);
  };
  return html`<div class="page narrow"><h1>${t(isNew ? "sign_in.create" : "nav.sign_in")}</h1>
    ${then && html`<p class="notice" data-testid="comes-back">${t("sign_in.comes_back")}</p>`}
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${isNew ? html`<${NewAccount} ...${shared} />` : html`<${Known} ...${shared} />`}
    <section class="other-ways"><p><button class="link" onClick=${swap} data-testid="swap">${t(isNew ? "sign_in.have_account" : "sign_in.no_account")}</button></p>
      ${then && !me
        ? html`<p><button disabled=${busy} onClick=${() => enter(() => asGuest(t("guest.name")))} data-testid="go-on-as-guest">${t("sign_in.as_guest")}</button></p>`
        : html`<p class="small">${t("sign_in.or")}</p>`}</section></div>`;
}

/** @param {string} name */
const asGuest = (name) => post("/session/guest", { name, language: current() });

/** @param {any} props */
function Known({ enter, busy }) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    enter(() => post("/session", { name: form.get("name"), password: form.get("password") }));
  };
  return html`<form onSubmit=${submit} class="form">
      <label>${t("sign_in.name")}<input name="name" autocomplete="username" autocapitalize="none" required /></label>
      <label>${t("sign_in.password")}<input name="password" type="password" autocomplete="current-password" required /></label>
      <button class="primary" disabled=${busy}>${t("nav.sign_in")}</button>
      ${canUsePasskeys() && html`<button type="button" disabled=${busy} data-testid="by-passkey" onClick=${() => enter(signInByPasskey)}>${t("sign_in.passkey")}</button>`}
    </form>`;
}

/** @param {any} props */
function NewAccount({ enter, busy, me, refresh }) {
  const create = async (/** @type {FormData} */ form) => {
    const login = String(form.get("login"));
    // A second attempt keeps the account of the first, whose login was refused.
    if (!me) await asGuest(login);
    await refresh();
    await request("PUT", "/me/login", { body: { login, password: form.get("password") } });
  };
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    enter(() => create(form));
  };
  return html`<form onSubmit=${submit} class="form" data-testid="new-account">
      <label>${t("sign_in.name")}<input name="login" autocomplete="username" autocapitalize="none" minlength="3" maxlength="40" required aria-describedby="login-rule" /></label>
      <p class="small" id="login-rule">${t("sign_in.login_rule")}</p>
      <label>${t("sign_in.password")}<input name="password" type="password" autocomplete="new-password" minlength="10" required aria-describedby="password-rule" /></label>
      <p class="small" id="password-rule">${t("account.password_rule")}</p>
      <button class="primary" disabled=${busy}>${t("sign_in.create")}</button>
    </form>`;
}
