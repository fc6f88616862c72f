// The analysis of a finished hand: how far it is, what mistakes cost, and each decision with a better move.
import { get, isPassing, post } from "./api.mjs";
import { nameOf } from "./events.mjs";
import { ensureAccount, profileTitle } from "./home.mjs";
import { Fragment, html, useEffect, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Move, Reason, phaseName, pointsText } from "./judged.mjs";
import { Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const POLL_MS = 4000;
/** Lower costs are 0.0 on the page. */
const LEAST = 0.05;

/** The hand and the decision of the address, such as #2.14; 0 where it names none. */
function fromAddress() {
  const [hand, number] = location.hash.slice(1).split(".");
  return { hand: Number(hand) || 0, number: Number(number) || 0 };
}

/** Reads the analysis of a hand, again and again until it is done. @param {string} id @param {number} hand */
function useAnalysis(id, hand) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    let timer = 0;
    const read = async () => {
      try {
        const next = await get(`/tables/${id}/analysis${hand ? `?hand=${hand}` : ""}`);
        if (!current) return;
        setFound(next);
        setProblem(null);
        if (["waiting", "running"].includes(next.status)) timer = window.setTimeout(read, POLL_MS);
      } catch (error) {
        if (!current) return;
        setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
        if (isPassing(error)) timer = window.setTimeout(read, POLL_MS);
      }
    };
    read();
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [id, hand, turn]);
  return { found: found && (!hand || found.hand === hand) ? found : null, problem, setProblem, again: () => setTurn(turn + 1) };
}

