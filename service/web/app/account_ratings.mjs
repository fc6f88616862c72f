// My ratings, each with what the last games changed and why.
import { get } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { day, t } from "./i18n.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

/** @param {{player: string}} props */
export function Ratings({ player }) {
  const { value, problem } = useLoaded(() => get(`/players/${player}/ratings`), player);
  const ratings = value?.ratings ?? [];
  return html`<section><h2>${t("rating.title")}</h2>
    <${ProblemNote} problem=${problem} />
    ${value && !ratings.length && html`<p class="quiet-text">${t("rating.none")}</p>`}
    ${ratings.map((/** @type {any} */ each) => html`<${Rating} key=${each.pool.id} player=${player} rating=${each} />`)}
  </section>`;
}

/** @param {any} props */
function Rating({ player, rating }) {
  const { pool, elo, team } = rating;
  const [open, setOpen] = useState(false);
  return html`<div class="rating">
    <h3>${t(`game.${pool.game}`)} · ${t(`pace.${pool.pace}`)} · ${t("home.seats", { n: pool.seats })}</h3>
    <p><strong>${elo.rating}</strong>${elo.provisional ? ` ${t("rating.provisional")}` : ""} · ${t("rating.games", { n: elo.games, won: elo.won })}</p>
    <p class="small">${t("rating.team", { shown: team.shown })}</p>
    <details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
      <summary>${t("rating.why")}</summary>${open && html`<${Changes} player=${player} pool=${pool.id} />`}</details></div>`;
}

/** @param {{player: string, pool: string}} props */
function Changes({ player, pool }) {
  const { value, problem } = useLoaded(() => get(`/players/${player}/ratings/${pool}/changes?limit=10`), pool);
  return html`<${ProblemNote} problem=${problem} /><ul class="rows">${(value?.changes ?? []).map((/** @type {any} */ each) => html`<li key=${each.id}>
    <span><${Link} href=${`/replay/${each.id}`}>${day(each.at)}<//>
      ${each.elo && html` <strong>${each.elo.before} → ${each.elo.after}</strong>`}
      <span class="names">${[each.unrated?.sentence, each.elo?.sentence, each.team?.sentence].filter(Boolean).join(" ")}</span></span></li>`)}</ul>`;
}
