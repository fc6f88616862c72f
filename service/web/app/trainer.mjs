// The trainer: positions from finished hands in which one move is clearly best.
import { Actions } from "./actions.mjs";
import { get, post } from "./api.mjs";
import { about, nameOf } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { Bar, Played, Seats } from "./felt.mjs";
import { Hand, groupsOf } from "./hand.mjs";
import { ensureAccount, profileTitle } from "./home.mjs";
import { html, useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Move, Reason, phaseName, pointsText } from "./judged.mjs";
import { EMPTY, cardOf, reduce } from "./store.mjs";
import { Friends, uncoverHand } from "./table.mjs";
import { makePuzzles } from "./more_puzzles.mjs";
import { Link, ProblemNote, go, useLoaded, useTitle } from "./ui.mjs";

const GAMES = ["", "sheng_ji", "zheng_shangyou"];
const KEPT = "shengji.puzzles";
const MOST_KEPT = 500;
const PLACES = ["you", "next", "across", "before"];

/** Returns the ids of the puzzles that were answered on this device. @returns {string[]} */
function answered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    // Something unreadable is kept: the trainer begins again.
    return [];
  }
}

/** @param {string} id */
function keepAnswered(id) {
  const others = answered().filter((each) => each !== id);
  localStorage.setItem(KEPT, JSON.stringify([...others, id].slice(-MOST_KEPT)));
}

/** Returns the id of the newest puzzle after another one that was not answered yet; null if there is none. */
async function nextPuzzle(game, after) {
  const done = new Set(answered());
  for (let cursor = ""; ; ) {
    const query = new URLSearchParams({ limit: "100", ...(game && { game }), ...(cursor && { cursor }) });
    const page = await get(`/puzzles?${query}`);
    const found = page.puzzles.find((/** @type {any} */ each) => each.id !== after && !done.has(each.id));
    if (found || !page.next_cursor) return { id: found?.id ?? null, any: cursor !== "" || page.puzzles.length > 0 };
    cursor = page.next_cursor;
  }
}

/** Returns a puzzle as the view of a table. Its players have the names of their places. @param {any} puzzle */
function viewOf(puzzle) {
  const { match, seat, moves } = puzzle;
  const count = match.hand_sizes.length;
  const seats = Array.from({ length: count }, (_, at) => ({ seat: at, player: `seat-${at}`, bot: null, stand_in: null }));
  const name = (/** @type {number} */ at) => (count === 4 ? t(`place.${PLACES[(at - seat + 4) % 4]}`) : t("seat.number", { n: at + 1 }));
  const players = Object.fromEntries(seats.map((each) => [each.player, { name: name(each.seat) }]));
  return { id: puzzle.id, game: puzzle.game, you: seat, status: "playing", seats, players, match, clocks: [], asked: [{ seat, what: moves.asked ?? "declare" }] };
}

