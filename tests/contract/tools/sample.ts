// Opens a table, plays moves and follows the feed, with the types that openapi-typescript makes. Nothing is cast.
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type OpenTable = paths["/v1/tables"]["post"]["requestBody"]["content"]["application/json"];
type Opened = paths["/v1/tables"]["post"]["responses"]["201"]["content"]["application/json"];
type Page = paths["/v1/tables/{table_id}/events"]["get"]["responses"]["200"]["content"]["application/json"];

const server = "http://127.0.0.1:8080";

async function answer<T>(method: string, path: string, token: string, body?: unknown): Promise<T> {
  const response = await fetch(server + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) {
    const problem: Schemas["Problem"] = await response.json();
    throw new Error(`${problem.code}: ${problem.detail}`);
  }
  return response.json();
}

export const table: OpenTable = {
  profile: "zhang-2021",
  options: { deal_mode: "plan", must_play: ["A"], kitty_size: 8, take_back: "on" },
  clock: { kind: "fischer", initial_s: 600, increment_s: 30, cap_s: 900 },
  ladder: { stand_in_after: 2, forfeit_after_s: null },
  pauses: { weekends: true },
  length: { kind: "hands", hands: 2 },
  spectators: { delay: "none" },
};

/** What can be asked, and nothing. */
export const asked: Schemas["Moves"]["asked"][] = [null, "declare", "plan", "redeal", "bury", "play", "take"];

// The types refuse what the server would refuse.
// @ts-expect-error There is no such option.
export const unknownOption: OpenTable = { profile: "zhang-2021", options: { nonsense: "on" } };
// @ts-expect-error The option cannot have this value.
export const wrongValue: OpenTable = { profile: "zhang-2021", options: { deal_mode: "nonsense" } };
// @ts-expect-error A clock has all figures of its kind.
export const halfClock: OpenTable = { profile: "zhang-2021", clock: { kind: "byo_yomi", main_s: 600, periods: 3 } };
// @ts-expect-error Only a length in hands has a number of hands.
export const wrongLength: OpenTable = { profile: "zhang-2021", length: { kind: "board", hands: 2 } };
// @ts-expect-error Seconds are numbers.
export const wrongLadder: OpenTable = { profile: "zhang-2021", ladder: { grace_s: "60" } };

/** The command for the legal moves, or null if nothing is asked. */
export function chosen(moves: Schemas["Moves"]): Schemas["Command"] | null {
  switch (moves.asked) {
    case null:
      return null;
    case "declare":
      return { type: "pass" };
    case "play": {
      const [cards] = moves.cards;
      return cards === undefined ? null : { type: "play", cards };
    }
    default:
      return null;
  }
}

/** What happened, in words. */
export function told(event: Schemas["Event"]): string {
  switch (event.type) {
    case "seat_taken":
      return `${event.data.player} sits on seat ${event.data.seat}`;
    case "cards_played":
      return `seat ${event.data.seat} plays ${event.data.cards.join(" ")}`;
    default:
      return event.type;
  }
}

export async function play(token: string): Promise<void> {
  const opened = await answer<Opened>("POST", "/v1/tables", token, table);
  const address = `/v1/tables/${opened.id}`;
  const sit: Schemas["Command"] = { type: "sit", seat: 0 };
  await answer<Schemas["Done"]>("POST", `${address}/commands`, token, sit);
  let after = opened.version;
  for (;;) {
    const page = await answer<Page>("GET", `${address}/events?after=${after}&wait=30&include=moves`, token);
    for (const event of page.events) {
      console.log(told(event));
    }
    after = page.next_after;
    const command = page.moves ? chosen(page.moves) : null;
    if (command !== null) {
      await answer<Schemas["Done"]>("POST", `${address}/commands`, token, command);
    }
  }
}
