// The answers that an entry of the inbox offers, as buttons. The server says which there are.
import { get } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { dateTime, namesIn } from "./tournament_words.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

/** Decisions about the result of a match, whose sides have to be named. */
const RESULTS = ["report_result", "confirm_result"];
/** Returns whether an entry can be answered without a look at the cards. @param {any} entry */
export const answersPlainly = (entry) => entry.kind !== "turn" || entry.what === "consent";

/** Returns the replies that change something. The others only read. @param {any} entry */
const repliesOf = (entry) => entry.replies.filter((/** @type {any} */ each) => each.method === "POST");

/** @param {any} props `answer` sends a reply, and takes the text that says it. */
export function Replies(props) {
  const { entry } = props;
  if (!repliesOf(entry).length) return null;
  if (RESULTS.includes(entry.what) && entry.tournament?.round) return html`<${OfMatch} ...${props} />`;
  if (answersPlainly(entry)) return html`<${Buttons} ...${props} textOf=${plainText} />`;
  return html`<details class="unseen-answers"><summary>${t("inbox.unseen")}</summary>
    <p class="small">${t("inbox.unseen_about")}</p>
    <${Buttons} ...${props} textOf=${plainText} isQuiet=${true} /></details>`;
}

/** @param {any} reply */
const plainText = ({ title, body }) => (body?.type === "agree_time" ? t("inbox.play_at", { time: dateTime(body.plays_at) }) : title);

/** @param {any} props */
function Buttons({ entry, title, answer, textOf, isQuiet }) {
  const [busy, setBusy] = useState(false);
  const send = async (/** @type {any} */ reply, /** @type {string} */ text) => {
    if (busy) return;
    setBusy(true);
    await answer(reply, text);
    setBusy(false);
  };
  return html`<div role="group" aria-label=${title} class="buttons replies">${repliesOf(entry).map((/** @type {any} */ reply, /** @type {number} */ at) => {
    const text = textOf(reply);
    return html`<button key=${at} class=${at || isQuiet ? "" : "primary"} aria-disabled=${busy} data-testid=${`reply-${at}`}
      onClick=${() => send(reply, text)}>${text}</button>`;
  })}</div>`;
}

/** Results name the sides of the match, and what the other side has reported. @param {any} props */
function OfMatch(props) {
  const { tournament, what } = props.entry;
  const { value, problem } = useLoaded(() => get(`/tournaments/${tournament.id}/rounds/${tournament.round}`), `${tournament.id} ${tournament.round}`);
  if (problem) return html`<${ProblemNote} problem=${problem} />`;
  const match = value?.matches.find((/** @type {any} */ each) => each.number === tournament.match);
  if (!match) return null;
  const nameOf = namesIn(value);
  const outcomeText = (/** @type {string} */ outcome) => {
    if (outcome === "drawn") return t("inbox.outcome.drawn");
    const [side, happened] = outcome.split("_");
    return t(`inbox.outcome.${happened}`, { name: nameOf(match[side]) });
  };
  const textOf = (/** @type {any} */ reply) => (reply.body?.outcome ? outcomeText(reply.body.outcome) : reply.title);
  if (what === "confirm_result") {
    return html`<div class="replies-of-match">
      ${match.report && html`<p>${t("inbox.reported", { outcome: outcomeText(match.report.outcome) })}</p>`}
      <${Buttons} ...${props} textOf=${textOf} /></div>`;
  }
  // Folded, because a tap by mistake would report a wrong result.
  return html`<details class="replies-of-match"><summary>${t("inbox.report")}</summary><${Buttons} ...${props} textOf=${textOf} isQuiet=${true} /></details>`;
}
