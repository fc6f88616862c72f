// The tabs between the lists of tournaments, their calendar, leagues and series.
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Link } from "./ui.mjs";

const PLACES = { list: "/tournaments", calendar: "/tournaments/calendar", leagues: "/leagues", series: "/series" };

/** @param {{at: string}} props */
export function Doors({ at }) {
  return html`<nav class="parts" aria-label=${t("tn.views")}>
    ${Object.entries(PLACES).map(([place, href]) => html`<${Link} key=${place} href=${href} aria-current=${at === place ? "page" : undefined} data-testid=${`door-${place}`}>${t(`tn.door.${place}`)}<//>`)}
  </nav>`;
}
