// Who may act for me: browsers, programs of others, and my own tokens.
import { get, post, request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { day, list, t } from "./i18n.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

/** What a new token may do, by the name of the choice. */
const CHOICES = {
  read: ["account:read", "table:read"],
  play: ["account:read", "table:create", "table:play", "table:read"],
};

/** @param {{own: string}} props the id of the token of this browser */
export function Access({ own }) {
  const [changed, setChanged] = useState(0);
  const [made, setMade] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const loaded = useLoaded(() => get("/me/tokens?limit=100"), String(changed));
  const now = Date.now();
  const tokens = (loaded.value?.tokens ?? []).filter(
    (/** @type {any} */ each) => !each.revoked_at && (!each.expires_at || Date.parse(each.expires_at) > now),
  );
  const attempt = async (/** @type {() => Promise<any>} */ work) => {
    try {
      const result = await work();
      setProblem(null);
      setChanged((count) => count + 1);
      return result;
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
      return null;
    }
  };
  const make = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const scopes = CHOICES[/** @type {"read"} */ (form.get("may"))];
    const answer = await attempt(() => post("/me/tokens", { name: form.get("name"), scopes }));
    if (answer) setMade(answer.secret);
  };
  return html`<section><h2>${t("access.title")}</h2>
    <p class="small">${t("access.about")}</p>
    <${ProblemNote} problem=${problem ?? loaded.problem} onDismiss=${() => setProblem(null)} />
    <ul class="rows" data-testid="tokens">${tokens.map((/** @type {any} */ each) => html`<li key=${each.id}>
      <span><strong>${each.id === own ? t("access.this_browser") : each.kind === "browser" ? t("access.browser") : each.name}</strong>
        <span class="names">${t(`access.kind.${each.kind}`)} · ${each.last_used_at ? t("access.used", { day: day(each.last_used_at) }) : t("access.unused")}
          ${each.kind !== "browser" && html` · ${list(each.scopes.map((/** @type {string} */ scope) => t(`scope.${scope}`)))}`}</span></span>
      ${each.id !== own && html`<button onClick=${() => attempt(() => request("DELETE", `/me/tokens/${each.id}`))}>${t("access.end")}</button>`}</li>`)}</ul>
    ${made && html`<div class="notice"><label class="wide">${t("access.made")}
      <input readonly value=${made} onFocus=${(/** @type {any} */ event) => event.target.select()} /></label></div>`}
    <details><summary>${t("access.make")}</summary><form class="form" onSubmit=${make}>
      <label>${t("access.name")}<input name="name" maxlength="40" required autocomplete="off" /></label>
      <label>${t("access.may")}<select name="may">${Object.keys(CHOICES).map((each) => html`<option value=${each}>${t(`access.may.${each}`)}</option>`)}</select></label>
      <button>${t("access.make")}</button></form></details>
  </section>`;
}
