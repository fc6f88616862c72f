// The action bar: what is asked, and the buttons that answer it. All of it comes from `moves`.
import { rankOf, shorts, suitOf } from "./cards.mjs";
import { callText, nameOf, trumpName } from "./events.mjs";
import { Faces } from "./faces.mjs";
import { patternText } from "./felt.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { NextTable } from "./inbox_next.mjs";
import { countOf, isDeadEnd } from "./legal.mjs";
import { problemText } from "./problems.mjs";
import { cardOf } from "./store.mjs";
import { RuleLink } from "./ui.mjs";

/** Returns the sentence that says what the seat must do. */
function promptOf(view, moves) {
  const asked = moves?.asked;
  if (!asked) {
    const others = view.asked.map((/** @type {any} */ each) => nameOf(view, each.seat));
    if (moves?.cards?.length && view.match?.phase === "declaring") return t("ask.may_declare");
    return others.length ? t("ask.others", { names: others.join(", ") }) : t("table.waiting");
  }
  if (asked === "declare" && !moves.cards.length) return t(whyNotDeclare(view.match));
  if (asked !== "play") return t(`ask.${asked}`, { n: moves.count ?? 0 });
  if (moves.choose) return t("ask.choose");
  if (moves.combinations) return t(moves.lead ? "ask.lead_any" : moves.cards.length ? "ask.beat" : "ask.cannot");
  if (moves.lead) return t("ask.lead");
  return followText(moves);
}

/** Why no card of the hand can be shown. @param {any} match */
function whyNotDeclare({ hand, trump_rank: rank, standing }) {
  if (standing) return "declare.none_beats";
  return rank && !hand?.some((/** @type {string} */ card) => rankOf(card) === rank) ? "declare.none_of_rank" : "declare.none_fits";
}

/** @param {any} moves */
function followText(moves) {
  const suit = moves.suit === "T" ? t("hand.trumps") : trumpName(moves.suit);
  const owed = (moves.owed ?? []).map((/** @type {any} */ each) =>
    each.length > 1
      ? t("owed.run", { n: each.length, width: each.width })
      : each.width > 1
        ? t(each.width === 2 ? "owed.pair" : "owed.tuple", { n: each.width })
        : "",
  );
  const parts = owed.filter(Boolean);
  if (moves.from_suit === 0) return t("ask.free", { n: moves.count, suit });
  if (moves.from_suit < moves.count) return t("ask.part", { n: moves.count, from: moves.from_suit, suit });
  return parts.length
    ? t("ask.owed", { n: moves.count, suit, owed: parts.join(", ") })
    : t("ask.follow", { n: moves.count, suit });
}

/** @param {any} props */
export function Actions({ view, moves, state, send, dispatch, playRef }) {
  const cards = state.chosen.map(cardOf);
  const [sure, setSure] = useState(false);
  const [reading, setReading] = useState("");
  useEffect(() => {
    setSure(false);
    setReading("");
  }, [state.chosen.join()]);
  const common = { view, moves, cards, chosen: state.chosen, preview: state.preview, sending: state.sending, send, dispatch, playRef, sure, setSure, reading };
  // One place says what is asked, or what the chosen cards are. A second line would move the hand under a finger.
  return html`<div class="actions" role="group" aria-label=${t("actions.label")} data-asked=${moves?.asked ?? ""}>
    <div class="said">${
      (moves?.asked === "play" && (noteOf(state.preview, sure, reading, setReading, cards) ?? deadEnd(view, moves, state.chosen))) ||
      html`<p class=${`prompt ${moves?.asked ? "asked" : ""}`} data-testid="prompt">${promptOf(view, moves)}</p>`
    }${moves?.asked === "play" && html`<${Extras} ...${common} />`}
      <${NextTable} table=${view.id} isWaiting=${!moves?.asked && !moves?.cards?.length} /></div>
    <div class="buttons"><${Buttons} ...${common} /></div>
  </div>`;
}

