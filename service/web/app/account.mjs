// My account: keeping it, ways to sign in, mails, ratings, access of programs, export, and closing.
import { Access } from "./account_access.mjs";
import { Mails } from "./account_mails.mjs";
import { NameForm } from "./account_name.mjs";
import { Ratings } from "./account_ratings.mjs";
import { Closing } from "./account_closing.mjs";
import { SignInWays } from "./account_ways.mjs";
import { get, request } from "./api.mjs";
import { GuestNote, isGuest } from "./guest.mjs";
import { html, useState } from "./html.mjs";
import { LANGUAGES, t } from "./i18n.mjs";
import { go, Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

/** @param {any} props */
export function Part({ me, refresh, speak, language, onSettings }) {
  useTitle(t("nav.me"));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [leaving, setLeaving] = useState(false);
  if (!me) return html`<div class="page narrow"><h1>${t("nav.me")}</h1><p>${t("account.nobody")} <${Link} href="/sign-in">${t("nav.sign_in")}<//></p></div>`;
  const leave = async () => {
    try {
      await request("DELETE", "/session");
      await refresh();
      go("/");
    } catch (error) {
      setProblem(/** @type {any} */ (error).document);
    }
  };
  const guest = isGuest(me);
  return html`<div class="page narrow account" data-testid="account"><h1>${me.player.name}</h1>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    <${GuestNote} me=${me} refresh=${refresh} />
    <${NameForm} me=${me} refresh=${refresh} />
    ${!guest && html`<${SignInWays} me=${me} refresh=${refresh} />`}
    <section><h2>${t("settings.title")}</h2><p class="buttons">
      ${Object.entries(LANGUAGES).map(([tag, name]) => html`<button key=${tag} lang=${tag} aria-pressed=${tag === language} onClick=${() => speak(tag)}>${name}</button>`)}
      <button onClick=${onSettings}>${t("account.more_settings")}</button></p></section>
    <${Mails} />
    <${Ratings} player=${me.player.id} />
    <${Access} own=${me.token.id} />
    <${Blocks} />
    <section><h2>${t("account.data")}</h2><p>${t("account.export_about")}</p>
      <p><a class="button" href="/v1/me/export" download>${t("account.export")}</a></p></section>
    <section><h2>${t("account.leave")}</h2>
      ${guest && leaving && html`<p role="alert">${t("account.leave_guest")}</p>`}
      <p><button data-testid="sign-out" onClick=${() => (!guest || leaving ? leave() : setLeaving(true))}>${t(leaving ? "account.leave_anyway" : "account.leave")}</button></p></section>
    <${Closing} me=${me} refresh=${refresh} />
  </div>`;
}

/** Players whom this player has blocked; nothing is shown without any. */
function Blocks() {
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { value } = useLoaded(() => get("/me/blocks?limit=100"), String(changed));
  const blocks = value?.blocks ?? [];
  if (!blocks.length) return null;
  const unblock = async (/** @type {string} */ id) => {
    try {
      await request("DELETE", `/me/blocks/${id}`);
      setChanged(changed + 1);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document);
    }
  };
  return html`<section><h2>${t("account.blocks")}</h2><${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} /><ul class="rows">${blocks.map((/** @type {any} */ { id, name }) => html`<li key=${id}>
    <span>${name ?? t("player.unknown")}</span><button onClick=${() => unblock(id)}>${t("account.unblock")}</button></li>`)}</ul></section>`;
}
