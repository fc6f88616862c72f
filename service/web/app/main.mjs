// Starts the client: language, account, routes.
import { Account } from "./account.mjs";
import { Problem, request } from "./api.mjs";
import { Home, Code, SignIn } from "./home.mjs";
import { Fragment, html, render, useEffect, useState } from "./html.mjs";
import { current, load, preferred, t } from "./i18n.mjs";
import { Inbox } from "./inbox.mjs";
import { Replay } from "./replay.mjs";
import { applySettings } from "./settings.mjs";
import { SettingsSheet } from "./settings_sheet.mjs";
import { Table } from "./table.mjs";
import { Link } from "./ui.mjs";

/** @type {[RegExp, string][]} */
const ROUTES = [
  [/^\/(?:play)?$/, "home"],
  [/^\/tables\/([\w-]+)$/, "table"],
  [/^\/watch\/([\w-]+)$/, "watch"],
  [/^\/replay\/([\w-]+)$/, "replay"],
  [/^\/inbox$/, "inbox"],
  [/^\/account$/, "account"],
  [/^\/sign-in$/, "sign-in"],
  [/^\/code(?:\/([\w-]+))?$/, "code"],
];

/** @param {string} path */
export function routeOf(path) {
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { name, id: found[1] ?? "" };
  }
  return { name: "lost", id: "" };
}

/** Returns the signed-in player, or null. Without an answer, what was known before stays. @param {any} known */
async function whoAmI(known) {
  try {
    return (await request("GET", "/me")).body;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.status === 401 ? null : known;
  }
}

/** @param {{first: any}} props */
function App({ first }) {
  const [me, setMe] = useState(first);
  const [path, setPath] = useState(location.pathname);
  const [language, setLanguage] = useState(current());
  const [sheet, setSheet] = useState(false);
  useEffect(() => {
    const moved = () => {
      setPath(location.pathname);
      window.scrollTo(0, 0);
      document.querySelector("main")?.focus();
    };
    window.addEventListener("popstate", moved);
    window.addEventListener("route", moved);
    return () => {
      window.removeEventListener("popstate", moved);
      window.removeEventListener("route", moved);
    };
  }, []);
  const refresh = async () => setMe(await whoAmI(me));
  const speak = async (/** @type {string} */ wanted) => {
    await load(wanted);
    setLanguage(wanted);
  };
  const { name, id } = routeOf(path);
  const account = { me, refresh, speak, language };
  return html`<${Fragment}>
    <a class="skip" href="#main">${t("nav.skip")}</a>
    <${Header} me=${me} name=${name} language=${language} speak=${speak} onSettings=${() => setSheet(true)} />
    <main id="main" tabindex="-1" class=${`screen-${name}`}>${screen(name, id, account)}</main>
    ${sheet && html`<${SettingsSheet} speak=${speak} onClose=${() => setSheet(false)} />`}
  <//>`;
}

/** @param {string} name @param {string} id @param {any} account */
function screen(name, id, account) {
  switch (name) {
    case "home":
      return html`<${Home} ...${account} />`;
    case "table":
    case "watch":
      return html`<${Table} key=${id} id=${id} ...${account} />`;
    case "replay":
      return html`<${Replay} key=${id} id=${id} ...${account} />`;
    case "inbox":
      return html`<${Inbox} ...${account} />`;
    case "account":
      return html`<${Account} ...${account} />`;
    case "sign-in":
      return html`<${SignIn} ...${account} />`;
    case "code":
      return html`<${Code} code=${id} ...${account} />`;
    default:
      return html`<div class="page"><h1>${t("lost.title")}</h1><p><${Link} href="/">${t("nav.home")}<//></p></div>`;
  }
}

/** @param {any} props */
function Header({ me, name, language, speak, onSettings }) {
  const other = language === "en" ? "zh-Hans" : "en";
  const tab = (/** @type {string} */ href, /** @type {string} */ key, /** @type {string} */ screenName) => html`<${Link}
    href=${href} aria-current=${name === screenName ? "page" : undefined}>${t(key)}<//>`;
  return html`<header class="top">
    <${Link} href="/" class="brand" aria-label=${t("nav.home")}><span aria-hidden="true">升</span> ${t("brand")}<//>
    <nav aria-label=${t("nav.label")}>
      ${tab("/", "nav.play", "home")} ${me && tab("/inbox", "nav.inbox", "inbox")}
      ${me ? tab("/account", "nav.me", "account") : tab("/sign-in", "nav.sign_in", "sign-in")}
    </nav>
    <button class="quiet" lang=${other} onClick=${() => speak(other)} data-testid="language">
      ${other === "en" ? "EN" : "中文"}
    </button>
    <button class="quiet" onClick=${onSettings} aria-label=${t("settings.title")} data-testid="settings">⚙</button>
  </header>`;
}

async function start() {
  applySettings();
  const [me] = await Promise.all([whoAmI(null), load(preferred())]);
  const root = document.getElementById("app");
  if (root) render(html`<${App} first=${me} />`, root);
}

start();
