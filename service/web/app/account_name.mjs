// The name that others see: changing it on the account page, and its field where a guest keeps the account.
import { request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { ProblemNote } from "./ui.mjs";

const LONGEST = 40;

/** Changes the name of the account. @param {any} me @param {string} name */
export async function rename(me, name) {
  if (name !== me.player.name) await request("PUT", "/me/name", { body: { name } });
}

/** The field of a name. @param {{name: string, about: string}} props */
export function NameField({ name, about }) {
  return html`<label>${t("account.name")}<input name="name" autocomplete="nickname" maxlength=${LONGEST} defaultValue=${name} required aria-describedby=${about} /></label>
    <p class="small" id=${about}>${t("account.name_about")}</p>`;
}

/** @param {{me: any, refresh: () => Promise<void>}} props */
export function NameForm({ me, refresh }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [done, setDone] = useState("");
  const save = async (/** @type {any} */ event) => {
    event.preventDefault();
    const name = String(new FormData(event.target).get("name"));
    setDone("");
    try {
      await rename(me, name);
      setProblem(null);
      await refresh();
      setDone(name);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  return html`<section><h2>${t("account.name")}</h2>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${done && html`<p role="status" data-testid="renamed">${t("account.renamed", { name: done })}</p>`}
    <details><summary>${t("account.rename")}</summary><form class="form" onSubmit=${save} data-testid="rename">
      <${NameField} name=${me.player.name} about="name-rule" />
      <button>${t("button.save")}</button></form></details>
  </section>`;
}
