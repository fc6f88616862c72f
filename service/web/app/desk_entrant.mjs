// One entrant at the desk: place, byes, guests, withdrawal.
import { post } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { problemOf } from "./tournament_state.mjs";
import { entrantName, playerName } from "./tournament_words.mjs";
import { ProblemNote, Sheet } from "./ui.mjs";

const BYES = ["full", "half", "zero"];

/** @param {any} props */
export function DeskEntrant({ id, view, entrant, players, commands, onGuests, onClose }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [token, setToken] = useState(/** @type {any} */ (null));
  const send = async (/** @type {any} */ body) => {
    onClose();
    await commands.send({ entrant: entrant.id, ...body });
  };
  const ofGuest = async (/** @type {string} */ what, /** @type {any} */ body) => {
    try {
      const answer = await post(`/tournaments/${id}/entrants/${entrant.id}/${what}`, body);
      if (what === "tokens") setToken(answer);
      else {
        onGuests([answer]);
        onClose();
      }
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  const submit = (/** @type {string} */ type) => (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    if (type === "bye") send({ type: "ask_for_bye", round: Number(form.get("round")), kind: form.get("kind") });
    else if (type === "substitute") send({ type: "call_substitute", player: form.get("player"), instead_of: form.get("instead_of") });
    else send({ type: "withdraw_entrant", ...(form.get("reason") && { reason: form.get("reason") }) });
  };
  const guests = entrant.members.filter((/** @type {any} */ each) => players[each.player]?.is_guest);
  const next = view.rounds.length + 1;
  return html`<${Sheet} title=${entrantName(entrant, players)} onClose=${onClose} testid="entrant-sheet">
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${entrant.answer_until && html`<p class="buttons"><button onClick=${() => send({ type: "accept_place" })}>${t("tn.mine.accept_place")}</button><button onClick=${() => send({ type: "decline_place" })}>${t("button.decline")}</button></p>`}
    ${guests.map((/** @type {any} */ each) => html`<div key=${each.player} class="sub-panel"><h3>${t("desk.guest.title", { name: playerName(each.player, players) })}</h3><p class="buttons">
        <button onClick=${() => ofGuest("claim-codes", { player: each.player })}>${t("desk.guest.new_code")}</button>
        <button onClick=${() => ofGuest("tokens", { player: each.player, name: t("desk.guest.device") })}>${t("desk.guest.token")}</button></p></div>`)}
    ${view.substitutes.length > 0 && view.status === "running" && html`<form class="form sub-panel" onSubmit=${submit("substitute")}><h3>${t("desk.substitute.title")}</h3>
      <div class="two"><label>${t("desk.substitute.who")}<select name="player">${view.substitutes.map((/** @type {any} */ each) => html`<option key=${each.player} value=${each.player}>${playerName(each.player, players)}</option>`)}</select></label>
        <label>${t("desk.substitute.instead")}<select name="instead_of">${entrant.members.map((/** @type {any} */ each) => html`<option key=${each.player} value=${each.player}>${playerName(each.player, players)}</option>`)}</select></label></div>
      <p><button>${t("desk.substitute.call")}</button></p></form>`}
    ${token && html`<p>${t("desk.guest.token_about")}</p><p><code class="secret">${token.secret}</code></p>`}
    <form class="form sub-panel" onSubmit=${submit("bye")}><h3>${t("desk.bye.title")}</h3>
      ${entrant.byes.map((/** @type {any} */ bye) => html`<p key=${bye.round} class="buttons">${t("desk.bye.granted", { round: bye.round })} ${t(`tn.bye.${bye.kind}`)}
        <button type="button" class="small-button" onClick=${() => send({ type: "give_bye_back", round: bye.round })}>${t("desk.bye.take_back")}</button></p>`)}
      <div class="two"><label>${t("tn.card.round")}<input name="round" type="number" min=${next} max="100" required defaultValue=${next} /></label>
        <label>${t("desk.bye.kind")}<select name="kind">${BYES.map((kind) => html`<option key=${kind} value=${kind}>${t(`tn.bye.${kind}`)}</option>`)}</select></label></div>
      <p><button>${t("desk.bye.grant")}</button></p></form>
    <form class="form sub-panel" onSubmit=${submit("withdraw")}><h3>${t("tn.mine.withdraw")}</h3>
      <label>${t("desk.reason.optional")}<input name="reason" maxlength="200" autocomplete="off" /></label>
      <p><button class="danger" data-testid="withdraw-entrant">${t("desk.entrant.withdraw")}</button></p></form>
  <//>`;
}
