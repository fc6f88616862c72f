// Requests to the public API. Nothing here knows a rule of a game. Each says the language of the page, for the texts of
// the server.

import { current } from "./i18n.mjs";

/** @typedef {{status: number, code: string, title: string, detail: string, hint?: string, rule?: string,
 *   rule_url?: string, legal?: string[][]}} ProblemDocument */

const TRIES = 4;
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;

/** A refusal of the server, or the lack of an answer (`status` 0). */
export class Problem extends Error {
  /** @param {ProblemDocument} document */
  constructor(document) {
    super(document.detail || document.title);
    this.document = document;
    this.status = document.status;
    this.code = document.code;
  }
}

/** Returns a random key of 32 hexadecimal digits. `crypto.randomUUID` is missing on plain HTTP. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a request, and repeats it while the server is away. Only reads and commands with a key are repeated. A second
 * request for a new password, for example, would be refused. If the server asks for a long pause, its refusal is thrown.
 *
 * @param {string} method
 * @param {string} path under /v1
 * @param {{body?: any, etag?: string, key?: string, signal?: AbortSignal, headers?: Object<string, string>}} [options]
 * @returns {Promise<{body: any, etag: string | null, status: number}>}
 */
export async function request(method, path, options = {}) {
  const { body, etag, key, signal } = options;
  /** @type {Object<string, string>} */
  const headers = { Accept: "application/json", "Accept-Language": current(), ...options.headers };
  if (method !== "GET") headers["X-Shengji-Request"] = "1";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (etag) headers["If-Match"] = etag;
  if (key) headers["Idempotency-Key"] = key;
  const repeatable = method === "GET" || Boolean(key);
  const sent = body === undefined ? undefined : JSON.stringify(body);
  for (let tried = 1; ; tried += 1) {
    const last = !repeatable || tried === TRIES;
    let answer;
    try {
      answer = await fetch(`/v1${path}`, { method, headers, body: sent, signal, credentials: "same-origin" });
    } catch (error) {
      if (signal?.aborted) throw error;
      if (last) throw unreachable();
    }
    const wanted = Number(answer?.headers.get("Retry-After")) * 1000 || FIRST_PAUSE_MS * 2 ** (tried - 1);
    if (answer && (last || wanted > LONGEST_PAUSE_MS || ![429, 502, 503, 504].includes(answer.status))) return read(answer);
    await pause(wanted);
  }
}

/** Returns whether a later try may succeed, because the server is away or busy. @param {any} error */
export const isPassing = (error) => !(error.status >= 400 && error.status < 500) || error.status === 429;

function unreachable() {
  return new Problem({ status: 0, code: "unreachable", title: "", detail: "" });
}

/** @param {Response} answer */
async function read(answer) {
  const text = await answer.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : null;
  } catch {
    // A proxy may answer with a page. Then the status alone says what has happened.
    body = null;
  }
  if (!answer.ok) {
    throw new Problem(body?.code ? body : { status: answer.status, code: "unreachable", title: "", detail: "" });
  }
  return { body, etag: answer.headers.get("ETag"), status: answer.status };
}

/** @param {string} path */
export const get = async (path, options = {}) => (await request("GET", path, options)).body;

/** @param {string} path @param {any} [body] */
export const post = async (path, body, options = {}) => (await request("POST", path, { body, ...options })).body;
