import type { components } from "./api.js";

/** The API gave no complete response in any attempt. */
export class Unreachable extends Error {}

/** A feed has left out an event or has unreadable lines, so later events cannot be relied on. */
export class FeedBroken extends Error {}

/** The API answered with a problem document (RFC 9457). Programs decide by its `code`. */
export class ApiProblem extends Error {
  readonly document: Partial<components["schemas"]["Problem"]>;
  readonly code: string | undefined;

  constructor(readonly status: number, body: unknown, readonly retryAfterMs = 0) {
    const document: ApiProblem["document"] = typeof body === "object" && body !== null ? body : {};
    super([status, document.code ?? "no problem document", document.detail, document.hint].filter(Boolean).join("; "));
    this.document = document;
    this.code = document.code;
  }
}
