// The state of the inbox page: what the server says, and what the reader has just answered or snoozed.
import { get, randomKey, request } from "./api.mjs";
import { useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { keyOf, momentText } from "./inbox_words.mjs";

const REFRESH_MS = 60000;
const LIMIT = 50;

/** Loads the inbox at first, each minute, and whenever the page is looked at again. */
export function useInbox() {
  const [state, setState] = useState({ inbox: /** @type {any} */ (null), problem: /** @type {any} */ (null), looks: 0 });
  const refresh = async (isLook = false) => {
    try {
      const inbox = { ...(await get(`/me/inbox?limit=${LIMIT}`)), received: Date.now() };
      setState(({ looks }) => ({ inbox, problem: null, looks: looks + Number(isLook) }));
    } catch (error) {
      setState((old) => ({ ...old, problem: /** @type {any} */ (error).document ?? { code: "unreachable" } }));
    }
  };
  useEffect(() => {
    refresh();
    const isVisible = () => document.visibilityState === "visible";
    const look = () => isVisible() && refresh(true);
    const timer = setInterval(() => isVisible() && refresh(), REFRESH_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return { ...state, refresh };
}

/**
 * Returns the entries of a group. Those that were just answered stay where they were, with what has become of them, and
 * so do those that are gone and were refused an answer.
 *
 * @param {any} group @param {Map<string, any>} kept
 */
export function entriesIn(group, kept) {
  const found = group.entries.filter((/** @type {any} */ each) => !kept.get(keyOf(each))?.text);
  const shown = new Set(found.map(keyOf));
  const ours = [...kept].filter(([key, each]) => each.group === group.name && !shown.has(key)).map(([, each]) => each);
  for (const { place, entry } of ours.sort((one, other) => one.place - other.place)) found.splice(place, 0, entry);
  return found;
}

/** Returns the group of an entry and its place there, as the page shows it. */
function placeOf(/** @type {any} */ entry, /** @type {any} */ inbox, /** @type {Map<string, any>} */ kept) {
  for (const group of inbox.groups) {
    const place = entriesIn(group, kept).findIndex((/** @type {any} */ each) => keyOf(each) === keyOf(entry));
    if (place >= 0) return { group: group.name, place };
  }
  return { group: inbox.groups[0].name, place: 0 };
}

/** Returns the kept entries without answers of tables that ask something new. What the server lists can be a little old. */
function stillKept(/** @type {Map<string, any>} */ kept, /** @type {any} */ inbox) {
  const entries = (inbox?.groups ?? []).flatMap((/** @type {any} */ group) => group.entries);
  const versions = new Map(entries.map((/** @type {any} */ each) => [keyOf(each), each.version]));
  return new Map([...kept].filter(([key, { version, problem }]) => problem || !((versions.get(key) ?? 0) > version)));
}

/** Returns a copy of a map without a key. @param {Map<string, any>} map @param {string} gone */
const without = (map, gone) => new Map([...map].filter(([key]) => key !== gone));

/**
 * Returns what answers and snoozes entries.
 *
 * `kept` has what has become of entries, by key: the text of an answer, or the problem of a refusal. `focus` has the key
 * of the entry that gets the focus.
 *
 * @param {any} inbox @param {() => Promise<void>} refresh @param {number} looks how often the page was looked at again
 */
export function useActs(inbox, refresh, looks) {
  const [kept, setKept] = useState(/** @type {Map<string, any>} */ (new Map()));
  const focus = useRef("");
  useEffect(() => setKept(new Map()), [looks]);
  useEffect(() => setKept((old) => stillKept(old, inbox)), [inbox]);
  const attempt = async (/** @type {any} */ entry, /** @type {() => Promise<any>} */ work) => {
    const key = keyOf(entry);
    const place = placeOf(entry, inbox, kept);
    try {
      const said = await work();
      if (said) focus.current = key;
      setKept((old) => (said ? new Map(old).set(key, { entry, ...place, ...said }) : without(old, key)));
    } catch (error) {
      const problem = /** @type {any} */ (error).document ?? { code: "unreachable" };
      setKept((old) => new Map(old).set(key, { entry, ...place, problem }));
    }
    await refresh();
  };
  const answer = (/** @type {any} */ entry, /** @type {any} */ reply, /** @type {string} */ text) =>
    attempt(entry, async () => {
      const { body } = await request("POST", reply.href.replace("/v1", ""), { body: reply.body, key: randomKey() });
      return { text: t("inbox.answered", { answer: text }), version: body.version };
    });
  const snooze = (/** @type {any} */ entry, /** @type {string | null} */ wish) =>
    attempt(entry, async () => {
      const { body } = await request("PUT", `/me/inbox/${entry.table}/snooze`, { body: wish ? { until: wish } : {} });
      return { text: t("inbox.snoozed", { until: momentText(body.until, Date.parse(inbox.now)) }), canUndo: true, version: entry.version };
    });
  const wake = async (/** @type {any} */ entry) => {
    await attempt(entry, async () => {
      await request("DELETE", `/me/inbox/${entry.table}/snooze`);
      await refresh();
    });
    // The entry gets the focus in its new place.
    focus.current = keyOf(entry);
    setKept((old) => new Map(old));
  };
  const dismiss = (/** @type {any} */ entry) => setKept((old) => without(old, keyOf(entry)));
  return { kept, focus, act: { answer, snooze, wake, dismiss } };
}