/**
 * Returns what the chosen cards are, with a choice if they can be read in several ways, or why they cannot be played.
 *
 * @param {any} preview @param {boolean} sure @param {string} reading @param {(reading: string) => void} setReading
 * @param {string[]} cards
 */
function noteOf(preview, sure, reading, setReading, cards) {
  if (!preview) return null;
  if (sure) return html`<p class="note" role="alert">${t("play.throw", { units: unitsText(preview) })}</p>`;
  if (!preview.legal) return html`<${Refused} problem=${preview.problem} />`;
  const readings = readingsOf(preview);
  if (readings.length > 0) {
    return html`<label class="reading">${t("play.reading")}
      <select value=${reading} onChange=${(/** @type {any} */ event) => setReading(event.target.value)}>
        ${readings.map((each, at) => html`<option value=${at ? String(at) : ""}>${patternText(each, cards)}</option>`)}
      </select></label>`;
  }
  const text = previewText(preview, cards);
  return text && html`<p class="note">${text}</p>`;
}

/** Why the server would refuse the chosen cards: what is wrong, what helps, and the rule. @param {{problem: any}} props */
function Refused({ problem }) {
  const { title, detail, hint, rule, rule_url: address } = problemText(problem);
  return html`<p class="note bad" data-testid="preview">${detail || title}${t("text.stop")}${hint && `${t("text.gap")}${hint}${t("text.stop")}`}
    ${rule && address && html` <${RuleLink} rule=${rule} address=${address} />`}</p>`;
}

/** Says that no legal play has the chosen cards, before there are enough of them to ask the server. */
function deadEnd(view, moves, chosen) {
  if (!isDeadEnd(moves, chosen)) return null;
  return html`<p class="note bad" data-testid="dead-end">${t("play.dead_end", { cards: shorts(chosen.map(cardOf)) })}${t("text.gap")}${promptOf(view, moves)}</p>`;
}

/** What can be asked for besides a play. It stands beside the prompt, so that the other buttons keep their places. @param {any} props */
function Extras(props) {
  const { moves } = props;
  const extra = (/** @type {string} */ type) => moves[type] && html`<${Button} ...${props} primary=${false} command=${{ type }} label=${t(`button.${type}`)} />`;
  return html`<span class="extras">${extra("claim")} ${extra("take_back")} ${extra("end_hand")}</span>`;
}

/** Returns the ways to read the chosen cards, if there are several. @param {any} preview @returns {any[]} */
const readingsOf = (preview) =>
  preview?.legal && preview.other_readings?.length ? [preview.reading, ...preview.other_readings] : [];

/** @param {any} props */
function Buttons(props) {
  const { moves, view } = props;
  if (!moves) return null;
  switch (moves.asked) {
    case "play":
      return html`<${PlayButtons} ...${props} />`;
    case "bury":
      return html`<${CountButtons} ...${props} />`;
    case "call_friends":
      return html`<${CallButtons} ...${props} />`;
    case "pay_tribute":
    case "take":
    case "discard":
      return html`<${CardButtons} ...${props} />`;
    case "consent":
      return html`<${Button} ...${props} primary=${true} command=${{ type: "consent", agree: true }} label=${t("button.agree")} />
        <${Button} ...${props} command=${{ type: "consent", agree: false }} label=${t("button.decline")} />`;
    case "redeal":
      return html`${moves.claim_redeal && html`<${Button} ...${props} primary=${true} command=${{ type: "claim_redeal" }} label=${t("button.redeal")} />`}
        <${Button} ...${props} command=${{ type: "pass" }} label=${t("button.no_redeal")} />`;
    case "review":
      return html`<${Button} ...${props} primary=${true} command=${{ type: "pass" }} label=${t("button.no_challenge")} />`;
    default:
      return view.match?.phase === "declaring" || moves.asked === "bid" ? html`<${ShowButtons} ...${props} />` : null;
  }
}

