// Inviting to a table: a link with its QR code, and a player by name.
import { post } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { PickPlayer } from "./pick_player.mjs";
import { QrCode } from "./qr_code.mjs";
import { ProblemNote } from "./ui.mjs";

/** @param {{view: any, me: any, send: (command: any, options?: any) => Promise<boolean>}} props */
export function Part({ view, me, send }) {
  const [code, setCode] = useState("");
  const [copied, setCopied] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const invite = async () => {
    const uses = view.seats.filter((/** @type {any} */ each) => !each.player).length;
    try {
      setCode((await post(`/tables/${view.id}/invitations`, { uses })).code);
      setProblem(null);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document);
    }
  };
  const address = `${location.origin}/code/${code}`;
  const share = () => navigator.share({ title: document.title, url: address }).catch(() => {
    // The person has closed the list of the device.
  });
  const copy = () => navigator.clipboard.writeText(address).then(() => setCopied(true));
  const name = (/** @type {string} */ id) => view.players[id]?.name ?? t("player.unknown");
  return html`<section class="panel" aria-labelledby="invite-friends"><h2 id="invite-friends">${t("button.invite")}</h2>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${code
      ? html`<div class="invitation"><${QrCode} text=${address} label=${t("invite.qr")} />
          <label class="wide">${t("waiting.invite")}
            <input readonly value=${address} data-testid="invitation" onFocus=${(/** @type {any} */ event) => event.target.select()} />
            <span class="buttons">${Boolean(navigator.clipboard) && html`<button type="button" onClick=${copy}>${t(copied ? "invite.copied" : "invite.copy")}</button>`}
              ${Boolean(navigator.share) && html`<button type="button" onClick=${share}>${t("invite.share")}</button>`}</span></label></div>`
      : html`<p><button onClick=${invite} data-testid="invite">${t("invite.make")}</button></p>`}
    ${view.challenges.length > 0 && html`<ul class="rows" data-testid="invited">${view.challenges.map((/** @type {any} */ each) => html`<li key=${each.player}>
      <span>${t("invite.waits", { name: name(each.player) })}</span>
      <button onClick=${() => send({ type: "withdraw_challenge", player: each.player }, { anyVersion: true })}>${t("button.withdraw")}</button></li>`)}</ul>`}
    <h3>${t("invite.by_name")}</h3>
    <${PickPlayer} me=${me} onPick=${(/** @type {any} */ player) => send({ type: "challenge_player", player: player.id }, { anyVersion: true })} verb="challenge.player" />
  </section>`;
}
