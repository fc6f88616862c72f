// Entrants that must not meet, such as members of a household.
import { html } from "./html.mjs";
import { t } from "./i18n.mjs";

/** @param {any} props */
export function Apart({ view, entrants, name, commands }) {
  const there = entrants.filter((/** @type {any} */ each) => ["entered", "waiting"].includes(each.status));
  if (there.length < 3) return null;
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    commands.send({ type: "keep_apart", entrants: [form.get("one"), form.get("other")] });
  };
  const choice = (/** @type {string} */ which, /** @type {number} */ first) => html`<select name=${which} aria-label=${t(`desk.apart.${which}`)}>
    ${there.map((/** @type {any} */ each, /** @type {number} */ index) => html`<option key=${each.id} value=${each.id} selected=${index === first}>${name(each.id)}</option>`)}</select>`;
  return html`<section><h2>${t("desk.apart.title")}</h2>
    <ul class="plain-rows">${view.apart.map((/** @type {string[]} */ pair) => html`<li key=${pair.join()}><span>${pair.map(name).join(" – ")}</span>
      <button class="small-button" onClick=${() => commands.send({ type: "let_meet", entrants: pair })}>${t("desk.apart.let_meet")}</button></li>`)}</ul>
    <form class="draft" onSubmit=${add}><div class="say wrap">${choice("one", 0)} ${choice("other", 1)} <button disabled=${commands.busy}>${t("desk.apart.keep")}</button></div></form></section>`;
}
