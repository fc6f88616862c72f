// The replay of a finished game: step by step, with all hands or from one seat.
import { nameOf, sentence } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { Bar, Played, Seats } from "./felt.mjs";
import { groupsOf } from "./hand.mjs";
import { ensureAccount } from "./home.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { current, t } from "./i18n.mjs";
import { Later } from "./later.mjs";
import { PlayBar, usePlaying } from "./replay_bar.mjs";
import { ReplayDoor } from "./replay_door.mjs";
import { readReplay, recordOfTable } from "./replay_source.mjs";
import { Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const STEPS = new Set(["cards_played", "trick_won", "declared", "declaration_passed", "trump_fixed", "kitty_taken", "kitty_buried", "friends_called", "hand_scored", "combination_played", "turn_passed", "places_scored", "cards_dealt", "match_ended", "tribute_revealed", "discards_revealed"]);

const shuffle = () => import("./shuffle_part.mjs");

/** The replay of a table, or without an id the way to any record. @param {any} props */
export function Part({ id, me, refresh }) {
  // The number tells two records of files apart.
  const [given, setGiven] = useState({ record: /** @type {any} */ (null), number: 0 });
  useTitle(t("replay.title"));
  if (!me) {
    return html`<div class="page narrow"><h1>${t("replay.title")}</h1><p>${t("replay.guest")}</p>
      <p class="buttons"><button class="primary" onClick=${() => ensureAccount(me, refresh)}>${t("replay.as_guest")}</button>
      <${Link} class="button" href="/sign-in">${t("nav.sign_in")}<//></p></div>`;
  }
  const open = (/** @type {any} */ record) => {
    history.replaceState(null, "", location.pathname);
    setGiven({ record, number: given.number + 1 });
  };
  if (!id && !given.record) return html`<${ReplayDoor} me=${me} onOpen=${open} />`;
  return html`<${Replay} key=${given.number} id=${id} given=${given.record} me=${me} onOpen=${open} />`;
}

/** @param {any} props `given` is a record from a file, if it is not that of a table */
function Replay({ id, given, me, onOpen }) {
  const [seat, setSeat] = useState("");
  const [at, setAt] = useState(-1);
  const loaded = useLoaded(async () => readReplay(given ?? (await recordOfTable(id)), seat), `${id} ${seat} ${me.player.id}`);
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
  if (given && (loaded.problem || (data && !steps.length))) {
    return html`<${ReplayDoor} me=${me} onOpen=${onOpen} problem=${loaded.problem ?? { code: "not_a_record" }} />`;
  }
  if (loaded.problem) {
    return html`<div class="page narrow"><h1>${t("replay.title")}</h1><${ProblemNote} problem=${loaded.problem} />
      <p class="buttons"><${Link} class="button" href=${`/tables/${id}`}>${t("replay.to_table")}<//> <${Link} class="button" href="/replay">${t("replay.other")}<//></p></div>`;
  }
  if (!data) return html`<div class="page narrow"><p class="quiet-text" role="status">${t("replay.loading")}</p></div>`;
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
      <${Hands} step=${step} view=${view} />
      <${Checks} data=${data} version=${step.version} view=${view} goTo=${(/** @type {number} */ version) => playing.to(stepAt(steps, version))} />
      <p class="buttons replay-doors">
        ${id && view.match && html`<${Link} href=${`/tables/${id}/analysis#${handOf(view.match)}`} data-testid="analyse">${t("result.analyse")}<//>`}
        ${id && html`<a href=${`/v1/tables/${id}/record`} download=${`${id}.json`} data-testid="download-record">${t("replay.download")}</a>`}
        ${given ? html`<button class="link" onClick=${() => onOpen(null)} data-testid="other-record">${t("replay.other")}</button>` : html`<${Link} href="/replay" data-testid="other-record">${t("replay.other")}<//>`}
      </p>
    </div>
  </div>`;
}

/** What the server found wrong that is shown at most. */
const WRONG_SHOWN = 5;

/** What the server says of the record, and the shuffle of the hand that is shown, computed here. Details of the server are English. @param {any} props */
function Checks({ data, version, view, goTo }) {
  const [open, setOpen] = useState(false);
  const { agrees, disagreements } = data.verification;
  const hand = data.record.events.findLast((/** @type {any} */ each) => each.type === "hand_opened" && each.version <= version)?.data.hand;
  return html`<section class="checks">
    <p class="small" data-testid="server-verification">${t(agrees ? "replay.verified" : "replay.not_verified")}</p>
    ${disagreements.length > 0 && html`<ul class="small wrong">${disagreements.slice(0, WRONG_SHOWN).map((/** @type {any} */ each) => html`<li key=${each.version}><button class="link" onClick=${() => goTo(each.version)}>${t("replay.wrong", { n: each.version })}</button>
      ${current() === "en" && html`${" "}${each.detail}`}</li>`)}</ul>`}
    ${hand && html`<p><button onClick=${() => setOpen(!open)} aria-expanded=${open} data-testid="verify-shuffle">${t("replay.verify")}</button></p>`}
    ${hand && open && html`<${Later} load=${shuffle} texts="shuffle" events=${data.record.events} hand=${hand} view=${view} />`}
  </section>`;
}

/** The step of the address, such as #120. @param {any[]} steps */
function fromAddress(steps) {
  const version = Number(location.hash.slice(1));
  return version ? stepAt(steps, version) : 0;
}

/** The first step at or after a version; without one, the last step. @param {any[]} steps @param {number} version */
function stepAt(steps, version) {
  const found = steps.findIndex((each) => each.version >= version);
  return found < 0 ? steps.length - 1 : found;
}

/** The number of the hand that is shown, from 1. @param {any} match */
const handOf = (match) => match.hands_played + (match.phase === "scored" ? 0 : 1);

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
