import { ApiProblem, FeedBroken, Unreachable } from "./errors.js";
import { PASSING, type Patience, pause, retryAfterMs } from "./send.js";

/** A feed: its address, and the member that numbers its events. That of an account is `number`. */
export type Feed = { url: URL; headers: Record<string, string>; number: "version" | "number" };
type Document = { type: string; version?: number; number?: number; retry_ms?: number };

/** Yields the lines of a stream, and null for a heartbeat. */
async function* lines(feed: Feed, after: number, silenceMs: number): AsyncGenerator<Document | null> {
  feed.url.searchParams.set("after", String(after));
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), silenceMs);
  try {
    const headers = { ...feed.headers, Accept: "application/x-ndjson" };
    const response = await fetch(feed.url, { headers, redirect: "manual", signal: silent.signal });
    const problem = response.ok ? null : await response.json().catch(() => null);
    if (!response.ok) throw new ApiProblem(response.status, problem, retryAfterMs(response));
    const isFeed = response.headers.get("Content-Type")?.startsWith(headers.Accept);
    if (!isFeed || !response.body) throw new FeedBroken(`${feed.url} is no feed`);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let begun = "", read = await reader.read(); !read.done; read = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), silenceMs);
      const whole = (begun + read.value).split("\n");
      begun = whole.pop() ?? "";
      for (const line of whole) yield line.trim() ? parsed(line) : null;
    }
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

function parsed(line: string): Document {
  try {
    const document = JSON.parse(line);
    if (typeof document.type === "string") return document;
  } catch {}
  throw new FeedBroken(`not an event: ${line.slice(0, 200)}`);
}

/** Yields the events of a feed and its `caught_up` lines, from one stream after the other. Never ends. */
export async function* follow(feed: Feed, begin: number, patience: Patience): AsyncGenerator<Document> {
  let last = begin;
  for (let failures = 0; ; failures += 1) {
    let askedMs = 0;
    let trouble: Error = new Unreachable(`${feed.url}: the streams end immediately`);
    try {
      for await (const line of lines(feed, last, patience.silenceMs)) {
        failures = 0;
        if (line?.type === "reconnect") {
          askedMs = line.retry_ms ?? 0;
          break;
        }
        const number = line?.[feed.number] ?? 0;
        if (line?.type === "caught_up") yield line;
        else if (line && !(begin < number && number <= last)) {
          const beginsLate = feed.number === "number" && last === begin && number > last;
          if (number !== last + 1 && !beginsLate) throw new FeedBroken(`event ${number} follows event ${last}`);
          last = number;
          yield line;
        }
      }
    } catch (error) {
      if (error instanceof FeedBroken || (error instanceof ApiProblem && !PASSING.has(error.status))) throw error;
      trouble = error instanceof ApiProblem ? error : new Unreachable(`${feed.url}: ${error}`, { cause: error });
      askedMs = error instanceof ApiProblem ? Math.min(error.retryAfterMs, patience.longestPauseMs) : 0;
    }
    if (failures >= patience.reconnects) throw trouble;
    await pause(patience, failures, askedMs);
  }
}
