// My ladders: the challenge that waits for my answer, and the entrants above me whom I may challenge.
import { get, post } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { moment, t } from "./i18n.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

const REACH = 3;

/** Returns my running ladders. */
async function readLadders() {
  const { tournaments } = await get("/tournaments?mine=true&status=running&limit=50");
  const ladders = tournaments.filter((/** @type {any} */ each) => each.format === "challenge_ladder");
  return Promise.all(ladders.map((/** @type {any} */ each) => get(`/tournaments/${each.id}`)));
}

/** @param {{me: any}} props */
export function Ladders({ me }) {
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const ladders = useLoaded(readLadders, `${me.player.id} ${changed}`).value ?? [];
  const send = async (/** @type {string} */ id, /** @type {any} */ command) => {
    try {
      await post(`/tournaments/${id}/commands`, command);
      setProblem(null);
      setChanged((count) => count + 1);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const own = (/** @type {any} */ view) => view.entrants?.find((/** @type {any} */ each) => each.members.some((/** @type {any} */ member) => member.player === me.player.id));
  const mine = ladders.filter((/** @type {any} */ view) => view.ladder && own(view));
  if (!mine.length) return null;
  return html`<section aria-labelledby="ladders"><h2 id="ladders">${t("ladder.title")}</h2>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${mine.map((/** @type {any} */ view) => html`<${Ladder} key=${view.id} view=${view} entrant=${own(view)} send=${(/** @type {any} */ command) => send(view.id, command)} />`)}</section>`;
}

/** @param {any} props */
function Ladder({ view, entrant, send }) {
  const { order, challenges } = view.ladder;
  const place = order.indexOf(entrant.id);
  const name = (/** @type {string} */ id) => {
    const found = view.entrants.find((/** @type {any} */ each) => each.id === id);
    return found?.name ?? found?.members.map((/** @type {any} */ each) => view.players?.[each.player]?.name ?? t("player.unknown")).join(" / ") ?? "";
  };
  const asks = challenges.find((/** @type {any} */ each) => each.challenged === entrant.id);
  const asked = challenges.find((/** @type {any} */ each) => each.challenger === entrant.id);
  return html`<div class="panel"><h3>${view.name}</h3>
    <p>${t("ladder.place", { n: place + 1, count: order.length })}</p>
    ${asks && html`<p>${t("ladder.asks", { name: name(asks.challenger), time: moment(asks.until) })}</p>
      <p class="buttons"><button class="primary" onClick=${() => send({ type: "answer_ladder_challenge", accepts: true })}>${t("ladder.accept")}</button>
      <button onClick=${() => send({ type: "answer_ladder_challenge", accepts: false })}>${t("button.decline")}</button></p>`}
    ${asked && html`<p>${t("ladder.asked", { name: name(asked.challenged), time: moment(asked.until) })}</p>
      <p><button onClick=${() => send({ type: "withdraw_ladder_challenge" })}>${t("button.withdraw")}</button></p>`}
    ${!asks && !asked && place > 0 && html`<p class="buttons">${order.slice(Math.max(0, place - REACH), place).map((/** @type {string} */ id) => html`<button key=${id}
      onClick=${() => send({ type: "challenge_entrant", entrant: id })}>${t("challenge.player", { name: name(id) })}</button>`)}</p>`}
  </div>`;
}
