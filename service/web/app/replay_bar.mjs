// The buttons of a replay: play and pause at a speed, and steps by moves, tricks and hands; and their keys.
import { html, useEffect, useState } from "./html.mjs";
import { t } from "./i18n.mjs";

const SPEEDS_MS = { slow: 2000, normal: 1000, fast: 350 };
/** A trick or a hand starts at the step after one of these. */
const ENDS = {
  trick: ["trick_won", "kitty_buried", "friends_called", "hand_scored", "places_scored", "match_ended"],
  hand: ["hand_scored", "places_scored", "match_ended"],
};
/** In Zheng Shangyou a round is over when all others have passed. */
const endsRound = (/** @type {any} */ before, /** @type {any} */ step) => before.type === "turn_passed" && step.type === "combination_played" && !step.view.match?.round?.slice(1).length;

/** Outlines of the signs on buttons, which fonts of some devices lack. Those to the left are mirrored. */
const SIGNS = {
  play: "M7 4 20 12 7 20Z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  step: "M5 4 15 12 5 20ZM16 4h3v16h-3z",
  trick: "M3 4 12 12 3 20ZM12 4 21 12 12 20Z",
  hand: "M1 4 9 12 1 20ZM9 4 17 12 9 20ZM18 4h3v16h-3z",
};

/** @param {keyof typeof SIGNS} name @param {boolean} [isMirrored] */
const sign = (name, isMirrored = false) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true" class=${isMirrored ? "mirrored" : ""}><path d=${SIGNS[name]} /></svg>`;

/**
 * Returns the step at which the next or previous trick or hand starts. Without one, it is the last or first step.
 *
 * @param {any[]} steps @param {number} from @param {"trick" | "hand"} kind @param {1 | -1} way
 */
export function stepOf(steps, from, kind, way) {
  const starts = (/** @type {number} */ at) => at === 0 || ENDS[kind].includes(steps[at - 1].type) || (kind === "trick" && endsRound(steps[at - 1], steps[at]));
  for (let at = from + way; at > 0 && at < steps.length; at += way) if (starts(at)) return at;
  return way > 0 ? steps.length - 1 : 0;
}

/** Moves on while it plays, and answers keys. @param {{steps: any[], from: number, move: (at: number) => void}} replay */
export function usePlaying({ steps, from, move }) {
  const [isOn, setOn] = useState(false);
  const [speed, setSpeed] = useState("normal");
  const last = steps.length - 1;
  const toggle = () => {
    if (!isOn && from === last) move(0);
    setOn(!isOn);
  };
  const to = (/** @type {number} */ at) => {
    setOn(false);
    move(at);
  };
  useEffect(() => {
    if (!isOn) return undefined;
    if (from >= last) {
      setOn(false);
      return undefined;
    }
    const timer = setTimeout(() => move(from + 1), SPEEDS_MS[/** @type {keyof typeof SPEEDS_MS} */ (speed)]);
    return () => clearTimeout(timer);
  }, [isOn, from, last, speed]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const tag = /** @type {HTMLElement} */ (event.target).tagName;
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(tag) || event.ctrlKey || event.metaKey || event.altKey || last < 0) return;
      if (event.key === " " && (tag === "BUTTON" || tag === "A")) return;
      /** @type {Object<string, () => void>} */
      const acts = {
        " ": toggle,
        ArrowRight: () => to(event.shiftKey ? stepOf(steps, from, "trick", 1) : from + 1),
        ArrowLeft: () => to(event.shiftKey ? stepOf(steps, from, "trick", -1) : from - 1),
        PageDown: () => to(stepOf(steps, from, "hand", 1)),
        PageUp: () => to(stepOf(steps, from, "hand", -1)),
        Home: () => to(0),
        End: () => to(last),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [from, steps, isOn]);
  return { isOn, toggle, to, speed, setSpeed };
}

/** @param {any} props */
export function PlayBar({ steps, from, playing }) {
  const last = steps.length - 1;
  const { isOn, toggle, to, speed, setSpeed } = playing;
  const jump = (/** @type {"trick" | "hand"} */ kind, /** @type {1 | -1} */ way) => html`<button
    aria-disabled=${way > 0 ? from === last : from === 0} aria-label=${t(`replay.${kind}.${way > 0 ? "next" : "back"}`)} title=${t(`replay.${kind}.${way > 0 ? "next" : "back"}`)}
    data-testid=${`${kind}-${way > 0 ? "next" : "back"}`} onClick=${() => to(stepOf(steps, from, kind, way))}>${sign(kind, way < 0)}</button>`;
  return html`<div class="scrub"><input type="range" min="0" max=${last} value=${from} aria-label=${t("replay.slider")}
      aria-valuetext=${t("replay.step", { n: from + 1, count: last + 1 })}
      onInput=${(/** @type {any} */ input) => to(Number(input.target.value))} /></div>
    <div class="play-bar" role="group" aria-label=${t("replay.buttons")}>
      ${jump("hand", -1)} ${jump("trick", -1)}
      <button onClick=${() => to(from - 1)} aria-disabled=${from === 0} aria-label=${t("replay.back")} title=${t("replay.back")}>${sign("step", true)}</button>
      <button class="primary" onClick=${toggle} data-testid="play-pause" aria-label=${t(isOn ? "replay.pause" : "replay.play")}>${sign(isOn ? "pause" : "play")}</button>
      <button onClick=${() => to(from + 1)} aria-disabled=${from === last} aria-label=${t("replay.forward")} title=${t("replay.forward")} data-testid="forward">${sign("step")}</button>
      ${jump("trick", 1)} ${jump("hand", 1)}
      <label>${t("replay.speed")} <select value=${speed} onChange=${(/** @type {any} */ event) => setSpeed(event.target.value)} data-testid="speed">
        ${Object.keys(SPEEDS_MS).map((each) => html`<option key=${each} value=${each}>${t(`replay.speed.${each}`)}</option>`)}</select></label>
    </div>
    <p class="small only-wide">${t("replay.keys")}</p>`;
}
