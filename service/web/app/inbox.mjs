// What waits for me, the most urgent first, and what has to do with my time: vacations, quiet hours, dates, pace.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Entry } from "./inbox_entry.mjs";
import { awake, hrefOf } from "./inbox_next.mjs";
import { Sections, VacationNote } from "./inbox_sections.mjs";
import { entriesIn, useActs, useInbox } from "./inbox_state.mjs";
import { keyOf } from "./inbox_words.mjs";
import { Link, ProblemNote, useTitle } from "./ui.mjs";

/** @param {any} props */
export function Part({ me }) {
  useTitle(t("nav.inbox"));
  if (me) return html`<${Inbox} key=${me.player.id} />`;
  return html`<div class="page narrow"><h1>${t("nav.inbox")}</h1><p>${t("inbox.sign_in")} <${Link} href="/sign-in">${t("nav.sign_in")}<//></p></div>`;
}

function Inbox() {
  const { inbox, problem, refresh, looks } = useInbox();
  const { kept, act, focus } = useActs(inbox, refresh, looks);
  const [times, setTimes] = useState(0);
  const now = inbox ? Date.parse(inbox.now) + Date.now() - inbox.received : 0;
  // Vacations and quiet hours change deadlines.
  const changed = () => {
    setTimes(times + 1);
    return refresh();
  };
  const groups = (inbox?.groups ?? []).map((/** @type {any} */ group) => ({ name: group.name, entries: entriesIn(group, kept) }))
    .filter((/** @type {any} */ group) => group.entries.length);
  // Several entries can be about one table: the first one tells what has happened there.
  const firsts = new Map(groups.flatMap((/** @type {any} */ group) => group.entries).reverse().map((/** @type {any} */ each) => [each.table, each]));
  const isFirst = (/** @type {any} */ entry) => firsts.get(entry.table) === entry;
  const waiting = new Set((inbox?.groups ?? []).flatMap((/** @type {any} */ group) => group.entries.map(keyOf)));
  const next = inbox ? awake(inbox).filter((each) => !kept.get(keyOf(each))?.text) : [];
  return html`<div class="page narrow inbox" data-testid="inbox"><h1>${t("nav.inbox")}</h1>
    <${ProblemNote} problem=${problem} />
    ${!inbox && !problem && html`<p class="quiet-text" aria-busy="true">${t("part.loading")}</p>`}
    ${inbox && html`<${VacationNote} now=${now} times=${times} onChange=${changed} />`}
    ${inbox && !groups.length && html`<${Nothing} />`}
    <div class="waiting-entries">${groups.map((/** @type {any} */ group) => html`<section key=${group.name} aria-labelledby=${`group-${group.name}`} data-testid=${`group-${group.name}`}>
      <h2 id=${`group-${group.name}`}>${t(`inbox.group.${group.name}`)} <span class="count">${group.entries.length}</span></h2>
      <ul class="entries">${group.entries.map((/** @type {any} */ entry) => html`<${Entry} key=${keyOf(entry)} entry=${entry}
        players=${inbox.players} isTold=${isFirst(entry)} now=${now} group=${group.name} isGone=${!waiting.has(keyOf(entry))} said=${kept.get(keyOf(entry))} focus=${focus} act=${act} />`)}</ul></section>`)}
      ${next.length > 0 && html`<p class="next"><${Link} class="button primary" href=${hrefOf(next[0])} data-testid="next">${t("inbox.next", { n: next.length })}<//></p>`}</div>
    ${inbox && html`<${Sections} inbox=${inbox} now=${now} times=${times} onChange=${changed} />`}
  </div>`;
}

/** Nothing waits: what else one can do. */
function Nothing() {
  return html`<section class="panel nothing" data-testid="nothing"><div class="fan" aria-hidden="true"><i>♠︎</i><i>♥︎</i><i>♣︎</i><i>♦︎</i></div>
    <h2>${t("inbox.empty")}</h2><p>${t("inbox.empty_about")}</p>
    <p class="buttons"><${Link} class="button" href="/seeks">${t("seeks.title")}<//> <${Link} class="button" href="/">${t("inbox.play")}<//>
      <${Link} class="button" href="/train">${t("home.train")}<//></p></section>`;
}
