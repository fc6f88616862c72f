// Starts the client: language, account, routes.
import { Problem, request } from "./api.mjs";
import { Home } from "./home.mjs";
import { Fragment, html, render, useEffect, useState } from "./html.mjs";
import { LANGUAGES, current, load, preferred, shortName, t } from "./i18n.mjs";
import { Later, OutdatedBar, PARTS } from "./later.mjs";
import { useNotices } from "./notices.mjs";
import { applySettings, keepLanguage, readSettings } from "./settings.mjs";
import { SettingsSheet } from "./settings_sheet.mjs";
import { Table } from "./table.mjs";
import { Link } from "./ui.mjs";

/** @type {[RegExp, string][]} */
const ROUTES = [
  [/^\/(?:play)?$/, "home"],
  [/^\/tables\/([\w-]+)$/, "table"],
  [/^\/tables\/([\w-]+)\/analysis$/, "analysis"],
  [/^\/train(?:\/([\w-]+))?$/, "train"],
  [/^\/watch\/([\w-]+)$/, "watch"],
  [/^\/replay(?:\/([\w-]+))?$/, "replay"],
  [/^\/inbox$/, "inbox"],
  [/^\/account$/, "account"],
  [/^\/seeks$/, "seeks"],
  [/^\/rules(?:\/([\w-]+))?$/, "rules"],
  [/^\/sign-in$/, "sign-in"],
  [/^\/code(?:\/([\w-]+))?$/, "code"],
  [/^\/leagues(?:\/([\w-]+))?(?:\/([\w-]+))?$/, "leagues"],
  [/^\/series(?:\/([\w-]+))?$/, "series"],
  [/^\/tournaments(?:\/([\w-]+))?(?:\/([\w-]+))?$/, "tournaments"],
];

/** @param {string} path */
export function routeOf(path) {
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { name, id: found[1] ?? "", part: found[2] ?? "" };
  }
  return { name: "lost", id: "", part: "" };
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
  const player = me?.player.id ?? "";
  useNotices(player);
  useEffect(() => {
    // Without an answer, the settings of this device stay.
    if (player) readSettings().catch(() => {});
    const ofAccount = me?.language;
    if (ofAccount && ofAccount !== current() && ofAccount in LANGUAGES) show(ofAccount);
    // English needs no setting: it is the language of an account without one.
    if (player && !ofAccount && current() !== "en") keepLanguage(current()).catch(() => {});
  }, [player]);
  const refresh = async () => setMe(await whoAmI(me));
  const show = async (/** @type {string} */ wanted) => {
    await load(wanted);
    setLanguage(wanted);
  };
  const speak = async (/** @type {string} */ wanted) => {
    await show(wanted);
    // Without an answer, only this device changes its language.
    if (player) await keepLanguage(wanted).catch(() => {});
  };
  const { name, id, part } = routeOf(path);
  const account = { me, refresh, speak, language, onSettings: () => setSheet(true) };
  return html`<${Fragment}>
    <a class="skip" href="#main">${t("nav.skip")}</a>
    <${OutdatedBar} />
    <${Header} me=${me} name=${name} language=${language} speak=${speak} onSettings=${() => setSheet(true)} />
    <main id="main" tabindex="-1" class=${`screen-${name}`}>${screen(name, id, part, account)}</main>
    ${sheet && html`<${SettingsSheet} me=${me} speak=${speak} onClose=${() => setSheet(false)} />`}
  <//>`;
}

const tournaments = () => import("./tournaments.mjs");

/** @param {string} name @param {string} id @param {string} part @param {any} account */
function screen(name, id, part, account) {
  switch (name) {
    case "home":
      return html`<${Home} ...${account} />`;
    case "table":
    case "watch":
      return html`<${Table} key=${id} id=${id} ...${account} />`;
    case "replay":
      return html`<${Later} load=${PARTS.replay} key=${`${name} ${id}`} texts="replay" styles="replay.css" id=${id} ...${account} />`;
    case "inbox":
      return html`<${Later} load=${PARTS.inbox} key=${name} texts="inbox" styles="inbox.css" ...${account} />`;
    case "account":
    case "seeks":
    case "sign-in":
      return html`<${Later} load=${PARTS[name]} key=${name} ...${account} />`;
    case "analysis":
    case "train":
      return html`<${Later} load=${PARTS[name]} key=${name} texts="trainer" styles="trainer.css" id=${id} ...${account} />`;
    case "rules":
      return html`<${Later} load=${PARTS.rules} profile=${id} ...${account} />`;
    case "code":
      return html`<${Later} load=${PARTS.code} code=${id} ...${account} />`;
    case "leagues":
    case "series":
      return html`<${Later} load=${PARTS[name]} key=${name} texts="tournaments seasons" styles="tournaments.css" id=${id} part=${part} ...${account} />`;
    case "tournaments":
      return html`<${Later} load=${tournaments} texts="tournaments" styles="tournaments.css" id=${id} part=${part} ...${account} />`;
    default:
      return html`<div class="page"><h1>${t("lost.title")}</h1><p><${Link} href="/">${t("nav.home")}<//></p></div>`;
  }
}

/** @param {any} props */
function Header({ me, name, language, speak, onSettings }) {
  const tags = Object.keys(LANGUAGES);
  const other = tags[(tags.indexOf(language) + 1) % tags.length];
  const tab = (/** @type {string} */ href, /** @type {string} */ key, /** @type {string | string[]} */ screens) => html`<${Link}
    href=${href} aria-current=${[screens].flat().includes(name) ? "page" : undefined}>${t(key)}<//>`;
  return html`<header class="top">
    <${Link} href="/" class="brand" aria-label=${t("nav.home")}><span aria-hidden="true">升</span> ${t("brand")}<//>
    <nav aria-label=${t("nav.label")}>
      ${tab("/", "nav.play", "home")} ${tab("/tournaments", "nav.tournaments", ["tournaments", "leagues", "series"])} ${me && tab("/inbox", "nav.inbox", "inbox")}
      ${me ? tab("/account", "nav.me", "account") : tab("/sign-in", "nav.sign_in", "sign-in")}
    </nav>
    <button class="quiet" lang=${other} onClick=${() => speak(other)} data-testid="language">
      ${shortName(other)}
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