/** @param {any} props */
export function Part({ id, me, refresh }) {
  const [game, setGame] = useState("");
  const [none, setNone] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  useTitle(t("train.title"));
  // A search counts until another one begins, another game is chosen, or the page is left.
  const search = useRef(0);
  useEffect(() => () => {
    search.current += 1;
  }, []);
  const toNext = async () => {
    const own = ++search.current;
    try {
      const found = await nextPuzzle(game, id);
      if (own !== search.current) return;
      setProblem(null);
      setNone(found.id ? null : found);
      if (found.id || id) go(found.id ? `/train/${found.id}` : "/train", !id || !found.id);
    } catch (error) {
      if (own === search.current) setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  useEffect(() => {
    if (!id && !none) toNext();
  }, [id, game, none]);
  const choose = (/** @type {string} */ wanted) => {
    search.current += 1;
    setGame(wanted);
    setNone(null);
    if (id) go("/train");
  };
  return html`<div class="trainer">
    <header class="train-top"><h1>${t("train.title")}</h1>
      <select aria-label=${t("train.game")} value=${game} onChange=${(/** @type {any} */ event) => choose(event.target.value)} data-testid="game">
        ${GAMES.map((each) => html`<option key=${each} value=${each}>${t(each ? `game.${each}` : "train.all")}</option>`)}</select></header>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${id
      ? html`<${Puzzle} key=${id} id=${id} me=${me} refresh=${refresh} onNext=${toNext} />`
      : none
        ? html`<${Nothing} isOver=${none.any} game=${game} me=${me} refresh=${refresh} onMade=${toNext} onProblem=${setProblem} onAgain=${() => {
            localStorage.removeItem(KEPT);
            setNone(null);
          }} />`
        : !problem && html`<p class="quiet-text" aria-busy="true">${t("part.loading")}</p>`}
  </div>`;
}

/** There is no puzzle, or none that is new. @param {any} props */
function Nothing({ isOver, game, me, refresh, onMade, onProblem, onAgain }) {
  const [isMaking, setMaking] = useState(false);
  const [status, setStatus] = useState("");
  const make = async () => {
    if (isMaking) return;
    setMaking(true);
    setStatus(t("train.bots_play"));
    try {
      await ensureAccount(me, refresh);
      await makePuzzles(game, (found) => setStatus(found?.decisions ? t("analysis.so_far", { done: found.judged, count: found.decisions }) : t("train.bots_play")));
      await onMade();
      // A hand with a puzzle has led to another page.
      setStatus(t("train.made_none"));
    } catch (error) {
      onProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
      setStatus("");
    }
    setMaking(false);
  };
  return html`<section class="panel" data-testid="no-puzzles"><h2>${t(isOver ? "train.over" : "train.none")}</h2>
    <p>${t("train.how")}</p>
    <p role="status" data-testid="making">${status}</p>
    <p class="buttons"><button class="primary" aria-disabled=${isMaking} aria-busy=${isMaking} onClick=${make} data-testid="make-puzzles">${t("train.make")}</button>
      ${isOver && html`<button onClick=${onAgain}>${t("train.from_start")}</button>`}
      <${Link} class="button" href="/">${t("train.to_tables")}<//></p></section>`;
}

/** @param {any} props */
function Puzzle({ id, me, refresh, onNext }) {
  const { value: puzzle, problem } = useLoaded(() => get(`/puzzles/${encodeURIComponent(id)}`), id);
  if (problem) {
    return html`<${ProblemNote} problem=${problem} /><p class="buttons"><button class="primary" onClick=${onNext}>${t("train.next")}</button></p>`;
  }
  if (!puzzle) return html`<p class="quiet-text" aria-busy="true">${t("part.loading")}</p>`;
  return html`<${Position} puzzle=${puzzle} me=${me} refresh=${refresh} onNext=${onNext} />`;
}

/** @param {any} props */
function Position({ puzzle, me, refresh, onNext }) {
  const view = viewOf(puzzle);
  const moves = { ...puzzle.moves, claim: false, take_back: false, end_hand: false };
  const [state, setState] = useState(EMPTY);
  const [result, setResult] = useState(/** @type {any} */ (null));
  const playRef = useRef(() => {});
  const known = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (!result) uncoverHand();
  }, [result]);
  const dispatch = (/** @type {any} */ action) => setState((old) => reduce(old, action));
  const send = async (/** @type {any} */ move) => {
    if (state.sending) return;
    dispatch({ type: "sending" });
    try {
      await ensureAccount(me, refresh);
      setResult({ move, ...(await post(`/puzzles/${puzzle.id}/answers`, { move })) });
      keepAnswered(puzzle.id);
      dispatch({ type: "sent", keep: true });
    } catch (error) {
      dispatch({ type: "refused", problem: /** @type {any} */ (error).document ?? { code: "unreachable" } });
    }
  };
  const again = () => {
    setResult(null);
    dispatch({ type: "choose", ids: [] });
  };
  const shown = result ? bestIds(view, result.best) : state.chosen;
  return html`<div class="table replay puzzle" data-testid="puzzle" data-phase=${view.match.phase}>
    <p class="facts"><strong>${t("train.question")}</strong> ${profileTitle(puzzle.profile)} · ${phaseName(puzzle.phase)}</p>
    <${Bar} view=${view} onPoints=${() => {
      if (!known.current) return;
      known.current.open = true;
      known.current.querySelector("summary")?.focus();
    }} />
    <div class="felt"><${Seats} view=${view} received=${0} /><${Played} view=${view} held=${null} onSkip=${() => {}} />
      <${ProblemNote} problem=${state.refusal} onDismiss=${() => dispatch({ type: "dismiss", what: "refusal" })} /></div>
    <div class="mine">
      <${Friends} view=${view} />
      ${view.match.hand && html`<${Hand} view=${view} moves=${result ? null : moves} chosen=${shown}
        dispatch=${result ? () => {} : dispatch} onEnter=${() => !result && playRef.current()} />`}
      ${result
        ? html`<${Result} result=${result} onNext=${onNext} onAgain=${again} />`
        : html`<${Actions} view=${view} moves=${moves} state=${state} send=${send} dispatch=${dispatch} playRef=${playRef} />`}
      <${Known} view=${view} details=${known} />
    </div>
  </div>`;
}

