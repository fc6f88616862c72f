// What waits for me, the most urgent first.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { has, span, t } from "./i18n.mjs";
import { Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

/** @param {any} props */
export function Inbox({ me }) {
  useTitle(t("nav.inbox"));
  const turns = useLoaded(() => (me ? get("/me/turns") : Promise.resolve(null)), me?.player.id ?? "");
  if (!me) return html`<div class="page narrow"><h1>${t("nav.inbox")}</h1><p>${t("inbox.sign_in")} <${Link} href="/sign-in">${t("nav.sign_in")}<//></p></div>`;
  const list = turns.value?.turns ?? [];
  const challenges = turns.value?.challenges ?? [];
  const tournaments = turns.value?.tournaments ?? [];
  return html`<div class="page narrow"><h1>${t("nav.inbox")}</h1>
    <${ProblemNote} problem=${turns.problem} />
    ${turns.value && !list.length && !challenges.length && !tournaments.length && html`<p class="quiet-text">${t("inbox.empty")}</p>`}
    <ul class="tables" data-testid="inbox">
      ${list.map((/** @type {any} */ turn) => html`<li key=${turn.table}><${Link} class="table-row" href=${`/tables/${turn.table}`}>
        <span><strong>${t(has(`doing.${turn.what}`) ? `todo.${turn.what}` : "todo.play")}</strong>
          <span class="names">${turn.remaining_s === null ? t("inbox.no_clock") : t("inbox.left", { time: span(turn.remaining_s) })}</span></span>
        <span class="verb">${t("home.continue")} ›</span><//></li>`)}
      ${challenges.map((/** @type {any} */ each) => html`<li key=${each.table}><${Link} class="table-row" href=${`/tables/${each.table}`}>
        <span><strong>${t("inbox.challenge")}</strong></span><span class="verb">${t("home.join")} ›</span><//></li>`)}
      ${tournaments.map((/** @type {any} */ each) => html`<li key=${`${each.tournament} ${each.what}`}><${Link} class="table-row" href=${`/tournaments/${each.tournament}`}>
        <span><strong>${t(`inbox.tournament.${each.what}`)}</strong></span><span class="verb">${t("home.continue")} ›</span><//></li>`)}
    </ul></div>`;
}
