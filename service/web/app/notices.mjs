// Notifications of the browser while all our pages are hidden. One hidden page listens for all of them.
import { get, pause } from "./api.mjs";
import { useEffect } from "./html.mjs";
import { t } from "./i18n.mjs";
import { settings } from "./settings.mjs";
import { go } from "./ui.mjs";

const WAIT_S = 50;
const REST_MS = 30000;
const LISTENS = "shengji.listens";
const VISIBLE = "shengji.visible";
/** What is worth a notification, by the type of the event. @type {Object<string, string>} */
const TEXTS = {
  turn_began: "notice.turn",
  challenged: "notice.challenged",
  match_found: "notice.match_found",
  partner_asked: "notice.partner_asked",
};

/** Returns whether this browser can notify at this address. */
export const canNotify = () => "Notification" in window && "locks" in navigator;

/** Asks for permission with a first notification. Returns whether notifications work. */
export async function allowNotices() {
  if ((await Notification.requestPermission()) !== "granted") return false;
  try {
    new Notification(t("brand"), { body: t("notice.works"), tag: "shengji" }).close();
    return true;
  } catch {
    // Some browsers of phones notify for installed pages only, and say so here.
    return false;
  }
}

const wanted = () => canNotify() && settings().notices && Notification.permission === "granted";

/** @param {any} event */
async function notify(event) {
  const key = TEXTS[event.type];
  const { held } = await navigator.locks.query();
  if (!key || held?.some((lock) => lock.name === VISIBLE)) return;
  const address = event.table ? `/tables/${event.table}` : "/seeks";
  // The tag replaces an older notification of the same table.
  const shown = new Notification(t(key), { tag: `shengji ${address}` });
  shown.onclick = () => {
    window.focus();
    go(address);
    shown.close();
  };
}

/** Reads the feed of the account from its end until it is aborted. @param {AbortSignal} signal */
async function listen(signal) {
  let after = "end";
  while (!signal.aborted) {
    try {
      const page = await get(`/me/events?after=${after}${after === "end" ? "" : `&wait=${WAIT_S}`}`, { signal });
      after = String(page.next_after);
      for (const event of page.events) await notify(event);
    } catch (error) {
      if (signal.aborted) return;
      // Signed out: the page says so once it is visible.
      if (/** @type {any} */ (error).status === 401) return;
      await pause(REST_MS);
    }
  }
}

/** Holds a lock until the signal. @param {string} name @param {AbortSignal} signal @param {() => Promise<any>} work */
const holding = (name, signal, work, mode = /** @type {LockMode} */ ("exclusive")) =>
  navigator.locks.request(name, { mode, signal }, work).catch((error) => {
    if (!signal.aborted) throw error;
  });

/** @param {string} player the id of who is signed in; empty for nobody */
export function useNotices(player) {
  useEffect(() => {
    if (!player || !canNotify()) return undefined;
    let abort = new AbortController();
    const changed = () => {
      abort.abort();
      abort = new AbortController();
      const { signal } = abort;
      const until = new Promise((resolve) => signal.addEventListener("abort", resolve));
      if (document.visibilityState === "visible") holding(VISIBLE, signal, () => until, "shared");
      else if (wanted()) holding(LISTENS, signal, () => listen(signal));
    };
    changed();
    document.addEventListener("visibilitychange", changed);
    return () => {
      abort.abort();
      document.removeEventListener("visibilitychange", changed);
    };
  }, [player]);
}