/** Returns the ids of the cards of a move, so that the hand shows them. @param {any} view @param {any} move */
function bestIds(view, move) {
  const left = [...(move.cards ?? (move.card ? [move.card] : []))];
  const all = groupsOf(view.match, view.game).flatMap((group) => group.cards.map((held) => held.id));
  return all.filter((id) => {
    const at = left.indexOf(cardOf(id));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** What the seat knows besides the trick: the last trick, cards with points, and the kitty. @param {any} props */
function Known({ view, details }) {
  const { last_trick: last, opponent_cards: taken, kitty } = view.match;
  if (!last && !taken?.length && !kitty?.length) return null;
  return html`<details class="known" ref=${details}><summary>${t("train.known")}</summary>
    ${last && html`<p>${about("trick.won", view, last.winner, { n: last.points })}</p>
      <ol class="plays listed">${last.plays.map((/** @type {any} */ play) => html`<li key=${play.seat} class=${play.seat === last.winner ? "best" : ""}>
        <span class="who">${nameOf(view, play.seat)}</span><${Faces} cards=${play.cards} /></li>`)}</ol>`}
    ${taken?.length > 0 && html`<p>${t("train.taken")} <${Faces} cards=${taken} /></p>`}
    ${kitty?.length > 0 && html`<p>${t("result.kitty_cards")} <${Faces} cards=${kitty} /></p>`}
  </details>`;
}

/** Whether the answer was right, what it costs, the best move and why. @param {any} props */
function Result({ result, onNext, onAgain }) {
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => title.current?.focus(), []);
  const { right, cost, best, reason, move } = result;
  return html`<section class=${`verdict panel ${right ? "right" : "wrong"}`} aria-labelledby="verdict" data-testid="verdict">
    <h2 id="verdict" tabindex="-1" ref=${title}><span aria-hidden="true">${right ? "✓" : "✕"}</span> ${t(right ? "train.right" : "train.wrong")}</h2>
    ${!right && html`<div class="answers"><p class="answer">${t("train.yours")} <${Move} move=${move} />
      <span data-testid="cost">${cost === null ? t("train.unknown_cost") : t("train.cost", { points: pointsText(cost) })}</span></p>
      <p class="answer">${t("train.best")} <${Move} move=${best} /></p></div>`}
    <p class="small">${t("train.against_second")}</p>
    <${Reason} reason=${reason} />
    <p class="buttons"><button class="primary" onClick=${onNext} data-testid="next-puzzle">${t("train.next")}</button>
      ${!right && html`<button onClick=${onAgain}>${t("train.again")}</button>`}
      <${Link} class="button" href=${`/tables/${result.table}/analysis#${result.hand}.${result.number}`}>${t("train.hand")}<//></p>
  </section>`;
}
