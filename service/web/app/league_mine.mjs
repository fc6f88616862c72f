// My part in a league: register, answer a request of a partner, continue, withdraw.
import { post } from "./api.mjs";
import { ensureAccount } from "./home.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { playerNamed, problemOf } from "./tournament_state.mjs";
import { entrantName } from "./tournament_words.mjs";
import { ProblemNote, Sheet } from "./ui.mjs";

/** @param {any} props */
export function MyLeague({ view, me, refresh, onDone }) {
  const [state, setState] = useState({ busy: false, problem: /** @type {any} */ (null) });
  const send = async (/** @type {any} */ body) => {
    setState({ busy: true, problem: null });
    try {
      await ensureAccount(me, refresh);
      await post(`/leagues/${view.id}/commands`, typeof body === "function" ? await body() : body);
      setState({ busy: false, problem: null });
    } catch (error) {
      setState({ busy: false, problem: problemOf(error) });
    }
    onDone();
  };
  const { you, members, players, status } = view;
  const mine = members.find((/** @type {any} */ each) => each.id === you.entrant);
  const shared = { view, me, send, busy: state.busy };
  return html`<div class="my-part" data-testid="my-part">
    <${ProblemNote} problem=${state.problem} onDismiss=${() => setState({ busy: false, problem: null })} />
    ${you.invited_to.map((/** @type {string} */ id) => html`<section key=${id} class="panel asked"><h2>${t("sn.mine.invited", { name: nameOf(members.find((/** @type {any} */ each) => each.id === id), players) })}</h2>
      <p class="buttons"><button class="primary" disabled=${state.busy} onClick=${() => send({ type: "accept", entrant: id })}>${t("button.agree")}</button>
        <button disabled=${state.busy} onClick=${() => send({ type: "decline", entrant: id })}>${t("button.decline")}</button></p></section>`)}
    ${mine && html`<${Entered} ...${shared} mine=${mine} />`}
    ${!mine && !you.invited_to.length && status !== "ended" && html`<${Registering} ...${shared} />`}
  </div>`;
}

/** @param {any} entrant @param {any} players */
const nameOf = (entrant, players) => entrantName(entrant && { ...entrant, members: entrant.players }, players);

/** @param {any} props */
function Entered({ view, mine, send, busy }) {
  const [leaving, setLeaving] = useState(false);
  const { you, players } = view;
  const withdraw = () => {
    setLeaving(false);
    send({ type: "withdraw", entrant: mine.id });
  };
  return html`<section class=${`panel ${you.is_asked ? "asked" : ""}`}>
    <div class="title"><h2>${nameOf(mine, players)}</h2><span class="small">${mine.division ? t("sn.division", { n: mine.division }) : t("sn.mine.next_season")}</span></div>
    <p>${t(`sn.mine.${mine.status}`)}</p>
    ${mine.invited.length > 0 && html`<p>${t("sn.member.asked", { names: mine.invited.map((/** @type {string} */ id) => players[id]?.name ?? t("player.unknown")).join(" · ") })}</p>`}
    ${you.is_asked && html`<p>${t("sn.mine.asked")}</p>`}
    <p class="buttons">${you.is_asked && html`<button class="primary" disabled=${busy} onClick=${() => send({ type: "continue" })} data-testid="continue">${t("sn.mine.continue")}</button>`}
      ${mine.status !== "out" && view.status !== "ended" && html`<button class="quiet danger" disabled=${busy} onClick=${() => setLeaving(true)} data-testid="withdraw">${t("tn.mine.withdraw")}</button>`}</p>
    ${leaving && html`<${Sheet} title=${t("tn.mine.withdraw")} onClose=${() => setLeaving(false)} testid="leaving"><p>${t(mine.division ? "sn.mine.withdraw_later" : "sn.mine.withdraw_now")}</p>
      <p class="buttons"><button class="primary" onClick=${withdraw} data-testid="withdraw-now">${t("tn.mine.withdraw_yes")}</button><button onClick=${() => setLeaving(false)}>${t("tn.mine.stay")}</button></p><//>`}
  </section>`;
}

/** @param {any} props */
function Registering({ view, me, send, busy }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { kind, members_most: most } = view.plan.template.entrants;
  const isTeam = kind !== "player";
  const enter = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const partners = [];
    setProblem(null);
    for (const name of form.getAll("partner").map((each) => String(each).trim()).filter(Boolean)) {
      const found = await playerNamed(name);
      if (found.problem) return setProblem(found.problem);
      partners.push(found.player);
    }
    const name = String(form.get("name") ?? "").trim();
    await send({ type: "register", ...(name && { name }), ...(partners.length && { partners }) });
  };
  // Before the first season, joining is what the page is for. Later most people come for the standings.
  return html`<details class="panel" open=${!view.season}><summary data-testid="join">${t("sn.mine.join")}</summary><p>${t("sn.mine.join_about")}</p>
    <form class="form short" onSubmit=${enter} data-testid="register">
      ${isTeam && html`<label>${t("tn.mine.name")}<input name="name" maxlength="40" autocomplete="off" /></label>`}
      ${isTeam && Array.from({ length: Math.min(most, 12) - 1 }, (_, index) => html`<label key=${index}>${most === 2 ? t("tn.mine.partner") : t("tn.mine.partner_n", { n: index + 1 })}
        <input name="partner" required=${most === 2} maxlength="40" autocomplete="off" autocapitalize="none" /></label>`)}
      ${isTeam && html`<p class="small">${t("sn.mine.partner_rule")}</p>`}
      <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
      <p class="buttons"><button class="primary" disabled=${busy}>${t("tn.mine.register")}</button>
        ${!me && html`<span class="small">${t("tn.mine.as_guest")}</span>`}</p>
    </form></details>`;
}
