// Tells the inbox what I have seen of a table, so that it says what has happened since.
import { request } from "./api.mjs";
import { useEffect, useRef } from "./html.mjs";

/** Marks a visit when my table is opened, and when I leave or hide the page. @param {any} view */
export function useVisits(view) {
  const now = useRef(view);
  now.current = view;
  const isMine = Boolean(view && view.you !== null && view.status === "playing");
  useEffect(() => {
    if (!isMine) return undefined;
    let told = 0;
    const tell = () => {
      const { id, version } = now.current;
      if (version <= told) return;
      told = version;
      // Without it, the inbox tells more than is new.
      request("PUT", `/me/inbox/${id}/visit`, { body: { version } }).catch(() => {});
    };
    const hidden = () => document.visibilityState === "hidden" && tell();
    tell();
    document.addEventListener("visibilitychange", hidden);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      tell();
    };
  }, [isMine]);
}
