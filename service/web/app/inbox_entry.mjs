// One entry of the inbox: what waits, until when, what has happened, and the answers.
import { html, useEffect, useRef } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { hrefOf } from "./inbox_next.mjs";
import { answersPlainly, Replies } from "./inbox_replies.mjs";
import { Snooze } from "./inbox_snooze.mjs";
import { companyOf, deadlineOf, keyOf, momentText, playOf, titleOf } from "./inbox_words.mjs";
import { Link, ProblemNote } from "./ui.mjs";

/**
 * @param {any} props `said` is what has become of it, if the reader has just answered or snoozed it. `isGone` is whether
 *   it waits no more, and `isTold` whether it says what has happened at its table.
 */
export function Entry({ entry, players, now, group, isTold, isGone, said, focus, act }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const key = keyOf(entry);
  useEffect(() => {
    if (focus.current !== key) return;
    focus.current = "";
    /** @type {HTMLElement | null} */ (box.current?.querySelector("[data-focus]"))?.focus();
  });
  useEffect(() => {
    // The button of a refused answer is gone with the entry.
    if (isGone && document.activeElement === document.body) /** @type {HTMLElement | null} */ (box.current?.querySelector("a"))?.focus();
  }, [isGone]);
  const title = titleOf(entry, players);
  const facts = [...playOf(entry), companyOf(entry, players)].filter(Boolean).join(" · ");
  const isOver = Boolean(said?.text) || isGone;
  return html`<li class=${`entry ${group} ${isOver ? "over" : ""}`} ref=${box} data-testid="entry" data-kind=${entry.kind} data-what=${entry.what}>
    <h3><${Link} href=${hrefOf(entry)} data-focus=${said?.text ? undefined : true}>${title}<//></h3>
    ${entry.tournament?.name && html`<p class="names">${entry.tournament.round ? t("inbox.round", { name: entry.tournament.name, n: entry.tournament.round }) : entry.tournament.name}</p>`}
    ${facts && html`<p class="names">${facts}</p>`}
    ${said?.text && html`<${Said} said=${said} onUndo=${() => act.wake(entry)} />`}
    ${!isOver && html`<${Waiting} entry=${entry} title=${title} now=${now} isTold=${isTold} act=${act} />`}
    ${said?.problem && html`<${ProblemNote} problem=${said.problem} onDismiss=${() => act.dismiss(entry)} />`}
  </li>`;
}

/** @param {any} props */
function Waiting({ entry, title, now, act, isTold }) {
  const until = deadlineOf(entry, now);
  const warning = entry.kind === "proposal" && has(`confirm.${entry.what}`) ? t(`confirm.${entry.what}`) : "";
  const isPlain = answersPlainly(entry);
  const replies = html`<${Replies} entry=${entry} title=${title} answer=${(/** @type {any} */ reply, /** @type {string} */ text) => act.answer(entry, reply, text)} />`;
  return html`
    ${until && html`<p class="until">${until}</p>`}
    ${entry.snoozed_until && html`<p class="until">${t("inbox.snoozed", { until: momentText(entry.snoozed_until, now) })}</p>`}
    ${warning && html`<p class="small">${warning}</p>`}
    ${isTold && entry.since_visit.length > 0 && html`<div class="since" data-testid="since"><p class="small">${t("inbox.since")}</p>
      <ul>${entry.since_visit.map((/** @type {string} */ line, /** @type {number} */ at) => html`<li key=${at}>${line}</li>`)}</ul></div>`}
    ${isPlain && replies}
    <div class="entry-foot"><${Link} class=${`button ${isPlain ? "" : "primary"}`} href=${hrefOf(entry)} aria-label=${t("inbox.open_label", { title })}>${t(entry.table ? "inbox.open_table" : "inbox.open_tournament")}<//>
      ${entry.snoozed_until
        ? html`<button onClick=${() => act.wake(entry)} aria-label=${t("inbox.wake_label", { title })} data-testid="wake">${t("inbox.wake")}</button>`
        : entry.table && html`<${Snooze} entry=${entry} title=${title} now=${now} onSnooze=${(/** @type {string | null} */ wish) => act.snooze(entry, wish)} />`}
      ${!isPlain && replies}</div>`;
}

/** @param {any} props */
function Said({ said, onUndo }) {
  return html`<div class="entry-said"><p data-focus tabindex="-1" role="status" data-testid="said">${said.text}</p>
    ${said.canUndo && html`<button onClick=${onUndo} data-testid="undo">${t("inbox.undo")}</button>`}</div>`;
}
