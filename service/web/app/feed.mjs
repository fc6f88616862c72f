// The feed of a table or tournament as lines of JSON: one open stream, only while the page is visible.
import { pause } from "./api.mjs";

const SILENCE_MS = 45000;
const LONGEST_PAUSE_MS = 15000;

/**
 * Follows a feed until `stop` is called.
 *
 * @param {string} path under /v1
 * @param {{onEvent: (event: any) => void, onLink: (link: "connecting" | "open" | "lost") => void,
 *   onGap: () => Promise<number | "end">, onEnd?: (status: number) => void}} handlers
 *   `onGap` fetches the view anew and returns the version after which the stream continues.
 * @returns {() => void} stop
 */
export function follow(path, handlers) {
  let stopped = false;
  let abort = new AbortController();
  /** @type {(() => void) | null} */
  let wake = null;

  const visible = () => document.visibilityState === "visible";
  const changed = () => {
    if (!visible()) abort.abort();
    wake?.();
  };
  const online = () => {
    abort.abort();
    wake?.();
  };
  document.addEventListener("visibilitychange", changed);
  window.addEventListener("online", online);
  window.addEventListener("pageshow", changed);

  const rest = (/** @type {number} */ ms) =>
    Promise.race([
      pause(ms),
      new Promise((resolve) => {
        wake = () => resolve(undefined);
      }),
    ]);

  async function run() {
    let failures = 0;
    while (!stopped) {
      if (!visible()) {
        await rest(60000);
        continue;
      }
      abort = new AbortController();
      let wait = 500;
      try {
        handlers.onLink(failures ? "lost" : "connecting");
        const after = await handlers.onGap();
        if (stopped) return;
        wait = await listen(`/v1${path}${path.includes("?") ? "&" : "?"}after=${after}`, abort, {
          ...handlers,
          onOpen: () => {
            failures = 0;
            handlers.onLink("open");
          },
        });
      } catch (error) {
        const status = /** @type {any} */ (error).status;
        if (status && status < 500 && status !== 429) {
          handlers.onEnd?.(status);
          return;
        }
        // A stream that ended because the page was hidden is no failure.
        if (!visible()) continue;
        failures += 1;
        wait = Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS);
      }
      if (stopped) return;
      if (visible()) {
        handlers.onLink("lost");
        await rest(wait);
      }
    }
  }

  run();
  return () => {
    stopped = true;
    abort.abort();
    wake?.();
    document.removeEventListener("visibilitychange", changed);
    window.removeEventListener("online", online);
    window.removeEventListener("pageshow", changed);
  };
}

/** Reads one stream to its end. Returns the milliseconds to wait before the next. */
async function listen(address, abort, handlers) {
  const answer = await fetch(address, {
    headers: { Accept: "application/x-ndjson" },
    credentials: "same-origin",
    signal: abort.signal,
  });
  if (!answer.ok || !answer.body) throw Object.assign(new Error("feed"), { status: answer.status });
  handlers.onOpen();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // A stream that says nothing, not even a heartbeat, is dead after the computer has slept.
  let watch = setTimeout(() => abort.abort(), SILENCE_MS);
  let wait = 500;
  let begun = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watch);
      watch = setTimeout(() => abort.abort(), SILENCE_MS);
      const lines = (begun + part.value).split("\n");
      begun = lines.pop() ?? "";
      for (const line of lines) {
        if (!line.trim()) continue;
        const event = JSON.parse(line);
        if (event.type === "reconnect") wait = event.retry_ms;
        else handlers.onEvent(event);
      }
    }
  } finally {
    clearTimeout(watch);
    // Only frees the connection. If the stream has failed, the loop above has raised its error.
    reader.cancel().catch(() => {});
  }
  return wait;
}
