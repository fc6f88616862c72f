// Makes puzzles while there are none: bots play a hand, and the teacher analyses it.
import { get, post } from "./api.mjs";

/** What bots play for the puzzles of a game. The shortest hand is played for puzzles of any game. @type {Object<string, string>} */
const PROFILES = { "": "si-shi-fen", sheng_ji: "si-shi-fen", zheng_shangyou: "zheng-shangyou-4-partners" };
const BOT = "steady";
const WAIT_S = 25;
/** Analyses may be read once a second. */
const POLL_MS = 1500;

/**
 * Returns once the analysis of a new hand is done.
 *
 * @param {string} game the game, or nothing for any
 * @param {(found: {judged: number, decisions: number} | null) => void} tell is told how far the analysis is, and null while the bots play
 */
export async function makePuzzles(game, tell) {
  tell(null);
  const { id, events } = await post("/tables", { profile: PROFILES[game], hands: 1, starts_when_full: true });
  for (let seat = 0; seat < events[0].data.seats; seat += 1) {
    await post(`/tables/${id}/commands`, { type: "seat_bot", seat, bot: BOT });
  }
  for (;;) {
    const { status, version } = await get(`/tables/${id}`);
    if (status === "finished") break;
    await get(`/tables/${id}/events?after=${version}&wait=${WAIT_S}`);
  }
  await post(`/tables/${id}/analysis`, { hand: 1 });
  for (;;) {
    const found = await get(`/tables/${id}/analysis`);
    tell(found);
    if (found.status === "done") return;
    await new Promise((later) => window.setTimeout(later, POLL_MS));
  }
}
