// The desk of the staff: what to do now, and doors to entrants, pairing, results, the log and settings.
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { DeskEntrants } from "./desk_entrants.mjs";
import { DeskLog } from "./desk_log.mjs";
import { DeskNow } from "./desk_now.mjs";
import { DeskPairing } from "./desk_pairing.mjs";
import { DeskResults } from "./desk_results.mjs";
import { DeskSettings } from "./desk_settings.mjs";
import { allEntrants, useCommands } from "./tournament_state.mjs";
import { namesIn } from "./tournament_words.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

const PARTS = ["desk", "desk-entrants", "desk-pairing", "desk-results", "desk-log", "desk-settings"];
const WITHOUT_PAIRING = ["arena", "challenge_ladder"];

/** @param {any} props */
export function Part({ id, view, me, refresh, part }) {
  const commands = useCommands(id, refresh);
  const found = useLoaded(() => allEntrants(id), `${id} ${view.version}`);
  if (!view.you.role) return html`<p>${t("desk.staff_only")}</p>`;
  const entrants = found.value?.entrants ?? [];
  const players = { ...view.players, ...found.value?.players };
  const name = namesIn({ entrants, players });
  const shared = { id, view, me, commands, entrants, players, name, isDirector: view.you.role !== "assistant", refresh };
  const parts = PARTS.filter((each) => each !== "desk-pairing" || (shared.isDirector && !WITHOUT_PAIRING.includes(view.settings.format)));
  return html`<div class="desk" data-testid="desk">
    <p class="back"><${Link} href=${`/tournaments/${id}`}>‹ ${t("desk.to_tournament")}<//></p>
    <nav class="parts second" aria-label=${t("desk.parts")}>${parts.map((each) => html`<${Link} key=${each} href=${`/tournaments/${id}/${each}`}
      aria-current=${each === part ? "page" : undefined} data-testid=${`tab-${each}`}>${t(`desk.part.${each}`)}<//>`)}</nav>
    <${ProblemNote} problem=${found.problem ?? commands.problem} onDismiss=${commands.dismiss} />
    ${found.value && content(part, shared)}
  </div>`;
}

/** @param {string} part @param {any} shared */
function content(part, shared) {
  if (part === "desk-entrants") return html`<${DeskEntrants} ...${shared} />`;
  if (part === "desk-pairing") return html`<${DeskPairing} ...${shared} />`;
  if (part === "desk-results") return html`<${DeskResults} ...${shared} />`;
  if (part === "desk-log") return html`<${DeskLog} ...${shared} />`;
  if (part === "desk-settings") return html`<${DeskSettings} ...${shared} />`;
  return html`<${DeskNow} ...${shared} />`;
}
