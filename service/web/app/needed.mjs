// The points that the opponents need at a table, asked of the server once for each table.
import { post } from "./api.mjs";

/**
 * Returns the points; null in games without a threshold.
 *
 * @param {any} view
 * @returns {Promise<number | null>}
 */
export async function pointsNeeded(view) {
  if (view.game !== "sheng_ji") return null;
  const { profile, options } = view.rules;
  return (await post("/rules/deal_shape", { setup: { profile, options }, input: {} })).opponents_need;
}
