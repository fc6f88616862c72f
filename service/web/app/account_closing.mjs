// Closing the account for good, after a second question.
import { request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { go, ProblemNote } from "./ui.mjs";

/** @param {any} props */
export function Closing({ me, refresh }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const close = async (/** @type {any} */ event) => {
    event.preventDefault();
    const password = new FormData(event.target).get("password");
    const body = { confirm: me.player.id, ...(password ? { current_password: password } : {}) };
    try {
      await request("DELETE", "/me", { body });
      // The account is gone, so the cookie is of no use any more.
      await request("DELETE", "/session");
      await refresh();
      go("/");
    } catch (error) {
      setProblem(/** @type {any} */ (error).document);
    }
  };
  return html`<section><h2>${t("closing.title")}</h2>
    <details><summary>${t("closing.open")}</summary>
      <form class="form" onSubmit=${close} data-testid="closing"><p>${t("closing.about")}</p>
        <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
        ${me.login && html`<label>${t("ways.current_password")}<input name="password" type="password" autocomplete="current-password" required /></label>`}
        <label class="inline"><input type="checkbox" required /> ${t("closing.sure")}</label>
        <button>${t("closing.title")}</button></form></details>
  </section>`;
}
