// Entrants at the desk: who is here, walk-ins, guests with codes, the waiting list, byes, withdrawals.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { DeskEntrant } from "./desk_entrant.mjs";
import { Codes, useCodes, WalkIns } from "./desk_walk_ins.mjs";
import { entrantName } from "./tournament_words.mjs";

const BEFORE = ["announced", "registration", "closed"];
const ORDER = ["entered", "spared", "waiting", "incomplete", "out"];

/** @param {any} props */
export function DeskEntrants(props) {
  const { id, view, me, entrants, players, commands } = props;
  const codes = useCodes(`${id} ${me?.player.id}`);
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const [wanted, setWanted] = useState("");
  const isBefore = BEFORE.includes(view.status);
  const canEnter = (isBefore && view.status !== "announced") || (view.status === "running" && view.settings.late.until_round > view.rounds.length);
  const checks = view.check_in_open && isBefore;
  const shown = [...entrants]
    .filter((each) => matches(each, players, wanted))
    .sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status));
  const taking = entrants.filter((/** @type {any} */ each) => each.status === "entered");
  const here = taking.filter((/** @type {any} */ each) => each.members.every((/** @type {any} */ member) => member.is_here)).length;
  const entrant = entrants.find((/** @type {any} */ each) => each.id === chosen);
  return html`<div class="page-parts">
    <${Codes} guests=${codes.guests} tournament=${view.settings.name} />
    ${canEnter && html`<${WalkIns} ...${props} onGuests=${codes.add} />`}
    <section><div class="title"><h2>${t("desk.entrants.title", { n: taking.length })}</h2>${checks && html`<span class="mark-you" data-testid="here">${t("desk.entrants.here", { here, n: taking.length })}</span>`}</div>
      ${entrants.length > 8 && html`<label class="inline">${t("desk.entrants.find")} <input type="search" value=${wanted} onInput=${(/** @type {any} */ event) => setWanted(event.target.value)} /></label>`}
      ${!entrants.length && html`<p class="quiet-text">${t("desk.entrants.none")}</p>`}
      <ul class="plain-rows" data-testid="desk-list">${shown.map((each) => html`<${Row} key=${each.id} entrant=${each} players=${players} checks=${checks} commands=${commands} onOpen=${() => setChosen(each.id)} />`)}</ul></section>
    ${entrant && html`<${DeskEntrant} ...${props} entrant=${entrant} onGuests=${codes.add} onClose=${() => setChosen(null)} />`}
  </div>`;
}

/** @param {any} entrant @param {any} players @param {string} wanted */
function matches(entrant, players, wanted) {
  const texts = [entrantName(entrant, players), ...entrant.members.map((/** @type {any} */ each) => players[each.player]?.name ?? "")];
  return texts.some((text) => text.toLowerCase().includes(wanted.trim().toLowerCase()));
}

/** @param {any} props */
function Row({ entrant, players, checks, commands, onOpen }) {
  const name = entrantName(entrant, players);
  const facts = [
    entrant.name && entrant.members.map((/** @type {any} */ each) => players[each.player]?.name).join(" · "),
    entrant.status !== "entered" && t(`desk.status.${entrant.status}`, { place: entrant.waiting_place ?? "" }),
    entrant.members.some((/** @type {any} */ each) => players[each.player]?.is_guest) && t("desk.entrants.guest"),
    entrant.byes.length > 0 && t("desk.entrants.byes", { rounds: entrant.byes.map((/** @type {any} */ each) => each.round).join(", ") }),
  ].filter(Boolean);
  return html`<li class=${entrant.status === "out" ? "gone" : ""}><span><strong>${name}</strong>${facts.length > 0 && html`<span class="names">${facts.join(" · ")}</span>`}</span>
    <span class="buttons">${checks && ["entered", "waiting"].includes(entrant.status) && entrant.members.map((/** @type {any} */ member) => {
      const person = players[member.player]?.name ?? t("player.unknown");
      return member.is_here
        ? html`<span key=${member.player} class="mark-you">✓ ${entrant.members.length > 1 ? person : t("tn.entrants.here")}</span>`
        : html`<button key=${member.player} class="small-button" disabled=${commands.busy} aria-label=${t("desk.entrants.check_in_named", { name: person })}
            onClick=${() => commands.send({ type: "check_in", player: member.player })}>${entrant.members.length > 1 ? person : t("tn.mine.check_in")}</button>`;
    })}
    ${entrant.status !== "out" && html`<button class="quiet small-button" aria-label=${t("desk.entrants.more", { name })} onClick=${onOpen}>⋯</button>`}</span></li>`;
}
