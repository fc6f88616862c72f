// Entering people who stand at the desk: with an account, as guests, as house bots, or from a list.
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { QrCode } from "./qr_code.mjs";

const KINDS = ["guest", "player", "bot"];
const BOTS = ["steady", "random"];
const LISTS = { guest: "guests", player: "players", bot: "bots" };

/** @param {any} props */
export function WalkIns({ view, commands, onGuests }) {
  const { kind, members_most: most, members_least: least } = view.settings.entrants;
  const [kinds, setKinds] = useState(/** @type {string[]} */ (Array.from({ length: most }, () => "guest")));
  const choose = (/** @type {number} */ seat, /** @type {string} */ wanted) => setKinds(kinds.map((each, index) => (index === seat ? wanted : each)));
  const enter = async (/** @type {any} */ body, /** @type {HTMLFormElement} */ form) => {
    const done = await commands.send({ type: "enter_entrants", ...body, are_here: true });
    if (!done) return;
    form.reset();
    setKinds([...kinds]);
    if (done.guests?.length) onGuests(done.guests);
  };
  const label = (/** @type {string} */ each, /** @type {number} */ seat) => {
    if (most === 1) return t(each === "guest" ? "claim.name" : "desk.staff.name");
    return t(`desk.kind.${each}_name`, { n: seat + 1 });
  };
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    /** @type {any} */
    const entrant = {};
    kinds.forEach((each, seat) => {
      const value = String(form.get(`seat-${seat}`) ?? "").trim();
      const list = LISTS[/** @type {keyof typeof LISTS} */ (each)];
      if (value) entrant[list] = [...(entrant[list] ?? []), value];
    });
    const [name, number] = [String(form.get("name") ?? "").trim(), Number(form.get("number") || 1)];
    enter({ entrants: [{ ...entrant, ...(name && { name }), ...(number > 1 && { number }) }] }, event.target);
  };
  const paste = (/** @type {any} */ event) => {
    event.preventDefault();
    enter({ csv: String(new FormData(event.target).get("csv")) }, event.target);
  };
  return html`<section class="panel"><h2>${t("desk.walk_in.title")}</h2>
    <form class="form walk-in" onSubmit=${submit} data-testid="walk-in">
      ${kind !== "player" && html`<label>${t("desk.walk_in.name")}<input name="name" maxlength="40" autocomplete="off" /></label>`}
      ${kinds.map((each, seat) => html`<div class="say" key=${seat}><select aria-label=${t("desk.walk_in.kind", { n: seat + 1 })} value=${each} onChange=${(/** @type {any} */ event) => choose(seat, event.target.value)} data-testid=${`kind-${seat}`}>
          ${KINDS.filter((wanted) => wanted !== "bot" || !view.settings.is_rated).map((wanted) => html`<option key=${wanted} value=${wanted}>${t(`desk.kind.${wanted}`)}</option>`)}</select>
        ${each === "bot"
          ? html`<select name=${`seat-${seat}`} aria-label=${t("desk.walk_in.which", { n: seat + 1 })}>${BOTS.map((bot) => html`<option key=${bot} value=${bot}>${t(`bot.${bot}`)}</option>`)}</select>`
          : html`<input name=${`seat-${seat}`} required=${seat < least} maxlength="40" autocomplete="off" autocapitalize="words" aria-label=${label(each, seat)} placeholder=${label(each, seat)} />`}</div>`)}
      ${kinds.every((each) => each === "bot") && html`<label class="inline">${t("desk.walk_in.number")} <input name="number" type="number" min="1" max="64" value="1" /></label>`}
      <p class="buttons"><button class="primary" disabled=${commands.busy} data-testid="enter">${t("desk.walk_in.enter")}</button></p>
    </form>
    <details><summary>${t("desk.walk_in.list")}</summary><form class="form" onSubmit=${paste}>
      <label>${t("desk.walk_in.csv")}<textarea name="csv" rows="5" required aria-describedby="csv-rule"></textarea></label>
      <p class="small" id="csv-rule">${t("desk.walk_in.csv_rule")}</p>
      <p><button disabled=${commands.busy}>${t("desk.walk_in.enter_all")}</button></p></form></details>
  </section>`;
}

/** The codes of new guests by tournament and reader. The server tells each code once, so they stay while the page is open. */
const told = /** @type {Map<string, any[]>} */ (new Map());

/** Returns the guests whose codes are known, and `add` for more of them. @param {string} key of a tournament and its reader */
export function useCodes(key) {
  const [guests, setGuests] = useState(told.get(key) ?? []);
  const add = (/** @type {any[]} */ made) => {
    const all = [...(told.get(key) ?? []), ...made];
    told.set(key, all);
    setGuests(all);
  };
  return { guests, add };
}

/** The codes of new guests, to be printed on slips. They can be folded away and shown again. @param {any} props */
export function Codes({ guests, tournament }) {
  const [folded, setFolded] = useState(0);
  if (!guests.length) return null;
  if (folded === guests.length) {
    return html`<p class="no-print"><button onClick=${() => setFolded(0)} data-testid="show-codes">${t("desk.codes.show", { n: guests.length })}</button></p>`;
  }
  return html`<section class="panel asked slips" data-testid="codes"><h2>${t("desk.codes.title")}</h2>
    <p class="no-print">${t("desk.codes.about")}</p>
    <ul>${guests.map((/** @type {any} */ each) => html`<li key=${each.claim_code}><strong>${each.name}</strong><span>${tournament}</span><code>${each.claim_code}</code>
      <${QrCode} text=${`${location.origin}/code#${each.claim_code}`} label=${t("desk.codes.qr", { name: each.name })} />
      <span class="small">${t("desk.codes.use", { address: `${location.host}/code` })}</span></li>`)}</ul>
    <p class="buttons no-print"><button onClick=${() => window.print()}>${t("desk.codes.print")}</button><button class="quiet" onClick=${() => setFolded(guests.length)} data-testid="fold-codes">${t("desk.codes.done")}</button></p></section>`;
}
