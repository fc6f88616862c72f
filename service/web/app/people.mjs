// Blocking and reporting the people at a table, and muting its chat.
import { get, post, randomKey, request } from "./api.mjs";
import { nameOf } from "./events.mjs";
import { Fragment, html, useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { ProblemNote, Sheet, useLoaded } from "./ui.mjs";

const REASONS = ["abuse", "table_talk", "cheating", "stalling", "spam", "name", "other"];
const BLOCKS_READ = 100;
/** The beginning of the ids of the bots of a server. */
const HOUSE = "ply_house_";

/** Returns who sits at a table, in the order of the seats. @param {any} view @param {any} me */
function peopleAt(view, me) {
  return view.seats
    .filter((/** @type {any} */ each) => each.player && view.players?.[each.player]?.name)
    .map((/** @type {any} */ each) => {
      const isSelf = each.player === me.player.id;
      const name = isSelf ? view.players[each.player].name : nameOf(view, each.seat);
      return { id: each.player, seat: each.seat, name, isSelf, isBot: Boolean(each.bot) || each.player.startsWith(HOUSE) };
    });
}

/** All ids that the reader blocks. */
async function readBlocks() {
  const found = [];
  for (let cursor = ""; cursor !== null; ) {
    const page = await get(`/me/blocks?limit=${BLOCKS_READ}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    found.push(...page.blocks.map((/** @type {any} */ each) => each.id));
    cursor = page.next_cursor;
  }
  return found;
}

/**
 * The sheet of the people at a table; with `about`, that of one person.
 *
 * @param {{view: any, me: any, onClose: () => void, onChange?: () => void, about?: any}} props `about` has the id and name
 *   of a person, and maybe the `message` that the reader saw.
 */
export function Part({ view, me, onClose, onChange = () => {}, about = null }) {
  const [act, setAct] = useState(about ? { kind: "choose", person: about } : /** @type {any} */ (null));
  const [said, setSaid] = useState("");
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const blocks = useLoaded(readBlocks, String(changed));
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  // The button that was pressed is gone, so the answer takes the focus.
  useEffect(() => {
    if (said) note.current?.focus();
  }, [said, act]);
  const attempt = async (/** @type {() => Promise<any>} */ work, /** @type {string} */ outcome) => {
    try {
      await work();
      setProblem(null);
      setSaid(outcome);
      setAct(about ? { kind: "choose", person: about } : null);
      setChanged(changed + 1);
      onChange();
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const go = (/** @type {any} */ next) => {
    setSaid("");
    setProblem(null);
    setAct(next);
  };
  const blocked = (/** @type {any} */ person) => (blocks.value ?? []).includes(person.id);
  const unblock = (/** @type {any} */ person) => attempt(() => request("DELETE", `/me/blocks/${person.id}`), t("people.unblocked", { name: person.name }));
  const back = () => go(about ? { kind: "choose", person: about } : null);
  const shared = { act, go, back, attempt, blocked, unblock };
  return html`<${Sheet} title=${titleOf(act)} onClose=${onClose} testid="people">
    <p role="status" tabindex="-1" ref=${note} class=${said ? "outcome" : "unseen"} data-testid="people-outcome">${said}</p>
    <${ProblemNote} problem=${problem ?? blocks.problem} />
    ${!act && html`<${People} view=${view} me=${me} ...${shared} />`}
    ${act?.kind === "choose" && html`<${Choose} ...${shared} />`}
    ${(!act || act.kind === "choose") && html`<${Mute} view=${view} attempt=${attempt} />`}
    ${act?.kind === "block" && html`<${Block} ...${shared} />`}
    ${act?.kind === "report" && html`<${Report} ...${shared} />`}
  <//>`;
}

/** @param {any} act */
function titleOf(act) {
  if (!act) return t("people.title");
  const { kind, person, message } = act;
  if (kind === "choose") return person.name;
  return message ? t("people.report_message") : t(kind === "block" ? "people.block" : "people.report", { name: person.name });
}

/** @param {any} props */
function People({ view, me, blocked, unblock, go }) {
  const people = peopleAt(view, me);
  if (people.every((/** @type {any} */ person) => person.isSelf)) return html`<p>${t("people.none")}</p>`;
  return html`<p>${t("people.lead")}</p><ul class="rows">${people.map((/** @type {any} */ person) => html`<li key=${person.seat} data-testid=${`person-${person.id}`}>
    <span><span class="small">${t("seat.number", { n: person.seat + 1 })}</span> <strong>${person.name}</strong>${person.isSelf && html` <span class="small">(${t("seat.you")})</span>`}${blocked(person) && html` <span class="small">(${t("people.blocked.mark")})</span>`}
      ${person.isBot && html`<span class="names">${t("people.bot")}</span>`}</span>
    ${!person.isBot && !person.isSelf && html`<span class="buttons">
      <${BlockButton} person=${person} blocked=${blocked} unblock=${unblock} go=${go} />
      <button data-testid="report" aria-label=${t("people.report", { name: person.name })} onClick=${() => go({ kind: "report", person })}>${t("people.report.short")}</button></span>`}</li>`)}</ul>`;
}

/** @param {any} props */
function BlockButton({ person, blocked, unblock, go }) {
  return blocked(person)
    ? html`<button data-testid="unblock" onClick=${() => unblock(person)}>${t("people.unblock")}</button>`
    : html`<button data-testid="block" aria-label=${t("people.block", { name: person.name })} onClick=${() => go({ kind: "block", person })}>${t("people.block.short")}</button>`;
}

/** What can be done about the author of a message. @param {any} props */
function Choose({ act, blocked, unblock, go }) {
  const { person } = act;
  return html`<${Fragment}>
    ${person.message && html`<blockquote class="quoted">${person.message.shown}</blockquote>`}
    <ul class="menu">
      ${person.message && html`<li><button data-testid="report-message" onClick=${() => go({ kind: "report", person, message: person.message })}>${t("people.report_message")}</button></li>`}
      <li><button data-testid="report" onClick=${() => go({ kind: "report", person })}>${t("people.report", { name: person.name })}</button></li>
      <li>${blocked(person)
        ? html`<button data-testid="unblock" onClick=${() => unblock(person)}>${t("people.unblock")}</button>`
        : html`<button data-testid="block" onClick=${() => go({ kind: "block", person })}>${t("people.block", { name: person.name })}</button>`}</li>
    </ul><//>`;
}

/** @param {any} props */
function Block({ act, attempt, back }) {
  const { id, name } = act.person;
  const block = () => attempt(() => request("PUT", `/me/blocks/${id}`), t("people.blocked", { name }));
  return html`<p>${t("people.block.about", { name })}</p>
    <p class="buttons"><button class="primary" data-testid="block-yes" onClick=${block}>${t("people.block", { name })}</button>
      <button onClick=${back}>${t("button.back")}</button></p>`;
}

/** @param {any} props */
function Report({ act, attempt, back }) {
  const { person, message } = act;
  const [key] = useState(randomKey);
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const text = String(form.get("text")).replace(/\r\n?/g, "\n").trim();
    const subject = message ? { message: message.place } : { player: person.id };
    const body = { ...subject, reason: form.get("reason"), ...(text && { text }) };
    attempt(() => post("/reports", body, { key }), t("people.reported"));
  };
  return html`<form class="form" onSubmit=${submit} data-testid="report-form">
    ${message && html`<blockquote class="quoted">${message.shown}</blockquote>`}
    <fieldset class="choice reasons"><legend>${t("people.reason")}</legend>
      ${REASONS.map((reason) => html`<label key=${reason}><input type="radio" name="reason" value=${reason} required />${t(`people.reason.${reason}`)}</label>`)}</fieldset>
    <label>${t("people.text")}<textarea name="text" rows="3" maxlength="1000"></textarea></label>
    <p class="small">${t("people.report.about")}</p>
    <p class="buttons"><button class="primary" data-testid="report-yes">${t("people.send_report")}</button>
      <button type="button" onClick=${back}>${t("button.back")}</button></p>
  </form>`;
}

/** The room of the chat in which the reader is. @param {any} view */
const roomOf = (view) => (view.you !== null && view.status !== "finished" ? "seats" : "spectators");

/** @param {any} props */
function Mute({ view, attempt }) {
  const path = `/tables/${view.id}/messages/${roomOf(view)}`;
  const [muted, setMuted] = useState(/** @type {boolean | null} */ (null));
  const { value } = useLoaded(() => (view.chat === "off" ? Promise.resolve(null) : get(`${path}?limit=1`)), path);
  const isMuted = muted ?? value?.muted;
  if (isMuted === undefined) return null;
  const change = () =>
    attempt(async () => {
      await request(isMuted ? "DELETE" : "PUT", `${path}/mute`);
      setMuted(!isMuted);
    }, t(isMuted ? "people.unmuted" : "people.muted"));
  return html`<p class="buttons"><button data-testid="mute" onClick=${change}>${t(isMuted ? "people.unmute" : "people.mute")}</button></p>`;
}
