// What to answer next: its page, and the way there from a table that waits for others.
import { get } from "./api.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Link } from "./ui.mjs";

const WAIT_MS = 3000;
const LIMIT = 20;
const NONE = { n: 0, href: "" };

/** Returns the page where an entry of the inbox is answered. @param {any} entry */
export const hrefOf = ({ table, tournament }) => (table ? `/tables/${table}` : `/tournaments/${tournament?.id ?? ""}`);

/** Returns all entries that are not snoozed, the most urgent first. @param {any} inbox @returns {any[]} */
export const awake = (inbox) =>
  inbox.groups.filter((/** @type {any} */ group) => group.name !== "snoozed").flatMap((/** @type {any} */ group) => group.entries);

/**
 * A link to the most urgent entry elsewhere. It asks only after a pause, because bots and quick players answer at once.
 *
 * @param {{table: string, isWaiting: boolean}} props
 */
export function NextTable({ table, isWaiting }) {
  const [found, setFound] = useState(NONE);
  useEffect(() => {
    setFound(NONE);
    if (!isWaiting) return undefined;
    let current = true;
    const timer = setTimeout(async () => {
      try {
        const others = awake(await get(`/me/inbox?limit=${LIMIT}`)).filter((each) => each.table !== table);
        if (current && others.length) setFound({ n: others.length, href: hrefOf(others[0]) });
      } catch {
        // Without an answer there is no link. The feed of the table says if the server is away.
      }
    }, WAIT_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [table, isWaiting]);
  if (!found.n) return null;
  return html`<${Link} class="button next-table" href=${found.href} data-testid="next-table">${t("table.next", { n: found.n })}<//>`;
}
