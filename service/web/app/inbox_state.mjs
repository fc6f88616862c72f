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
 * Returns the entries of a group. Those that were just answered stay where they were, with what has become of them.
 *
 * @param {any} group @param {Map<string, any>} kept
 */
export function entriesIn(group, kept) {
  const found = group.entries.filter((/** @type {any} */ each) => !kept.has(keyOf(each)));
  const ours = [...kept.values()].filter((each) => each.group === group.name);
  for (const { place, entry } of ours.sort((one, other) => one.place - other.place)) found.splice(place, 0, entry);
  return found;
}

/** Returns the group of an entry and its place there, as the page shows it. */
function placeOf(/** @type {any} */ entry, /** @type {any} */ inbox, /** @type {Map<string, any>} */ kept) {
  const isIt = (/** @type {any} */ each) => keyOf(each) === keyOf(entry);
  const group = inbox.groups.find((/** @type {any} */ each) => each.entries.some(isIt)) ?? inbox.groups[0];
  return { group: group.name, place: Math.max(0, entriesIn(group, kept).findIndex(isIt)) };
}

/** Returns the kept entries without those whose table asks something new. */
function stillKept(/** @type {Map<string, any>} */ kept, /** @type {any} */ inbox) {
  const entries = (inbox?.groups ?? []).flatMap((/** @type {any} */ group) => group.entries);
  const versions = new Map(entries.map((/** @type {any} */ each) => [keyOf(each), each.version]));
  return new Map([...kept].filter(([key, { entry }]) => (versions.get(key) ?? entry.version) === entry.version));
}

/**
 * Returns what answers and snoozes entries. Its functions return a problem, or null.
 *
 * `kept` has the entries with an answer, by key, and `focus` the key of the entry that gets the focus.
 *
 * @param {any} inbox @param {() => Promise<void>} refresh @param {number} looks how often the page was looked at again
 */
export function useActs(inbox, refresh, looks) {
  const [kept, setKept] = useState(/** @type {Map<string, any>} */ (new Map()));
  const focus = useRef("");
  useEffect(() => setKept(new Map()), [looks]);
  useEffect(() => setKept((old) => stillKept(old, inbox)), [inbox]);
  const keep = (/** @type {any} */ entry, /** @type {any} */ said) => {
    focus.current = keyOf(entry);
    setKept(new Map(kept).set(keyOf(entry), { entry, ...placeOf(entry, inbox, kept), ...said }));
  };
  const attempt = async (/** @type {() => Promise<any>} */ work) => {
    try {
      await work();
      return null;
    } catch (error) {
      return /** @type {any} */ (error).document ?? { code: "unreachable" };
    } finally {
      await refresh();
    }
  };
  const answer = (/** @type {any} */ entry, /** @type {any} */ reply, /** @type {string} */ text) =>
    attempt(async () => {
      await request("POST", reply.href.replace("/v1", ""), { body: reply.body, key: randomKey() });
      keep(entry, { text: t("inbox.answered", { answer: text }) });
    });
  const snooze = (/** @type {any} */ entry, /** @type {string | null} */ wish) =>
    attempt(async () => {
      const { body } = await request("PUT", `/me/inbox/${entry.table}/snooze`, { body: wish ? { until: wish } : {} });
      keep(entry, { text: t("inbox.snoozed", { until: momentText(body.until, Date.parse(inbox.now)) }), canUndo: true });
    });
  const wake = async (/** @type {any} */ entry) => {
    const problem = await attempt(() => request("DELETE", `/me/inbox/${entry.table}/snooze`));
    // The entry gets the focus in its new place.
    focus.current = keyOf(entry);
    setKept((old) => new Map([...old].filter(([key]) => key !== keyOf(entry))));
    return problem;
  };
  return { kept, focus, act: { answer, snooze, wake } };
}
