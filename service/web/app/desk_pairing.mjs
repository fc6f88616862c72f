// Pairing at the desk: the proposal of the engine, changes by hand with remarks, and publishing.
import { html, useEffect, useRef, useState } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { ReasonSheet } from "./desk_parts.mjs";
import { foresee, problemOf } from "./tournament_state.mjs";
import { dateTime, instantOf, localInput, membersOf } from "./tournament_words.mjs";
import { go, ProblemNote } from "./ui.mjs";

/** @param {any} round @returns {{matches: any[], byes: any[]}} */
const draftOf = (round) => ({
  matches: round.matches.map((/** @type {any} */ each) => ({ first: each.first, second: each.second })),
  byes: round.byes.map((/** @type {any} */ each) => ({ entrant: each.entrant, kind: each.kind })),
});

/** @param {any} props */
export function DeskPairing(props) {
  const { view } = props;
  const newest = view.rounds.at(-1);
  if (view.status !== "running") return html`<p class="quiet-text">${t("desk.pairing.not_running")}</p>`;
  if (view.scheduled) return html`<${Scheduled} ...${props} />`;
  if (newest && !newest.closed_at) return html`<${Again} ...${props} number=${newest.number} />`;
  return html`<${Draft} key=${`${view.rounds.length}`} ...${props} number=${view.rounds.length + 1} />`;
}

/** A round that is open: it can be paired again as long as no result is in. @param {any} props */
function Again(props) {
  const { number, commands } = props;
  const [isAgain, setAgain] = useState(false);
  if (isAgain) return html`<${Draft} ...${props} again />`;
  return html`<section><p>${t("desk.pairing.open", { round: number })}</p>
    <p><button disabled=${commands.busy} onClick=${() => setAgain(true)}>${t("desk.pairing.again")}</button></p></section>`;
}

/** @param {any} props */
function Scheduled({ view, commands, name }) {
  const { round, begins_at: at, matches } = view.scheduled;
  const [isAsking, setAsking] = useState(false);
  return html`<section class="panel"><p>${t("desk.pairing.scheduled", { round, at: dateTime(at) })}</p>
    ${matches && html`<ol class="plain-rows">${matches.map((/** @type {any} */ each) => html`<li key=${each.first}>${name(each.first)} – ${name(each.second)}</li>`)}</ol>`}
    <p><button onClick=${() => setAsking(true)}>${t("desk.pairing.unschedule")}</button></p>
    ${isAsking && html`<${ReasonSheet} title=${t("desk.pairing.unschedule")} verb=${t("desk.pairing.unschedule")} onClose=${() => setAsking(false)}
      onSend=${(/** @type {string} */ reason) => commands.send({ type: "unschedule_round", reason })}><//>`}</section>`;
}

