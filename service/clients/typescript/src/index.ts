import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";
import { KEYED } from "./contract.js";
import { ApiProblem } from "./errors.js";
import { type Feed, follow } from "./feed.js";
import { PATIENCE, type Patience, retryAfterMs, send } from "./send.js";

export type { components, paths } from "./api.js";
export { CONTRACT } from "./contract.js";
export * from "./errors.js";
export { PATIENCE, type Patience } from "./send.js";
export type Schemas = components["schemas"];
/** A decision that your seat is asked, at a version of the table. */
export type Turn = { version: number; moves: Schemas["Moves"]; view: Schemas["TableView"] };

const LAST_EVENTS = new Set(["match_ended", "table_cancelled", "table_called_off"]);

/** Returns the document of an answer. Throws `ApiProblem` if the answer is a problem. */
export async function ok<D>(sent: Promise<{ data?: D; error?: unknown; response: Response }>): Promise<D> {
  const { data, error, response } = await sent;
  if (response.status >= 400) throw new ApiProblem(response.status, error, retryAfterMs(response));
  return data as D;
}

/** A user of the API. `api.GET`, `api.POST` and so on send typed requests, and repeat them where that is safe. */
export class Client {
  readonly api: ReturnType<typeof createClient<paths, "application/json">>;
  readonly #address: string;
  readonly #headers: Record<string, string>;
  readonly #patience: Patience;

  constructor(address: string, token?: string, patience: Partial<Patience> = {}) {
    this.#address = address.replace(/\/$/, "");
    this.#headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    this.#patience = { ...PATIENCE, ...patience };
    const fetch = (request: Request) => send(request, this.#patience);
    this.api = createClient({ baseUrl: this.#address, headers: this.#headers, redirect: "manual", fetch });
    this.api.use({
      onRequest({ request, schemaPath }) {
        const key = request.headers.get("Idempotency-Key") ?? crypto.randomUUID();
        if (KEYED.has(`${request.method} ${schemaPath}`)) request.headers.set("Idempotency-Key", key);
      },
    });
  }

  /** Creates an account, and a client that uses its first token. */
  static async ofNewPlayer(address: string, name: string, kind: "human" | "bot" = "bot"): Promise<Client> {
    const made = await ok(new Client(address).api.POST("/v1/players", { body: { name, kind } }));
    return new Client(address, made.token.secret);
  }

  /** Sends a command to a table. With `expectedVersion`, it is refused (412) if the table has changed since. */
  async command(table: string, command: Schemas["Command"], expectedVersion?: number): Promise<Schemas["Done"]> {
    const body = expectedVersion === undefined ? command : { ...command, expected_version: expectedVersion };
    const params = { path: { table_id: table } };
    return (await ok(this.api.POST("/v1/tables/{table_id}/commands", { params, body }))) as Schemas["Done"];
  }

  /** Yields the events of a table once and in order, and `caught_up` lines, across lost connections. Never ends. */
  follow(table: string, after = 0, include = ""): AsyncGenerator<Schemas["Event"] | Schemas["CaughtUp"]> {
    const query = include && `?include=${encodeURIComponent(include)}`;
    return this.#follow(`/v1/tables/${encodeURIComponent(table)}/events${query}`, "version", after);
  }

  /** Yields the events of your account, like `follow`. The server deletes old events, so it may begin later. */
  followAccount(after = 0): AsyncGenerator<Schemas["AccountEvent"]> {
    return this.#follow("/v1/me/events", "number", after);
  }

  /** Yields each decision that your seat is asked, until the match is over. One stream brings moves and view. */
  async *turns(table: string): AsyncGenerator<Turn> {
    const params = { path: { table_id: table }, query: { after: "end" as const } };
    const { next_after } = await ok(this.api.GET("/v1/tables/{table_id}/events", { params }));
    let last = 0;
    for await (const line of this.follow(table, next_after, "all")) {
      const { version, moves, view } = line.type === "caught_up" ? line : { ...line, moves: null, view: null };
      if (moves?.asked && view && version > last) yield { version: (last = version), moves, view };
      if (LAST_EVENTS.has(line.type) || view?.status === "finished" || view?.status === "cancelled") return;
    }
  }

  #follow(path: string, number: Feed["number"], after: number): AsyncGenerator<any> {
    return follow({ url: new URL(this.#address + path), headers: this.#headers, number }, after, this.#patience);
  }
}
