// Finding people to play with: open seeks, my own, a new one, and challenges.
import { get, post, request } from "./api.mjs";
import { Challenge } from "./challenge.mjs";
import { ensureAccount } from "./home.mjs";
import { html, useEffect, useRef, useState } from "./html.mjs";
import { day, t } from "./i18n.mjs";
import { Ladders } from "./ladders.mjs";
import { NewSeek } from "./seek_form.mjs";
import { whoText, wishText } from "./seek_text.mjs";
import { go, Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const POLL_MS = 4000;
const JOIN_S = 86400;
const WAITS = ["open", "waiting_for_partner", "enough_games", "away"];

/** @param {any} props */
export function Part({ me, refresh }) {
  useTitle(t("seeks.title"));
  if (!me) {
    return html`<div class="page narrow"><h1>${t("seeks.title")}</h1><p>${t("seeks.guest")}</p>
      <p class="buttons"><button class="primary" data-testid="as-guest" onClick=${() => ensureAccount(me, refresh)}>${t("replay.as_guest")}</button>
      <${Link} class="button" href="/sign-in">${t("nav.sign_in")}<//></p></div>`;
  }
  return html`<${Seeks} me=${me} />`;
}

/** The seek that another one needs to be compatible with it. @param {any} seek */
function answerTo(seek) {
  const { delay, minutes } = seek.spectators;
  return {
    rules: seek.rules,
    ...(seek.hands ? { hands: seek.hands } : {}),
    clock: seek.clock.per_move_s ? seek.clock : { kinds: seek.clock.kinds },
    spectators: minutes ? { delay, minutes } : { delay },
    bots: seek.bots,
    expires_after_s: JOIN_S,
  };
}

/** @param {{me: any}} props */
function Seeks({ me }) {
  const own = me.player.id;
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const waits = useRef(new Set());
  const open = useLoaded(() => get("/seeks?limit=50"), `open ${changed}`);
  const mine = useLoaded(() => get("/me/seeks?limit=20"), `mine ${changed}`);
  const [shown, setShown] = useState({ open: /** @type {any} */ (null), mine: /** @type {any} */ (null) });
  useEffect(() => {
    // What was shown stays while the lists are read again.
    if (open.value && mine.value) setShown({ open: open.value, mine: mine.value });
  }, [open.value, mine.value]);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && setChanged((count) => count + 1), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const list = shown.mine?.seeks ?? [];
  useEffect(() => {
    for (const seek of list) {
      if (WAITS.includes(seek.status)) waits.current.add(seek.id);
      // The match begins, so the player goes to the table from here.
      else if (seek.status === "matched" && seek.table && waits.current.has(seek.id)) go(`/tables/${seek.table}`);
    }
  }, [shown.mine]);
  const attempt = async (/** @type {() => Promise<any>} */ work) => {
    try {
      await work();
      setProblem(null);
      setChanged((count) => count + 1);
      return true;
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
      return false;
    }
  };
  const waiting = list.filter((/** @type {any} */ each) => WAITS.includes(each.status));
  const others = (shown.open?.seeks ?? []).filter((/** @type {any} */ each) => each.player !== own && each.partner !== own);
  return html`<div class="page narrow" data-testid="seeks"><h1>${t("seeks.title")}</h1>
    <${ProblemNote} problem=${problem ?? open.problem ?? mine.problem} onDismiss=${() => setProblem(null)} />
    ${waiting.length > 0 && html`<section aria-labelledby="own-seeks"><h2 id="own-seeks">${t("seeks.mine")}</h2>
      <ul class="tables" data-testid="my-seeks">${waiting.map((/** @type {any} */ seek) => html`<${OwnSeek} key=${seek.id} seek=${seek}
        players=${shown.mine.players} own=${own} attempt=${attempt} />`)}</ul></section>`}
    <section aria-labelledby="open-seeks"><h2 id="open-seeks">${t("seeks.open")}</h2>
      ${shown.open && !others.length && html`<p class="quiet-text">${t("seeks.none")}</p>`}
      <ul class="tables" data-testid="open-seeks">${others.map((/** @type {any} */ seek) => {
        const name = shown.open.players[seek.player]?.name ?? t("player.unknown");
        const joined = waiting.some((/** @type {any} */ each) => JSON.stringify(answerTo(each)) === JSON.stringify(answerTo(seek)));
        return html`<li key=${seek.id} class="table-row"><span><strong>${whoText(seek, shown.open.players, own)}</strong>
            <span class="names">${wishText(seek, name)}</span></span>
          ${joined ? html`<span class="verb">${t("seeks.joined")}</span>` : html`<button class="primary" aria-label=${t("seeks.join_label", { name })}
            onClick=${() => attempt(() => post("/seeks", answerTo(seek)))}>${t("home.join")}</button>`}</li>`;
      })}</ul></section>
    <${NewSeek} me=${me} attempt=${attempt} />
    <${Challenge} me=${me} />
    <${Ladders} me=${me} />
  </div>`;
}

/** @param {any} props */
function OwnSeek({ seek, players, own, attempt }) {
  const asked = seek.status === "waiting_for_partner" && seek.partner === own;
  return html`<li class="table-row"><span><strong>${whoText(seek, players, own)}</strong>
      <span class="names">${wishText(seek, seek.player === own ? "" : (players[seek.player]?.name ?? t("player.unknown")))}</span>
      <span class="names">${t(`seek.status.${seek.status}`)}${t("text.gap")}${t("seek.until", { day: day(seek.expires_at) })}</span></span>
    <span class="buttons">
      ${(seek.tables ?? []).map((/** @type {string} */ id) => html`<${Link} key=${id} class="button" href=${`/tables/${id}`}>${t("home.continue")}<//>`)}
      ${asked && html`<button class="primary" onClick=${() => attempt(() => post(`/seeks/${seek.id}/agree`, {}))}>${t("button.agree")}</button>`}
      <button onClick=${() => attempt(() => request("DELETE", `/seeks/${seek.id}`))} data-testid="withdraw-seek">${t(asked ? "button.decline" : "button.withdraw")}</button>
    </span></li>`;
}
