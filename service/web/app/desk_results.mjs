// Results at the desk: set and correct them, move the deadline, and list what was corrected.
import { get } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { ReasonSheet, ResultSheet } from "./desk_parts.mjs";
import { Matches } from "./tournament_rounds.mjs";
import { dateTime, instantOf, localInput, namesIn, playerName, scoreText } from "./tournament_words.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

/** @param {any} props */
export function DeskResults(props) {
  const { id, view, commands, isDirector } = props;
  const [number, setNumber] = useState(view.rounds.length);
  const [sheet, setSheet] = useState(/** @type {any} */ (null));
  const shown = Math.min(number || 1, Math.max(view.rounds.length, 1));
  const found = useLoaded(() => (view.rounds.length ? get(`/tournaments/${id}/rounds/${shown}`) : Promise.resolve(null)), `${id} ${shown} ${view.version}`);
  const round = found.value;
  if (!view.rounds.length) return html`<p class="quiet-text">${t("desk.results.none")}</p>`;
  const name = round && namesIn(round);
  const canSet = isDirector && ["running", "finishing"].includes(view.status);
  const act = (/** @type {any} */ match) => canSet && html`<button class="small-button" data-testid=${`set-${match.number}`} onClick=${() => setSheet({ round: shown, match, first: name(match.first), second: name(match.second) })}>${t(match.is_over ? "desk.result.correct" : "desk.result.set")}</button>
    ${!match.is_over && match.tables.length > 0 && html`<button class="small-button quiet" onClick=${() => setSheet({ elsewhere: match.number })}>${t("desk.elsewhere.title")}</button>`}`;
  return html`<div class="page-parts"><section>
    <label class="inline">${t("desk.results.round")} <select value=${shown} onChange=${(/** @type {any} */ event) => setNumber(Number(event.target.value))}>
      ${view.rounds.map((/** @type {any} */ each) => html`<option key=${each.number} value=${each.number}>${each.number}</option>`)}</select></label>
    <${ProblemNote} problem=${found.problem} />
    ${round && html`<${Matches} round=${round} view=${view} act=${act} />`}
    <p class="buttons">${canSet && round && !round.closed_at && round.matches.every((/** @type {any} */ each) => each.is_over) && view.status === "running" && html`<button disabled=${commands.busy} data-testid="close-round"
        onClick=${() => commands.send({ type: "close_round", round: shown })}>${t("desk.next.close", { round: shown })}</button>`}
      ${canSet && round?.deadline && !round.closed_at && html`<button onClick=${() => setSheet({ deadline: round.deadline })}>${t("desk.deadline.move")}</button>`}</p>
    </section>
    <${Corrections} id=${id} view=${view} />
    ${sheet?.match && html`<${ResultSheet} ...${props} ...${sheet} onClose=${() => setSheet(null)} />`}
    ${sheet?.elsewhere && html`<${ReasonSheet} title=${t("desk.elsewhere.title")} verb=${t("desk.elsewhere.title")} onClose=${() => setSheet(null)}
      onSend=${(/** @type {string} */ reason) => commands.send({ type: "play_elsewhere", round: shown, match: sheet.elsewhere, reason })}><p>${t("desk.elsewhere.about")}</p><//>`}
    ${sheet?.deadline && html`<${ReasonSheet} title=${t("desk.deadline.move")} verb=${t("desk.deadline.move")} onClose=${() => setSheet(null)}
      onSend=${(/** @type {string} */ reason, /** @type {FormData} */ form) => commands.send({ type: "move_deadline", deadline: instantOf(form.get("deadline")), reason })}>
      <label>${t("desk.deadline.new")}<input type="datetime-local" name="deadline" required defaultValue=${localInput(new Date(sheet.deadline))} /></label><//>`}
  </div>`;
}

/** @param {any} props */
function Corrections({ id, view }) {
  const found = useLoaded(() => get(`/tournaments/${id}/corrections`), `${id} ${view.version}`);
  const list = found.value?.corrections ?? [];
  if (!list.length) return html`<${ProblemNote} problem=${found.problem} />`;
  const score = (/** @type {any} */ value) => (value?.first != null ? scoreText(value) : "–");
  return html`<section><h2>${t("desk.corrections.title")}</h2><ol class="plain-rows" data-testid="corrections">${[...list].reverse().map((each, index) => html`<li key=${index}>
    <span>${t("desk.corrections.line", { round: each.round, number: each.match, before: score(each.before), after: score(each.after) })}
      <span class="names">${playerName(each.by, found.value.players)} · ${each.reason}</span></span><span class="small">${dateTime(each.at)}</span></li>`)}</ol></section>`;
}
