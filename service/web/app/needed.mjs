// The points that the opponents need at a table, asked of the server once for each table.
import { get, post } from "./api.mjs";

const ASKED = ["threshold", "score_step", "jokers_removed", "filler_cards", "kitty_removes_cards", "team_mode"];

/**
 * Returns the points; null where the server has no answer, such as for a custom rule.
 *
 * @param {any} view
 * @returns {Promise<number | null>}
 */
export async function pointsNeeded(view) {
  if (view.game !== "sheng_ji") return null;
  const { profiles } = await get("/rules/profiles");
  const profile = profiles.find((/** @type {any} */ each) => each.name === view.rules.profile);
  if (!profile) return null;
  const chosen = { ...profile.options, ...view.rules.options };
  const options = Object.fromEntries(ASKED.filter((name) => chosen[name] != null).map((name) => [name, chosen[name]]));
  const setup = { players: view.seats.length, decks: chosen.decks ?? profile.decks, options };
  return (await post("/rules/deal_shape", { setup, input: {} })).opponents_need;
}
