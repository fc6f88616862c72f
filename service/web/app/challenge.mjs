// Challenging a player by name: a table with an invitation for that player.
import { get, post } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { clockOf } from "./pace.mjs";
import { PickPlayer } from "./pick_player.mjs";
import { PaceChoice, RulesChoice, rulesOf } from "./seek_form.mjs";
import { go, ProblemNote, useLoaded } from "./ui.mjs";

/** @param {{me: any}} props */
export function Challenge({ me }) {
  const profiles = useLoaded(() => get("/rules/profiles"), "profiles").value?.profiles ?? [];
  const [chosen, setChosen] = useState({ profile: "zhang-2021", players: "" });
  const [pace, setPace] = useState("none");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const challenge = async (/** @type {{id: string}} */ player) => {
    try {
      const { profile, options } = /** @type {any} */ (rulesOf(profiles, chosen));
      const { id } = await post("/tables", { profile, ...(options ? { options } : {}), clock: clockOf(pace), starts_when_full: true });
      await post(`/tables/${id}/commands`, { type: "sit", seat: 0 });
      await post(`/tables/${id}/commands`, { type: "challenge_player", player: player.id });
      go(`/tables/${id}`);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  return html`<section aria-labelledby="challenge"><h2 id="challenge">${t("challenge.title")}</h2>
    <div class="form panel" data-testid="challenge"><p class="small">${t("challenge.about")}</p>
      <${RulesChoice} profiles=${profiles} chosen=${chosen} onChoose=${setChosen} />
      <${PaceChoice} value=${pace} onChange=${setPace} />
      <${PickPlayer} me=${me} onPick=${challenge} verb="challenge.player" />
      <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    </div></section>`;
}
