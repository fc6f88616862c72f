// Says that a guest can lose the account, and offers to keep it in place.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Later, PARTS } from "./later.mjs";

/** Returns whether nothing but the cookie of this browser leads to the account. @param {any} me */
export const isGuest = (me) => Boolean(me && !me.login && !me.passkeys);

/** @param {{me: any, refresh: () => Promise<void>, key?: string}} props */
export function GuestNote({ me, refresh }) {
  const [open, setOpen] = useState(false);
  const [wasGuest] = useState(isGuest(me));
  // The form stays for its own answer after the account is kept.
  if (!isGuest(me) && !(wasGuest && open)) return null;
  return html`<div class="notice guest" data-testid="guest-note">
    ${isGuest(me) && html`<p><strong>${t("guest.warning")}</strong>${" "}${t("guest.why")}</p>`}
    ${open
      ? html`<${Later} load=${PARTS.keep} me=${me} refresh=${refresh} />`
      : html`<button onClick=${() => setOpen(true)} data-testid="keep-account">${t("account.keep")}</button>`}
  </div>`;
}
