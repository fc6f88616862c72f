// What the two sides of a match settle themselves: when they play, and the result of a match played elsewhere.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { dateTime, instantOf, localInput } from "./tournament_words.mjs";

const OUTCOMES = ["first_won", "second_won", "drawn", "first_absent", "second_absent"];

/** @param {string} outcome @param {string} side */
function outcomeText(outcome, side) {
  if (outcome === "drawn") return t("tn.report.drawn");
  const [who, what] = outcome.split("_");
  return t(`tn.report.${who === side ? "we" : "they"}_${what}`);
}

/** @param {any} props */
export function MatchTimes({ round, match, side, commands }) {
  const [isProposing, setProposing] = useState(false);
  const where = { round: round.number, match: match.number };
  const { proposal, plays_at: playsAt } = match;
  const propose = async (/** @type {any} */ event) => {
    event.preventDefault();
    const times = new FormData(event.target).getAll("time").map(instantOf).filter(Boolean);
    if (times.length && (await commands.send({ type: "propose_time", ...where, times }))) setProposing(false);
  };
  const earliest = localInput(new Date());
  return html`<div class="times">
    ${playsAt && html`<p><strong>${t("tn.times.agreed", { at: dateTime(playsAt) })}</strong></p>`}
    ${proposal && proposal.side === side && html`<p>${t("tn.times.proposed_by_us", { times: proposal.times.map(dateTime).join(" · ") })}</p>`}
    ${proposal && proposal.side !== side && html`<p>${t("tn.times.proposed")}</p><p class="buttons">${proposal.times.map((/** @type {string} */ at) => html`<button key=${at} class="primary"
      disabled=${commands.busy} onClick=${() => commands.send({ type: "agree_time", ...where, plays_at: at })}>${dateTime(at)}</button>`)}</p>`}
    ${isProposing
      ? html`<form class="form short" onSubmit=${propose}>${[1, 2, 3].map((n) => html`<label key=${n}>${t("tn.times.time", { n })}
          <input type="datetime-local" name="time" min=${earliest} max=${localInput(new Date(round.deadline))} required=${n === 1} /></label>`)}
        <p class="buttons"><button class="primary" disabled=${commands.busy}>${t("tn.times.send")}</button><button type="button" onClick=${() => setProposing(false)}>${t("button.back")}</button></p></form>`
      : html`<p><button onClick=${() => setProposing(true)} data-testid="propose-times">${t("tn.times.propose")}</button></p>`}
  </div>`;
}

/** @param {any} props */
export function Reporting({ round, match, side, commands }) {
  const [outcome, setOutcome] = useState("");
  const where = { round: round.number, match: match.number };
  const { report } = match;
  const isTheirs = report && report.side !== side && !report.is_disputed;
  const dispute = (/** @type {any} */ event) => {
    event.preventDefault();
    commands.send({ type: "dispute_result", ...where, reason: String(new FormData(event.target).get("reason")) });
  };
  return html`<div class="times">
    ${report && html`<p>${t(report.is_disputed ? "tn.report.disputed" : report.side === side ? "tn.report.by_us" : "tn.report.by_them", { outcome: outcomeText(report.outcome, side) })}</p>`}
    ${isTheirs
      ? html`<p class="buttons"><button class="primary" disabled=${commands.busy} onClick=${() => commands.send({ type: "confirm_result", ...where })}>${t("tn.report.confirm")}</button></p>
        <form class="say" onSubmit=${dispute}><input name="reason" required maxlength="200" aria-label=${t("tn.report.reason")} placeholder=${t("tn.report.reason")} /><button>${t("tn.report.dispute")}</button></form>`
      : html`<fieldset class="choice"><legend>${t("tn.report.title")}</legend>${OUTCOMES.map((each) => html`<label key=${each}><input type="radio" name="outcome" checked=${each === outcome} onChange=${() => setOutcome(each)} /> ${outcomeText(each, side)}</label>`)}</fieldset>
        <p><button class="primary" disabled=${!outcome || commands.busy} onClick=${() => commands.send({ type: "report_result", ...where, outcome })}>${t("tn.report.send")}</button></p>`}
  </div>`;
}
