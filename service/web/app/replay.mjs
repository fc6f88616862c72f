// The replay of a finished game: step by step, with all hands or from one seat.
import { get, post } from "./api.mjs";
import { nameOf, sentence } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { Bar, Played, Seats } from "./felt.mjs";
import { groupsOf } from "./hand.mjs";
import { ensureAccount } from "./home.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { PlayBar, usePlaying } from "./replay_bar.mjs";
import { Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

/** Reads the record, and replays it page by page. */
async function readReplay(id, seat) {
  const record = await get(`/tables/${id}/record`);
  const views = [];
  let verification = null;
  let players = {};
  for (let after = 0, more = true; more; ) {
    const query = new URLSearchParams({ after: String(after), limit: "200", ...(seat === "" ? {} : { seat }) });
    const page = await post(`/records?${query}`, record);
    verification ??= page.verification;
    players = { ...players, ...page.players };
    views.push(...page.views);
    after = page.next_after;
    more = page.more;
  }
  return { record, views, verification, players };
}

const STEPS = new Set(["cards_played", "trick_won", "declared", "declaration_passed", "trump_fixed", "kitty_taken", "kitty_buried", "friends_called", "hand_scored", "combination_played", "turn_passed", "places_scored", "cards_dealt", "match_ended", "tribute_revealed", "discards_revealed"]);

/** @param {any} props */
export function Replay({ id, me, refresh }) {
  const [seat, setSeat] = useState("");
  const [at, setAt] = useState(-1);
  const loaded = useLoaded(() => (me ? readReplay(id, seat) : Promise.resolve(null)), `${id} ${seat} ${me?.player.id}`);
  useTitle(t("replay.title"));
  const data = loaded.value;
  const steps = (data?.views ?? []).filter((/** @type {any} */ each) => STEPS.has(each.type));
  const last = steps.length - 1;
  const from = Math.max(0, Math.min(last, at < 0 ? fromAddress(steps) : at));
  const move = (/** @type {number} */ step) => {
    const next = Math.max(0, Math.min(last, step));
    setAt(next);
    history.replaceState(null, "", `#${steps[next]?.version ?? 0}`);
  };
  const playing = usePlaying({ steps, from, move });
  if (loaded.problem) {
    return html`<div class="page narrow"><h1>${t("replay.title")}</h1><${ProblemNote} problem=${loaded.problem} />
      <p><${Link} href=${`/tables/${id}`}>${t("replay.to_table")}<//></p></div>`;
  }
  if (!me) {
    return html`<div class="page narrow"><h1>${t("replay.title")}</h1><p>${t("replay.guest")}</p>
      <p class="buttons"><button class="primary" onClick=${() => ensureAccount(me, refresh)}>${t("replay.as_guest")}</button>
      <${Link} class="button" href="/sign-in">${t("nav.sign_in")}<//></p></div>`;
  }
  if (!data) return html`<div class="page narrow"><p class="quiet-text">${t("replay.loading")}</p></div>`;
  const step = steps[from];
  const view = shape(step.view, data.players, seat);
  const event = data.record.events.find((/** @type {any} */ each) => each.version === step.version);
  return html`<div class="table replay" data-testid="replay">
    <h1 class="unseen">${t("replay.title")}</h1>
    <${Bar} view=${view} onPoints=${() => {}} />
    <div class="controls"><${PlayBar} steps=${steps} from=${from} move=${move} playing=${playing} /></div>
    <div class="felt"><${Seats} view=${view} received=${0} /><${Played} view=${view} held=${null} onSkip=${() => {}} /></div>
    <div class="mine">
      <p class="prompt" role="status" data-testid="step">${(event && sentence(event, view)) ?? ""}</p>
      <p class="scrub-facts"><span data-testid="step-number">${t("replay.step", { n: from + 1, count: last + 1 })}</span>
        <label>${t("replay.seen")} <select value=${seat} onChange=${(/** @type {any} */ input) => setSeat(input.target.value)}>
          <option value="">${t("replay.all_hands")}</option>
          ${view.seats.map((/** @type {any} */ each) => html`<option value=${String(each.seat)}>${nameOf({ ...view, you: null }, each.seat)}</option>`)}
        </select></label></p>
      ${view.match && html`<p><${Link} href=${`/tables/${id}/analysis#${handOf(view.match)}`} data-testid="analyse">${t("result.analyse")}<//></p>`}
      <${Hands} step=${step} view=${view} />
      ${data.verification && html`<p class="small">${t(isFair(data.verification) ? "replay.verified" : "replay.not_verified")}</p>`}
    </div>
  </div>`;
}

/** The step of the address, such as #120. @param {any[]} steps */
function fromAddress(steps) {
  const version = Number(location.hash.slice(1));
  const found = steps.findIndex((each) => each.version >= version);
  return version && found >= 0 ? found : 0;
}

/** The number of the hand that is shown, from 1. @param {any} match */
const handOf = (match) => match.hands_played + (match.phase === "scored" ? 0 : 1);

/** @param {any} verification */
const isFair = (verification) => verification.agrees;

/** Views of a replay lack what only a running table has. */
function shape(view, players, seat) {
  return { clocks: [], asked: [], proposal: null, ...view, players, you: seat === "" ? null : Number(seat) };
}

/** @param {any} props */
function Hands({ step, view }) {
  const shown = step.hands
    ? step.hands.map((/** @type {any} */ hand, /** @type {number} */ seat) => ({ seat, hand })).filter((/** @type {any} */ each) => each.hand?.length)
    : view.match?.hand
      ? [{ seat: view.you, hand: view.match.hand }]
      : [];
  return html`<ul class="hands">${shown.map(
    (/** @type {any} */ each) => html`<li key=${each.seat}><span class="who">${nameOf(view, each.seat)}</span>
      ${groupsOf({ ...view.match, hand: each.hand }, view.game).map((group) => html`<${Faces} key=${group.name} cards=${group.cards.map((held) => held.card)} />`)}</li>`,
  )}</ul>`;
}
