import { Unreachable } from "./errors.js";

const TIMES = { firstPauseMs: 250, longestPauseMs: 30_000, answerMs: 60_000, silenceMs: 45_000 };
/** The defaults: numbers of attempts, and times in milliseconds. A living stream is silent for 15 s at most. */
export const PATIENCE = { retries: 6, reconnects: 100, ...TIMES };
export type Patience = typeof PATIENCE;
const SAFE_TO_REPEAT = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);
/** Statuses after which the same request may succeed later. */
export const PASSING = new Set([429, 502, 503, 504]);

/** Waits after a number of failures in a row, for a random time, so that clients do not all retry at once. */
export function pause(patience: Patience, failures: number, askedMs: number): Promise<void> {
  const longestMs = Math.min(patience.longestPauseMs, patience.firstPauseMs * 2 ** failures);
  return new Promise((resolve) => setTimeout(resolve, askedMs + longestMs * (0.5 + Math.random() / 2)));
}

/** Returns the milliseconds in `Retry-After`, which is a number of seconds or a date. */
export function retryAfterMs(response: Response): number {
  const header = response.headers.get("Retry-After") ?? "";
  return Math.max(0, (/^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now()) || 0);
}

/** Sends a request, and again after 429, or if its method or idempotency key makes that safe. Throws `Unreachable`. */
export async function send(request: Request, patience: Patience): Promise<Response> {
  const isRepeatable = SAFE_TO_REPEAT.has(request.method) || request.headers.has("Idempotency-Key");
  const waitMs = 1000 * Number(new URL(request.url).searchParams.get("wait"));
  for (let failures = 0; ; failures += 1) {
    let askedMs = 0;
    try {
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(patience.answerMs + waitMs)]);
      const response = await fetch(request.clone(), { signal });
      const data = await response.arrayBuffer();
      askedMs = retryAfterMs(response);
      const isPassing = isRepeatable ? PASSING.has(response.status) : response.status === 429; // 429 has done nothing
      if (!isPassing || askedMs > patience.longestPauseMs || failures >= patience.retries) {
        return new Response(data.byteLength ? data : null, response);
      }
    } catch (error) {
      if (request.signal.aborted) throw error;
      if (!isRepeatable || failures >= patience.retries) {
        throw new Unreachable(`${request.method} ${request.url}: ${error}`, { cause: error });
      }
    }
    await pause(patience, failures, askedMs);
  }
}
