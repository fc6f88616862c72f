// Codes that people type or scan: invitations to a table, and claim codes for the account of a guest.
import { get, post, request } from "./api.mjs";
import { GuestNote } from "./guest.mjs";
import { ensureAccount, profileTitle } from "./home.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { go, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

const INVITATION = "sji_";

/** Asks the server what a code leads to. @param {string} code */
async function lookUp(code) {
  if (code.startsWith(INVITATION)) return { invitation: await get(`/invitations/${encodeURIComponent(code)}`) };
  return { entry: await post("/claims/preview", { claim_code: code }) };
}

/** @param {any} props */
export function Part({ code: inPath, me, refresh }) {
  useTitle(t("home.have_code"));
  // Claim codes are behind the #, so that browsers send them to no server and to no proxy.
  const [behind, setBehind] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const moved = () => setBehind(location.hash.slice(1));
    window.addEventListener("hashchange", moved);
    return () => window.removeEventListener("hashchange", moved);
  }, []);
  const code = inPath || behind;
  const found = useLoaded(() => (code ? lookUp(code) : Promise.resolve(null)), code);
  const [again, setAgain] = useState(false);
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const typed = String(new FormData(event.target).get("code")).trim().replace(/[^\w-]+/g, "-");
    setAgain(false);
    if (typed === code) return location.reload();
    const isInvitation = typed.startsWith(INVITATION);
    go(isInvitation ? `/code/${typed}` : `/code#${typed}`);
    setBehind(isInvitation ? "" : typed);
  };
  const isShown = found.key === code && found.value;
  return html`<div class="page narrow"><h1>${t("home.have_code")}</h1>
    ${found.key === code && html`<${ProblemNote} problem=${found.problem} />`}
    ${isShown && found.value.invitation && html`<${Invited} code=${code} invitation=${found.value.invitation} me=${me} refresh=${refresh} />`}
    ${isShown && found.value.entry && html`<${Entry} code=${code} entry=${found.value.entry} me=${me} refresh=${refresh} />`}
    ${isShown && !again
      ? html`<p><button class="quiet" onClick=${() => setAgain(true)}>${t("code.another")}</button></p>`
      : html`<form onSubmit=${submit} class="form" data-testid="code-form">
          <label>${t("code.code")}<input name="code" defaultValue=${found.problem ? code : ""} required maxlength="80" autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="code-about" /></label>
          <p class="small" id="code-about">${t("code.about")}</p>
          <button class=${isShown ? "" : "primary"}>${t("code.continue")}</button>
        </form>`}</div>`;
}

/** An invitation to a table. @param {any} props */
function Invited({ code, invitation, me, refresh }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const { view, by, players } = invitation;
  const free = view.seats.filter((/** @type {any} */ each) => !each.player).length;
  const names = view.seats.map((/** @type {any} */ each) => (each.player && each.player !== by ? players[each.player]?.name : null)).filter(Boolean);
  const join = async () => {
    try {
      await ensureAccount(me, refresh);
      const { body } = await request("POST", `/invitations/${encodeURIComponent(code)}/accept`, { body: {} });
      go(`/tables/${body.id}`);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  return html`<section class="panel" data-testid="invited-to"><p><strong>${t("invited.by", { name: players[by]?.name ?? t("player.unknown"), game: profileTitle(view.rules.profile) })}</strong></p>
    <p>${names.length > 0 && t("invited.there", { names: names.join(", ") })} ${t("invited.free", { n: free })}</p>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    <button class="primary" onClick=${join}>${t("code.join")}</button></section>`;
}

/** The entry of a guest, which becomes the account of the person. The token stays in the cookie. @param {any} props */
function Entry({ code, entry, me, refresh }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const claim = async () => {
    setBusy(true);
    try {
      if (me) await request("DELETE", "/session");
      await post("/session/claim", { claim_code: code });
      await refresh();
      go(`/tournaments/${entry.tournament}`, true);
    } catch (error) {
      setBusy(false);
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
      await refresh();
    }
  };
  return html`<section class="panel asked" data-testid="entry">
    <dl class="entry-facts"><div><dt>${t("claim.name")}</dt><dd>${entry.player.name}</dd></div>
      <div><dt>${t("claim.tournament")}</dt><dd>${entry.tournament_name}</dd></div></dl>
    <p>${t("claim.about")}</p>
    ${me && html`<p class="notice">${t("claim.signed_in", { name: me.player.name })}</p><${GuestNote} me=${me} refresh=${refresh} />`}
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    <button class="primary" disabled=${busy} aria-busy=${busy} onClick=${claim} data-testid="claim">${t(me ? "claim.sign_out_and_take" : "claim.take")}</button>
  </section>`;
}