/** @param {any} props */
function Draft({ id, view, commands, name, entrants, number, again = false }) {
  const [draft, setDraft] = useState(/** @type {any} */ (null));
  const [drawn, setDrawn] = useState(/** @type {any} */ ({}));
  const [remarks, setRemarks] = useState(/** @type {any[]} */ ([]));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [sheet, setSheet] = useState("");
  const newest = useRef(/** @type {any} */ (null));
  const type = again ? { type: "pair_again" } : { type: "pair_round", round: number };
  const tried = again ? { reason: t("desk.pairing.again") } : {};
  const draw = async () => {
    setProblem(null);
    newest.current = null;
    try {
      const { round, version, remarks: found = [] } = await foresee(id, { ...type, ...tried });
      const proposal = round ? draftOf(round) : { matches: [], byes: [], hidden: true };
      setDraft(proposal);
      setRemarks(found);
      setDrawn({ text: JSON.stringify(proposal), version });
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  useEffect(() => {
    draw();
  }, []);
  const change = async (/** @type {any} */ wanted) => {
    setDraft(wanted);
    newest.current = wanted;
    const found = await foresee(id, { ...type, ...tried, ...wanted }).catch((error) => ({ refusal: problemOf(error) }));
    // The answer about an older draft can come later than that about a newer one.
    if (newest.current !== wanted) return;
    setProblem(found.refusal ?? null);
    setRemarks(found.remarks ?? []);
  };
  const isDrawn = draft && JSON.stringify(draft) === drawn.text;
  const publish = async (/** @type {any} */ more = {}) => {
    // The format draws the same lots again as long as nothing has happened in the tournament.
    const body = isDrawn ? { expected_version: drawn.version } : { matches: draft.matches, byes: draft.byes };
    if (await commands.send({ ...type, ...body, ...more })) go(`/tournaments/${id}/desk`);
  };
  return html`<section><h2>${t("desk.pairing.title", { round: number })}</h2>
    <p class="small">${t("desk.pairing.about")}</p>
    <${Remarks} problem=${problem} draft=${draft} name=${name} />
    ${draft?.hidden && html`<p class="notice">${t("desk.pairing.hidden")}</p>`}
    ${draft && !draft.hidden && html`<${Editor} draft=${draft} entrants=${entrants} name=${name} onChange=${change} problem=${problem} />`}
    ${draft && !problem && !draft.hidden && html`<p class="quiet-text" role="status" data-testid="verdict">${t(isDrawn ? "desk.pairing.engine" : "desk.pairing.by_hand")}</p>`}
    ${!problem && remarks.length > 0 && html`<ul class="notice column" data-testid="pairing-remarks">${remarks.map((each) => html`<li key=${each.match}>${t("desk.pairing.in_match", { numbers: each.match })} ${t("desk.rule.club", { names: each.entrants.map(name).join(" – ") })}</li>`)}</ul>`}
    <p class="buttons"><button class="primary" data-testid="publish" disabled=${!draft || Boolean(problem) || commands.busy} onClick=${() => (again ? setSheet("again") : publish())}>${t("desk.pairing.publish")}</button>
      <button onClick=${draw} disabled=${commands.busy}>${t("desk.pairing.draw")}</button>
      ${!again && html`<button class="quiet" onClick=${() => setSheet("later")}>${t("desk.pairing.later")}</button>`}</p>
    ${sheet === "again" && html`<${ReasonSheet} title=${t("desk.pairing.again")} verb=${t("desk.pairing.publish")} onClose=${() => setSheet("")} onSend=${(/** @type {string} */ reason) => publish({ reason })}><//>`}
    ${sheet === "later" && html`<${PublishLater} view=${view} onClose=${() => setSheet("")} onSend=${(/** @type {string} */ at) => publish({ type: "schedule_round", begins_at: at })} />`}
  </section>`;
}

/** @param {any} props */
function PublishLater({ onClose, onSend }) {
  const send = (/** @type {string} */ _, /** @type {FormData} */ form) => onSend(/** @type {string} */ (instantOf(form.get("at"))));
  return html`<${ReasonSheet} title=${t("desk.pairing.later")} verb=${t("desk.pairing.schedule")} optional onClose=${onClose} onSend=${send}>
    <label>${t("desk.pairing.begins")}<input name="at" type="datetime-local" required min=${localInput(new Date())} /></label><//>`;
}

/** What the rules of the format say against the draft. @param {any} props */
function Remarks({ problem, draft, name }) {
  const remarks = problem?.facts?.violations;
  if (!remarks || !draft) return html`<${ProblemNote} problem=${problem} />`;
  return html`<div class="problem" role="alert" data-testid="remarks"><div><strong>${t("desk.pairing.remarks")}</strong>
    <ul>${remarks.map((/** @type {any} */ each, /** @type {number} */ index) => html`<li key=${index}>${each.matches.length > 0 && html`${t("desk.pairing.in_match", { numbers: each.matches.join(", ") })} `}${has(`desk.rule.${each.rule}`)
      ? t(`desk.rule.${each.rule}`, { names: each.entrants.map(name).join(" – ") })
      : each.detail}</li>`)}</ul></div></div>`;
}

/** The matches with a choice for each side. Choosing an entrant exchanges it with the one that was there. @param {any} props */
function Editor({ draft, entrants, name, onChange, problem }) {
  const there = entrants.filter((/** @type {any} */ each) => each.status === "entered");
  const marked = new Set((problem?.facts?.violations ?? []).flatMap((/** @type {any} */ each) => each.matches));
  const swap = (/** @type {string} */ old, /** @type {string} */ wanted) => {
    const other = (/** @type {string} */ each) => (each === old ? wanted : each === wanted ? old : each);
    // The API names the players of a side in alphabetical order.
    const side = (/** @type {string} */ each) => membersOf(each).map(other).sort().join("+");
    onChange({
      matches: draft.matches.map((/** @type {any} */ each) => ({ first: side(each.first), second: side(each.second) })),
      byes: draft.byes.map((/** @type {any} */ each) => ({ ...each, entrant: other(each.entrant) })),
    });
  };
  const choice = (/** @type {string} */ value, /** @type {string} */ label) => html`<select value=${value} aria-label=${label} onChange=${(/** @type {any} */ event) => swap(value, event.target.value)}>
    ${there.map((/** @type {any} */ each) => html`<option key=${each.id} value=${each.id}>${name(each.id)}</option>`)}</select>`;
  const choices = (/** @type {string} */ side, /** @type {string} */ label) => membersOf(side).map((each) => choice(each, label));
  return html`<ol class="draft" data-testid="draft">${draft.matches.map((/** @type {any} */ each, /** @type {number} */ index) => html`<li key=${index} class=${marked.has(index + 1) ? "marked" : ""}>
      <span class="table-number">${index + 1}</span>${choices(each.first, t("desk.pairing.first", { number: index + 1 }))}<span aria-hidden="true">–</span>${choices(each.second, t("desk.pairing.second", { number: index + 1 }))}</li>`)}
    ${draft.byes.map((/** @type {any} */ each) => html`<li key=${each.entrant} class="bye"><span class="table-number" aria-hidden="true">–</span>${choice(each.entrant, t("desk.pairing.bye"))}<span>${t(`tn.bye.${each.kind}`)}</span></li>`)}</ol>`;
}
