// Parts of the client that are loaded when they are first shown, and the bar for a page of an older release.
import { html, useEffect, useState } from "./html.mjs";
import { loadPart, t } from "./i18n.mjs";
import { OUTDATED, sayOutdated } from "./outdated.mjs";

/** The modules of parts that several pages show, by name. @type {Object<string, () => Promise<any>>} */
export const PARTS = {
  account: () => import("./account.mjs"),
  analysis: () => import("./analysis.mjs"),
  code: () => import("./code.mjs"),
  help: () => import("./help.mjs"),
  inbox: () => import("./inbox.mjs"),
  invite: () => import("./invite.mjs"),
  keep: () => import("./keep.mjs"),
  leagues: () => import("./leagues.mjs"),
  orders: () => import("./orders.mjs"),
  people: () => import("./people.mjs"),
  replay: () => import("./replay.mjs"),
  rule: () => import("./rule_sheet.mjs"),
  rules: () => import("./rules.mjs"),
  seeks: () => import("./seeks.mjs"),
  series: () => import("./series.mjs"),
  "sign-in": () => import("./sign_in.mjs"),
  train: () => import("./trainer.mjs"),
};

/** @type {Map<Function, any>} */
const loaded = new Map();

/** Adds a style sheet once, and waits until the browser has it. @param {string} name */
export function style(name) {
  const address = new URL(`./${name}`, import.meta.url).href;
  if (document.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

/**
 * Shows `Part` of the module that `load` imports, with all other properties.
 *
 * @param {any} props `texts` names the parts of the texts that it needs, and `styles` a style sheet.
 */
export function Later({ load, texts = "", styles = "", ...props }) {
  const [, show] = useState(0);
  const [tried, setTried] = useState(0);
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (loaded.has(load)) return;
    Promise.all([load(), styles && style(styles), ...texts.split(" ").map(loadPart)]).then(
      ([module]) => {
        loaded.set(load, module.Part);
        setAway(false);
        show((count) => count + 1);
      },
      async () => setAway(!(await isGone())),
    );
  }, [load, tried]);
  const Part = loaded.get(load);
  if (Part) return html`<${Part} ...${props} />`;
  if (!away) return html`<p class="quiet-text" aria-busy="true">${t("part.loading")}</p>`;
  return html`<p class="buttons" role="alert">${t("problem.unreachable")}
    <button onClick=${() => setTried(tried + 1)}>${t("button.retry")}</button></p>`;
}

/** Returns whether the server has the files of another release. If so, it shows the bar. */
async function isGone() {
  try {
    const answer = await fetch(new URL("./main.mjs", import.meta.url), { cache: "no-store" });
    if (answer.status !== 404) return false;
  } catch {
    // The server is away, which the part itself says.
    return false;
  }
  sayOutdated();
  return true;
}

export function OutdatedBar() {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const show = () => setShown(true);
    window.addEventListener(OUTDATED, show);
    return () => window.removeEventListener(OUTDATED, show);
  }, []);
  if (!shown) return null;
  return html`<div class="lost" role="alert" data-testid="outdated">${t("link.outdated")}
    <button onClick=${() => location.reload()}>${t("button.reload")}</button></div>`;
}
