// Home: play at once, my tables, tables to watch.
import { get, post } from "./api.mjs";
import { nameOf } from "./events.mjs";
import { GuestNote } from "./guest.mjs";
import { html, useState } from "./html.mjs";
import { current, has, t } from "./i18n.mjs";
import { Later, PARTS } from "./later.mjs";
import { go, Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const FIRST_PROFILE = "zhang-2021";
const FIRST = [FIRST_PROFILE, "zhao-peng-you", "zheng-shangyou", "zheng-shangyou-4-partners"];
const BOT = "steady";

/** Makes a guest account if nobody is signed in. @param {any} me @param {() => Promise<void>} refresh */
export async function ensureAccount(me, refresh) {
  if (me) return;
  await post("/session/guest", { name: t("guest.name"), language: current() });
  await refresh();
}

/** Opens a table of a profile with bots at all other seats, starts it, and returns its id. @param {string} profile */
export async function playWithBots(profile) {
  const { id, events } = await post("/tables", { profile, starts_when_full: true });
  await post(`/tables/${id}/commands`, { type: "sit", seat: 0 });
  for (let seat = 1; seat < events[0].data.seats; seat += 1) {
    await post(`/tables/${id}/commands`, { type: "seat_bot", seat, bot: BOT });
  }
  return id;
}

/** Opens a table for people, takes its first seat, and returns its id. @param {any} profile */
async function openForPeople(profile) {
  const { id } = await post("/tables", { profile: profile.name, starts_when_full: true });
  await post(`/tables/${id}/commands`, { type: "sit", seat: 0 });
  return id;
}

/** How many finished tables the first page lists. */
const OVER_SHOWN = 5;

/** @param {any} props */
export function Home({ me, refresh }) {
  useTitle(t("brand"));
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [help, setHelp] = useState(false);
  const profiles = useLoaded(() => get("/rules/profiles"), "profiles");
  const mine = useLoaded(() => (me ? get("/tables?mine=true&limit=20") : Promise.resolve(null)), `${me?.player.id} ${me?.player.name}`);
  const running = useLoaded(() => get("/tables?status=playing&limit=12"), "running");
  const open = useLoaded(() => get("/tables?free_seats=true&limit=12"), "open");

  const act = async (/** @type {string} */ what, /** @type {() => Promise<string>} */ work) => {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    try {
      await ensureAccount(me, refresh);
      go(`/tables/${await work()}`);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
    setBusy("");
  };
  const list = inOrder(profiles.value?.profiles ?? []);
  const mineOpen = (mine.value?.tables ?? []).filter((/** @type {any} */ each) => ["open", "playing"].includes(each.status));
  const mineOver = (mine.value?.tables ?? [])
    // Others that I have opened are those of bots, for puzzles.
    .filter((/** @type {any} */ each) => each.status === "finished" && hasSeat(each, me))
    .slice(0, OVER_SHOWN);
  return html`<div class="page home">
    <section class="hero">
      <div class="fan" aria-hidden="true"><i>♠︎</i><i>♥︎</i><i>♣︎</i><i>♦︎</i></div>
      <h1>${t("home.title")}</h1>
      <p>${t("home.lead")}</p>
      <button class="primary big" data-testid="play-now" aria-busy=${busy === "first"} disabled=${Boolean(busy)}
        onClick=${() => act("first", () => playWithBots(FIRST_PROFILE))}>
        ${busy === "first" ? t("home.opening") : t("home.play_now")}
      </button>
      ${!me && html`<p class="small">${t("home.no_account")}</p>`}
      <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
      <p class="doors">
        <button class="link" onClick=${() => setHelp(true)} data-testid="open-help">${t("help.open")}</button>
        ${!me && html`<${Link} href="/sign-in">${t("nav.sign_in")}<//>`} <${Link} href="/seeks">${t("seeks.title")}<//> <${Link} href="/train">${t("home.train")}<//> <${Link} href="/replay" data-testid="open-replay">${t("home.replays")}<//> <${Link} href="/code">${t("home.have_code")}<//>
      </p>
    </section>
    ${help && html`<${Later} load=${PARTS.help} texts="help" onClose=${() => setHelp(false)} />`}
    ${mine.value?.tables.length > 0 && html`<${GuestNote} me=${me} refresh=${refresh} />`}
    ${
      mineOpen.length > 0 &&
      html`<section aria-labelledby="mine"><h2 id="mine">${t("home.mine")}</h2>
        <ul class="tables" data-testid="my-tables">${mineOpen.map((/** @type {any} */ table) => html`<${TableRow}
          key=${table.id} table=${table} players=${mine.value.players} me=${me} verb="home.continue" />`)}</ul></section>`
    }
    ${
      mineOver.length > 0 &&
      html`<section aria-labelledby="mine-over"><h2 id="mine-over">${t("home.mine_over")}</h2>
        <ul class="tables" data-testid="my-finished-tables">${mineOver.map((/** @type {any} */ table) => html`<${TableRow}
          key=${table.id} table=${table} players=${mine.value.players} me=${me} verb="home.replay" />`)}</ul></section>`
    }
    <section aria-labelledby="games"><h2 id="games">${t("home.games")}</h2>
      <${ProblemNote} problem=${profiles.problem} />
      <ul class="profiles">${list.map(
        (/** @type {any} */ profile) => html`<li key=${profile.name}>
          <div><h3>${profileTitle(profile.name)}</h3>
            <p>${profileAbout(profile)}</p>
            <p class="small">${t("home.seats", { n: profile.seats.default })} · ${t("home.decks", { n: profile.decks })}${" · "}<${Link} href=${`/rules/${profile.name}`}>${t("home.rules")}<//></p></div>
          <span class="choices"><button disabled=${Boolean(busy)} aria-busy=${busy === profile.name} data-testid=${`play-${profile.name}`}
            aria-label=${t("home.play_profile", { profile: profileTitle(profile.name) })}
            onClick=${() => act(profile.name, () => playWithBots(profile.name))}>${t("home.play")}</button>
          <button class="quiet" disabled=${Boolean(busy)} data-testid=${`open-${profile.name}`}
            aria-label=${t("home.open_profile", { profile: profileTitle(profile.name) })}
            onClick=${() => act(profile.name, () => openForPeople(profile))}>${t("home.with_people")}</button></span>
        </li>`,
      )}</ul></section>
    <section aria-labelledby="open"><h2 id="open">${t("home.open")}</h2>
      <${TableList} page=${open} me=${me} verb="home.join" empty="home.none_open" /></section>
    <section aria-labelledby="running"><h2 id="running">${t("home.running")}</h2>
      <${TableList} page=${running} me=${me} verb="home.watch" empty="home.none_running" /></section>
  </div>`;
}

/** Returns whether a player has a seat. @param {any} table @param {any} me */
const hasSeat = (table, me) => Boolean(me) && table.seats.some((/** @type {any} */ each) => each.player === me.player.id);

/** @param {any} props */
function TableList({ page, me, verb, empty }) {
  if (page.problem) return html`<${ProblemNote} problem=${page.problem} />`;
  const tables = page.value?.tables ?? [];
  if (page.value && !tables.length) return html`<p class="quiet-text">${t(empty)}</p>`;
  return html`<ul class="tables">${tables.map((/** @type {any} */ table) => html`<${TableRow} key=${table.id}
    table=${table} players=${page.value.players} me=${me} verb=${verb} />`)}</ul>`;
}

/** @param {any} props */
function TableRow({ table, players, me, verb }) {
  const seated = table.seats.filter((/** @type {any} */ each) => each.player);
  const names = seated.map((/** @type {any} */ each) => nameOf({ seats: table.seats, players, you: null }, each.seat));
  const isMine = hasSeat(table, me);
  const door = verb === "home.replay" ? "replay" : verb === "home.watch" && !isMine ? "watch" : "tables";
  return html`<li><${Link} href=${`/${door}/${table.id}`} class="table-row">
    <span><strong>${profileTitle(table.rules.profile)}</strong>
      <span class="names">${names.join(" · ") || t("home.nobody")}</span></span>
    <span class="verb">${t(verb)} <span aria-hidden="true">›</span></span><//></li>`;
}

/** The games that most people look for come first. @param {any[]} profiles */
function inOrder(profiles) {
  const place = (/** @type {any} */ profile) => (FIRST.includes(profile.name) ? FIRST.indexOf(profile.name) : FIRST.length);
  return [...profiles].sort((one, other) => place(one) - place(other));
}

/** @param {string} name */
export const profileTitle = (name) => (has(`profile.${name}`) ? t(`profile.${name}`) : name);

/** @param {any} profile */
const profileAbout = (profile) =>
  has(`about.${profile.name}`)
    ? t(`about.${profile.name}`)
    : profile.about[0].toUpperCase() + profile.about.slice(1);
