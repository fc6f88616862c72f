// The log of what staff have done, and taking the newest act back.
import { get } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { ReasonSheet } from "./desk_parts.mjs";
import { dateTime, playerName, pointsText } from "./tournament_words.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

/** Returns all acts of staff, oldest first. @param {string} id */
async function acts(id) {
  const events = [];
  for (let after = 0, more = true; more; ) {
    const page = await get(`/tournaments/${id}/events?by=staff&limit=1000&after=${after}`);
    events.push(...page.events);
    ({ more, next_after: after } = page);
  }
  return events;
}

/** @param {any} props */
export function DeskLog({ id, view, commands, name, players }) {
  const found = useLoaded(() => acts(id), `${id} ${view.version}`);
  const [undoing, setUndoing] = useState(/** @type {any} */ (null));
  const newest = found.value?.at(-1);
  const canUndo = newest && newest.type !== "staff_act_undone" && newest.type !== "tournament_created";
  return html`<section><h2>${t("desk.log.title")}</h2>
    <${ProblemNote} problem=${found.problem} />
    ${canUndo && html`<p><button data-testid="undo" disabled=${commands.busy} onClick=${() => setUndoing(newest)}>↶ ${t("desk.log.undo")}</button></p>`}
    <ol class="plain-rows" data-testid="log">${[...(found.value ?? [])].reverse().map((/** @type {any} */ event) => html`<li key=${event.version}>
      <span>${sentence(event, name, players)}${reasonOf(event) && html`<span class="names">${t("desk.log.reason", { reason: reasonOf(event) })}</span>`}</span>
      <span class="small">${dateTime(event.at)}</span></li>`)}</ol>
    ${undoing && html`<${ReasonSheet} title=${t("desk.log.undo")} verb=${t("desk.log.undo")} onClose=${() => setUndoing(null)}
      onSend=${(/** @type {string} */ reason) => commands.send({ type: "undo_staff_act", act: undoing.version, reason })}><p>${sentence(undoing, name, players)}</p><//>`}
  </section>`;
}

/** @param {any} event */
const reasonOf = ({ data }) => data.words ?? data.reason ?? null;

/** @param {any} event @param {(id: string) => string} name @param {any} players */
function sentence({ type, data }, name, players) {
  const key = has(`desk.log.${type}`) ? `desk.log.${type}` : "desk.log.other";
  return t(key, {
    who: playerName(data.by ?? data.owner, players),
    player: data.player ? playerName(data.player, players) : "",
    entrant: data.entrant ? name(data.entrant) : "",
    entrants: (data.entrants ?? []).map(name).join(", "),
    n: (data.entrants ?? data.order ?? []).length,
    round: data.round ?? "",
    match: data.match ?? "",
    board: data.board ?? "",
    score: data.first == null ? "–" : `${pointsText(data.first)} : ${pointsText(data.second)}`,
    at: data.deadline || data.begins_at ? dateTime(data.deadline ?? data.begins_at) : "",
    role: data.role ? t(`tn.role.${data.role}`) : "",
    what: type,
  });
}
