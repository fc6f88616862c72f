// The state of one tournament: its view, which follows the feed, its entrants, and commands.
import { get, Problem, randomKey, request } from "./api.mjs";
import { follow } from "./feed.mjs";
import { useCallback, useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";

const REFETCH_MS = 400;

/** Follows a tournament. @param {string} id @param {string} who the signed-in player, or "" */
export function useTournament(id, who) {
  const [state, setState] = useState({ view: /** @type {any} */ (null), problem: /** @type {any} */ (null), link: "" });
  const fetching = useRef(/** @type {() => Promise<number>} */ (async () => 0));
  useEffect(() => {
    let current = true;
    let timer = 0;
    fetching.current = async () => {
      const view = await get(`/tournaments/${id}`);
      if (current) setState((before) => ({ ...before, view, problem: null }));
      return view.version;
    };
    const again = () => {
      timer = 0;
      // The feed fetches the view anew when the server answers again.
      fetching.current().catch(() => {});
    };
    const stop = follow(`/tournaments/${id}/events`, {
      onLink: (link) => current && setState((before) => ({ ...before, link })),
      onGap: async () => {
        try {
          return await fetching.current();
        } catch (error) {
          if (error instanceof Problem && error.status && current) {
            setState((before) => ({ ...before, problem: /** @type {Problem} */ (error).document }));
          }
          throw error;
        }
      },
      onEvent: () => {
        timer ||= window.setTimeout(again, REFETCH_MS);
      },
    });
    return () => {
      current = false;
      clearTimeout(timer);
      stop();
    };
  }, [id, who]);
  const refresh = useCallback(() => fetching.current(), []);
  return { ...state, refresh };
}

/** Returns all entrants, with the names of their players. @param {string} id */
export async function allEntrants(id) {
  const entrants = [];
  let players = {};
  let cursor = "";
  do {
    const page = await get(`/tournaments/${id}/entrants?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    entrants.push(...page.entrants);
    players = { ...players, ...page.players };
    cursor = page.next_cursor ?? "";
  } while (cursor);
  return { entrants, players };
}

/** Asks what a command would do. @param {string} id @param {any} body */
export const foresee = async (id, body) => (await request("POST", `/tournaments/${id}/commands?dry_run=true`, { body })).body;

/**
 * Returns `send`, which sends a command and returns the answer or null, with the last problem and whether one is under way.
 *
 * @param {string} id @param {() => Promise<any>} refresh
 */
export function useCommands(id, refresh) {
  const [state, setState] = useState({ busy: false, problem: /** @type {any} */ (null) });
  const dismiss = () => setState({ busy: false, problem: null });
  const send = async (/** @type {any} */ body) => {
    setState({ busy: true, problem: null });
    try {
      const { body: done } = await request("POST", `/tournaments/${id}/commands`, { body, key: randomKey() });
      await refresh();
      setState({ busy: false, problem: null });
      return done;
    } catch (error) {
      setState({ busy: false, problem: problemOf(error) });
      return null;
    }
  };
  return { ...state, send, dismiss };
}

/** Finds the player who has exactly this name. @param {string} name @returns {Promise<{player: string | null, problem: any}>} */
export async function playerNamed(name) {
  try {
    const found = Object.keys((await get(`/players?name=${encodeURIComponent(name)}`)).players);
    if (found.length === 1) return { player: found[0], problem: null };
    return { player: null, problem: { code: "no_player", title: t("tn.mine.no_player", { name }) } };
  } catch (error) {
    return { player: null, problem: problemOf(error) };
  }
}

/** Returns the document of a problem, also if there was no answer. @param {any} error */
export const problemOf = (error) => error.document ?? { code: "unreachable" };