/** A button for one whole command. @param {any} props */
function Button({ send, sending, command, label, primary, anyVersion, testid }) {
  // The second tap of a double tap must not answer the next question too.
  const click = (/** @type {MouseEvent} */ event) => event.detail < 2 && send(command, { anyVersion });
  return html`<button class=${primary ? "primary" : ""} aria-disabled=${sending} data-testid=${testid ?? `do-${command.type}`}
    onClick=${click}>${label}</button>`;
}

/** Declarations, bids and plans. @param {any} props */
function ShowButtons(props) {
  const { moves, view } = props;
  const live = view.match?.way?.mode === "live_draw";
  return html`${moves.cards.map((/** @type {string[]} */ cards) => {
    const command = moves.plan
      ? { type: "plan", shows: [{ cards, over: "any" }] }
      : { type: "declare", cards };
    return html`<${Button} key=${cards.join()} ...${props} primary=${true} command=${command} anyVersion=${live} testid="declare"
      label=${html`${t(moves.asked === "bid" ? "button.bid" : "button.declare")} <${Faces} cards=${cards} />`} />`;
  })}
  ${moves.pass && html`<${Button} ...${props} command=${{ type: "pass" }} anyVersion=${live} label=${t("button.no_declare")} />`}`;
}

/** A number of cards out of the hand. @param {any} props */
function CountButtons({ moves, cards, send, sending, dispatch, playRef }) {
  const ready = cards.length === moves.count;
  const act = () => ready && send({ type: "bury", cards });
  playRef.current = act;
  return html`<button class="primary" aria-disabled=${!ready || sending} data-testid="bury" onClick=${act}>
      ${t("button.bury", { n: cards.length, count: moves.count })}</button>
    <button onClick=${() => dispatch({ type: "choose", ids: [] })} aria-disabled=${!cards.length}>${t("button.clear")}</button>`;
}

/** @param {any} props */
function CardButtons(props) {
  const { moves, cards, send, sending, playRef } = props;
  if (moves.asked === "take") {
    return moves.cards.map(
      (/** @type {string[]} */ [card]) => html`<${Button} key=${card} ...${props} primary=${true} command=${{ type: "take", card }}
        label=${html`${t("button.take")} <${Faces} cards=${[card]} />`} />`,
    );
  }
  const ready = cards.length === 1;
  const act = () => ready && send({ type: moves.asked, card: cards[0] });
  playRef.current = act;
  return html`<button class="primary" aria-disabled=${!ready || sending} data-testid=${`do-${moves.asked}`} onClick=${act}>
    ${t(`button.${moves.asked}`)} ${ready && html`<${Faces} cards=${cards} />`}</button>`;
}

/** Plays: the button names the cards; a throw is confirmed. @param {any} props */
function PlayButtons(props) {
  const { moves, cards, preview, send, sending, dispatch, playRef, sure, setSure, reading } = props;
  const count = countOf(moves);
  const enough = cards.length > 0 && !(count && cards.length !== count);
  const readings = readingsOf(preview);
  const isThrow = Boolean(preview?.throw);
  const act = () => {
    if (!enough || sending) return;
    if (isThrow && !sure) {
      setSure(true);
      return;
    }
    const picked = readings[Number(reading || 0)];
    const named = reading && picked ? { reading: { pattern: picked.pattern, top: picked.top, width: picked.width } } : {};
    send({ type: "play", cards, ...named });
  };
  playRef.current = act;
  const cannot = Boolean(moves.combinations && !moves.cards.length && moves.complete);
  if (cannot && moves.pass) {
    playRef.current = () => send({ type: "pass" });
    return html`<${Button} ...${props} primary=${true} command=${{ type: "pass" }} label=${t("button.pass")} />`;
  }
  return html`
    <button class="primary play" aria-disabled=${!enough || sending} data-testid="play" onClick=${act}>
      ${enough ? html`${t(sure ? "button.throw" : "button.play")} <span class="named">${shorts(cards)}</span>` : chooseText(moves, cards)}</button>
    <button onClick=${() => dispatch({ type: "choose", ids: [] })} aria-disabled=${!cards.length}>${t("button.clear")}</button>
    ${moves.pass && html`<${Button} ...${props} command=${{ type: "pass" }} label=${t("button.pass")} />`}`;
}