/** @param {any} props */
export function Part({ id, me, refresh }) {
  const [hand, setHand] = useState(fromAddress().hand);
  const { found, problem, setProblem, again } = useAnalysis(id, hand);
  const table = useLoaded(() => get(`/tables/${id}`), `${id} ${me?.player.id}`);
  const view = table.value;
  const title = found ? t("analysis.of", { n: found.hand }) : t("analysis.title");
  useTitle(title);
  const ask = async () => {
    try {
      await ensureAccount(me, refresh);
      await post(`/tables/${id}/analysis`, { hand: found.hand });
      again();
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const choose = (/** @type {number} */ wanted) => {
    history.replaceState(null, "", `#${wanted}`);
    setHand(wanted);
  };
  const hands = view?.match?.hands_played ?? 0;
  return html`<div class="page analysis" data-testid="analysis" data-status=${found?.status ?? ""}><header>
      <h1>${title}</h1>
      <p class="small">${view && profileTitle(view.rules.profile)}${found?.teacher && ` · ${t("analysis.teacher", { bot: found.teacher })}`}</p>
      <p class="buttons">
        ${hands > 1 && found && html`<label class="inline">${t("bar.hand")} <select value=${String(found.hand)} onChange=${(/** @type {any} */ event) => choose(Number(event.target.value))} data-testid="hand-of">
          ${Array.from({ length: hands }, (_, at) => html`<option value=${String(at + 1)}>${at + 1}</option>`)}</select></label>`}
        <${Link} class="button" href=${`/tables/${id}`}>${t("replay.to_table")}<//>
        <${Link} class="button" href=${`/replay/${id}`}>${t("match.replay")}<//></p></header>
    <${ProblemNote} problem=${problem ?? table.problem} onDismiss=${problem && (() => setProblem(null))} />
    ${found && html`<${Progress} found=${found} ask=${ask} />`}
    ${found && view && found.judgements.length > 0 && html`<${Judged} key=${found.hand} found=${found} view=${view} />`}
  </div>`;
}

/** How far the analysis is, or the button that asks for it. @param {any} props */
function Progress({ found, ask }) {
  const [busy, setBusy] = useState(false);
  if (found.status === "done") return null;
  if (found.status === "none") {
    const click = async () => {
      setBusy(true);
      await ask();
      setBusy(false);
    };
    return html`<section class="panel"><p>${t("analysis.about")}</p>
      <button class="primary" disabled=${busy} aria-busy=${busy} onClick=${click} data-testid="ask">${t("analysis.ask")}</button></section>`;
  }
  const known = found.decisions > 0;
  return html`<section class="panel" role="status" data-testid="progress">
    <p id="how-far">${known ? t("analysis.so_far", { done: found.judged, count: found.decisions }) : t("analysis.waiting")}</p>
    <progress aria-labelledby="how-far" max=${known ? found.decisions : undefined} value=${known ? found.judged : undefined}></progress></section>`;
}

/** Costs and decisions. @param {any} props */
function Judged({ found, view }) {
  const wanted = fromAddress().number;
  const [seat, setSeat] = useState(() => (view.you === null || wanted ? "" : String(view.you)));
  const of = found.judgements.filter((/** @type {any} */ each) => seat === "" || each.seat === Number(seat));
  const mistakes = of.filter((/** @type {any} */ each) => each.mistake).sort((/** @type {any} */ one, /** @type {any} */ other) => other.cost - one.cost);
  const others = of.filter((/** @type {any} */ each) => !each.mistake);
  const toList = (/** @type {any[]} */ list) => html`<ol class="decisions">${list.map((each) => html`<${Decision} key=${each.number} id=${found.table} each=${each} view=${view} isWanted=${each.number === wanted} />`)}</ol>`;
  return html`<${Fragment}>
    <${Costs} found=${found} view=${view} />
    <section aria-labelledby="mistakes"><div class="heading"><h2 id="mistakes">${t("analysis.mistakes", { n: mistakes.length })}</h2>
      <label class="inline">${t("analysis.whose")} <select value=${seat} onChange=${(/** @type {any} */ event) => setSeat(event.target.value)} data-testid="whose">
        <option value="">${t("analysis.everyone")}</option>
        ${view.seats.map((/** @type {any} */ each) => html`<option value=${String(each.seat)}>${nameOf(view, each.seat)}</option>`)}</select></label></div>
      ${mistakes.length ? toList(mistakes) : html`<p class="quiet-text">${t(found.status === "done" ? "analysis.no_mistakes" : "analysis.none_yet")}</p>`}
    </section>
    <p class="small">${t("analysis.values")}</p>
    ${others.length > 0 && html`<${Others} count=${others.length} isOpen=${others.some((/** @type {any} */ each) => each.number === wanted)}>${() => toList(others)}<//>`}
  <//>`;
}

/** Decisions that were no mistakes, drawn once they are opened. @param {any} props */
function Others({ count, isOpen, children }) {
  const [open, setOpen] = useState(isOpen);
  return html`<details open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)} data-testid="others">
    <summary>${t("analysis.others", { n: count })}</summary>${open && children()}</details>`;
}

/** What the mistakes of each player cost, by phase. Bots have no costs. @param {any} props */
function Costs({ found, view }) {
  const people = found.costs.filter((/** @type {any} */ each) => each.player !== null)
    .sort((/** @type {any} */ one, /** @type {any} */ other) => Number(other.seat === view.you) - Number(one.seat === view.you));
  if (!people.length) return null;
  return html`<section aria-labelledby="costs"><h2 id="costs">${t("analysis.costs")}</h2>
    <ul class="costs">${people.map((/** @type {any} */ each) => html`<${CostOfPlayer} key=${each.seat} each=${each} view=${view} />`)}</ul></section>`;
}

/** @param {any} props */
function CostOfPlayer({ each, view }) {
  const name = nameOf(view, each.seat);
  const most = Math.max(...each.phases.map((/** @type {any} */ phase) => phase.points), 0.1);
  return html`<li class="panel" data-testid=${`cost-${each.seat}`}><h3>${name}</h3>
    <p><strong class="figure">${pointsText(each.points)}</strong> ${t("analysis.cost_of", { n: each.mistakes, count: each.decisions })}</p>
    <table class="phases"><caption class="unseen">${t("analysis.by_phase", { name })}</caption>
      <thead class="unseen"><tr><th scope="col">${t("analysis.phase")}</th><th scope="col">${t("analysis.mistakes_made")}</th><th scope="col">${t("analysis.points")}</th></tr></thead>
      <tbody>${each.phases.map((/** @type {any} */ phase) => html`<tr key=${phase.phase}><th scope="row">${phaseName(phase.phase)}</th>
        <td>${phase.mistakes}/${phase.decisions}</td>
        <td><meter aria-hidden="true" min="0" max=${most} value=${phase.points}></meter> <span>${pointsText(phase.points)}</span></td></tr>`)}</tbody></table>
    ${each.others && html`<p class="small">${t("analysis.elsewhere", { n: each.others.tables, points: pointsText(each.others.points) })}</p>`}</li>`;
}

/** A decision. A tap opens the replay at its moment. @param {any} props */
function Decision({ id, each, view, isWanted }) {
  const same = !each.mistake && JSON.stringify(each.played.move) === JSON.stringify(each.best.move);
  const value = (/** @type {any} */ judged) => html`<span class="value">${pointsText(judged.points, true)} <small>± ${pointsText(judged.error)}</small></span>`;
  const figures = { points: pointsText(each.cost), error: pointsText(each.cost_error) };
  const verdict = t(each.forced ? "analysis.forced" : same || each.cost < LEAST ? "analysis.as_good" : "analysis.uncertain", figures);
  return html`<li class=${`panel decision ${each.mistake ? "bad" : ""} ${isWanted ? "wanted" : ""}`} data-number=${each.number}
      ref=${isWanted && scrollOnce}>
    <div class="heading"><h3><${Link} href=${`/replay/${id}#${each.version}`} aria-label=${t("analysis.to_moment", { n: each.number, name: nameOf(view, each.seat) })}>${nameOf(view, each.seat)} · ${phaseName(each.phase)}<//></h3>
      ${each.mistake
        ? html`<strong class="cost">${t("analysis.cost", figures)}</strong>`
        : html`<span class="small">${verdict}</span>`}</div>
    <dl><div><dt>${t("analysis.played")}</dt><dd><${Move} move=${each.played.move} /> ${!each.forced && value(each.played)}</dd></div>
      ${!same && html`<div><dt>${t("analysis.best")}</dt><dd><${Move} move=${each.best.move} /> ${value(each.best)}</dd></div>`}</dl>
    <${Reason} reason=${each.reason} />
  </li>`;
}

const seen = new WeakSet();

/** Scrolls to the decision of the address when it is first drawn. @param {HTMLElement | null} element */
function scrollOnce(element) {
  if (!element || seen.has(element)) return;
  seen.add(element);
  element.scrollIntoView({ block: "center" });
}
