// Connects the store of one table with the API and the feed.
import { get, Problem, randomKey, request } from "./api.mjs";
import { follow } from "./feed.mjs";
import { useEffect, useRef, useState } from "./html.mjs";
import { countOf } from "./legal.mjs";
import { oneByOne } from "./one_by_one.mjs";
import { speed } from "./settings.mjs";
import { cardOf, EMPTY, reduce } from "./store.mjs";

const TRICK_STAYS_MS = 1500;
const REFETCH_MS = 250;
const PREVIEW_MS = 200;
const LOG_READ = 60;

/**
 * @param {string} id of the table
 * @param {(event: any, view: any) => void} onEvent
 */
export function useTable(id, onEvent) {
  const [state, setState] = useState(EMPTY);
  const now = useRef(EMPTY);
  const heard = useRef(onEvent);
  heard.current = onEvent;

  const dispatch = (/** @type {any} */ action) => {
    now.current = reduce(now.current, action);
    setState(now.current);
  };

  const apply = (/** @type {any} */ item, /** @type {any} */ next, /** @type {boolean} */ isStep) => {
    const before = now.current.view;
    dispatch({ ...item, next, isStep });
    if (item.type === "event") heard.current(item.event, now.current.view);
    return before !== now.current.view;
  };
  const [moves] = useState(() => oneByOne({ apply: (...given) => applied.current(...given), speed }));
  const applied = useRef(apply);
  applied.current = apply;

  const refetch = async () => {
    const { body: view } = await request("GET", `/tables/${id}`);
    const asked = view.you === null || view.status !== "playing" ? null : (await get(`/tables/${id}/moves`)).moves;
    moves.push({ type: "view", view, moves: asked, received: performance.now() });
  };

  useEffect(() => {
    now.current = EMPTY;
    setState(EMPTY);
    let planned = 0;
    const later = () => {
      if (planned) return;
      planned = window.setTimeout(() => {
        planned = 0;
        // The view belongs after the moves that people still wait for.
        if (moves.isBusy()) return later();
        // While the server is away, the feed shows it and asks for the view when it is back.
        return refetch().catch(() => {});
      }, REFETCH_MS);
    };
    const stop = follow(`/tables/${id}/events?include=all`, {
      onLink: (link) => dispatch({ type: "link", link }),
      onGap: async () => {
        // What was missed is shown by the view, not move by move.
        moves.skip();
        try {
          await refetch();
          moves.skip();
        } catch (error) {
          if (error instanceof Problem && error.status && error.status < 500) {
            dispatch({ type: "failed", problem: error.document });
          }
          throw error;
        }
        // Without its earlier events, the log begins now.
        if (!now.current.log.length) readLog(id, now.current.view.version).then((events) => dispatch({ type: "history", events }), () => {});
        return now.current.view.version;
      },
      onEvent: (event) => {
        if (event.type === "caught_up") {
          if (event.view) {
            moves.push({ type: "view", view: event.view, moves: event.moves, received: performance.now() });
          } else if (event.version > (now.current.view?.version ?? 0) || now.current.view?.is_stepped) later();
          return;
        }
        moves.push({ type: "event", event });
      },
    });
    // Not when the pointer goes down: what moves on the page before it goes up would lose its click.
    const skip = () => moves.skip();
    document.addEventListener("click", skip, true);
    document.addEventListener("keydown", skip, true);
    return () => {
      clearTimeout(planned);
      stop();
      moves.stop();
      document.removeEventListener("click", skip, true);
      document.removeEventListener("keydown", skip, true);
    };
  }, [id]);

  // A finished trick stays for a moment, so that people see its last card.
  useEffect(() => {
    if (!state.held) return undefined;
    const timer = setTimeout(() => dispatch({ type: "dismiss", what: "held" }), TRICK_STAYS_MS);
    return () => clearTimeout(timer);
  }, [state.held]);

  usePreview(id, state, dispatch);

  /** Sends a command for the version that is on the screen. Returns whether it was accepted. */
  const send = async (/** @type {any} */ command, { anyVersion = false } = {}) => {
    if (now.current.sending) return false;
    moves.skip();
    dispatch({ type: "sending" });
    const body = anyVersion ? command : { ...command, expected_version: now.current.view.version };
    try {
      const answer = await request("POST", `/tables/${id}/commands?include=all`, {
        body,
        key: randomKey(),
        headers: { Prefer: "return=representation" },
      });
      dispatch({ type: "sent" });
      const { view, moves: asked } = answer.body ?? {};
      if (view) dispatch({ type: "view", view, moves: asked, received: performance.now() });
      moves.moved(Boolean(now.current.held));
      return true;
    } catch (error) {
      dispatch({ type: "refused", problem: error instanceof Problem ? error.document : { code: "unreachable" } });
      // The refusal may mean that the screen is old. It stays shown; the feed says if the server is away.
      refetch().catch(() => {});
      return false;
    }
  };
  return { state, dispatch, send, refetch };
}

/** Returns the newest events before the stream, for the log. @param {string} id @param {number} version */
async function readLog(id, version) {
  const page = await get(`/tables/${id}/events?after=${Math.max(0, version - LOG_READ)}&limit=${LOG_READ}`);
  return page.events.filter((/** @type {any} */ event) => event.version <= version);
}

/** Asks the server about the chosen cards, where the list of legal moves is not complete. */
function usePreview(id, state, dispatch) {
  const { chosen, moves, view, sending } = state;
  const asks = !sending && moves?.asked === "play" && chosen.length > 0 && !(countOf(moves) && chosen.length !== countOf(moves));
  const key = asks ? `${view.version} ${chosen.join(" ")}` : "";
  useEffect(() => {
    if (!key) return undefined;
    const timer = setTimeout(async () => {
      const body = { type: "play", cards: chosen.map(cardOf) };
      try {
        const answer = await request("POST", `/tables/${id}/commands?dry_run=true`, { body });
        dispatch({ type: "previewed", chosen, preview: { legal: true, ...answer.body.foreseen } });
      } catch (error) {
        const problem = error instanceof Problem && error.status ? error.document : null;
        dispatch({ type: "previewed", chosen, preview: problem && { legal: false, problem } });
      }
    }, PREVIEW_MS);
    return () => clearTimeout(timer);
  }, [key]);
}