/** @param {any} moves @param {string[]} cards */
const chooseText = (moves, cards) =>
  countOf(moves) ? t("button.chosen", { n: cards.length, count: countOf(moves) }) : t("button.choose");

/** @param {any} preview @param {string[]} cards */
function previewText(preview, cards) {
  if (preview.runs_out) return t("play.runs_out");
  if (preview.reading) return patternText(preview.reading, cards);
  if (preview.follows === false) return t("play.revoke");
  if (preview.takes_trick !== undefined) return t(preview.takes_trick ? "play.takes" : "play.loses");
  return unitsText(preview) && t("play.is_throw", { units: unitsText(preview) });
}

/** Returns the parts of a throw, or nothing for a single combination. @param {any} preview */
const unitsText = (preview) => (preview.units?.length > 1 ? preview.units.map(shorts).join(" + ") : "");

/** Groups calls by suit, for a list that people can read. @param {any[]} calls */
function callsBySuit(calls) {
  /** @type {Map<string, {call: any, at: number}[]>} */
  const groups = new Map();
  calls.forEach((call, at) => {
    const suit = suitOf(call.card);
    const label = suit === "J" ? t("call.jokers") : trumpName(suit);
    groups.set(label, [...(groups.get(label) ?? []), { call, at }]);
  });
  return [...groups];
}

/** Friends: each call is a card and which copy of it. @param {any} props */
function CallButtons({ moves, send, sending, playRef }) {
  const [picked, setPicked] = useState(/** @type {string[]} */ (Array(moves.count).fill("")));
  const ready = picked.every(Boolean);
  const act = () => ready && send({ type: "call_friends", calls: picked.map((at) => moves.calls[Number(at)]) });
  playRef.current = act;
  return html`
    ${picked.map(
      (value, index) => html`<label key=${index} class="call">${t("call.friend", { n: index + 1 })}
        <select value=${value} data-testid=${`call-${index}`}
          onChange=${(/** @type {any} */ event) => setPicked(picked.map((old, at) => (at === index ? event.target.value : old)))}>
          <option value="">${t("call.pick")}</option>
          ${callsBySuit(moves.calls).map(([suit, calls]) => html`<optgroup label=${suit}>
            ${calls.map(({ call, at }) => html`<option value=${String(at)}>${callText(call)}</option>`)}</optgroup>`)}
        </select></label>`,
    )}
    <button class="primary" aria-disabled=${!ready || sending} onClick=${act} data-testid="call">${t("button.call")}</button>
    ${moves.solo && html`<button onClick=${() => send({ type: "call_friends", calls: [], solo: true })} aria-disabled=${sending}>${t("button.solo")}</button>`}`;
}

/** An open proposal, with its answers. @param {any} props */
export function Proposal({ view, send, sending }) {
  const { proposal } = view;
  if (!proposal) return null;
  const what = t(has(`propose.${proposal.what}`) ? `propose.${proposal.what}` : "propose.other");
  const mine = proposal.by === view.you;
  const answers = view.you !== null && proposal.waits_for.includes(view.you);
  return html`<div class="notice" role="status" data-testid="proposal">
    <span>${t(mine ? "proposal.mine" : "proposal.by", { name: nameOf(view, proposal.by), what })}</span>
    ${answers && html`<button class="primary" aria-disabled=${sending} onClick=${() => send({ type: "agree", what: proposal.what }, { anyVersion: true })}>${t("button.agree")}</button>
      <button aria-disabled=${sending} onClick=${() => send({ type: "disagree" }, { anyVersion: true })}>${t("button.decline")}</button>`}
    ${mine && html`<button aria-disabled=${sending} onClick=${() => send({ type: "withdraw_proposal" }, { anyVersion: true })}>${t("button.withdraw")}</button>`}
  </div>`;
}
