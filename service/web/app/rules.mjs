// The rules of each game as the rule book of the server tells them.
import { ensureAccount, playWithBots, profileTitle } from "./home.mjs";
import { html, useEffect, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { readRules, RuleText, titlesOf } from "./rule_text.mjs";
import { go, Link, ProblemNote, useLoaded, useTitle } from "./ui.mjs";

/** @param {any} props */
export function Part({ profile, me, refresh, language }) {
  return profile
    ? html`<${Book} key=${profile} profile=${profile} me=${me} refresh=${refresh} language=${language} />`
    : html`<${Index} language=${language} />`;
}

/** @param {{language: string}} props */
function Index({ language }) {
  useTitle(t("rules.title"));
  const { value, problem } = useLoaded(() => readRules("/docs/rules"), language);
  return html`<div class="page narrow"><h1>${t("rules.title")}</h1><${ProblemNote} problem=${problem} />
    <p><${Link} href="/train" data-testid="train">${t("home.train")}<//></p>
    <section aria-labelledby="all-rules"><h2 id="all-rules">${t("rules.choose")}</h2>
    <ul class="tables">${(value?.profiles ?? []).map((/** @type {any} */ each) => html`<li key=${each.name}>
      <${Link} class="table-row" href=${`/rules/${each.name}`}><span><strong>${profileTitle(each.name)}</strong>
        <span class="names">${t(`about.${each.name}`) === `about.${each.name}` ? each.about : t(`about.${each.name}`)}</span></span>
        <span class="verb" aria-hidden="true">›</span><//></li>`)}</ul></section></div>`;
}

/** @param {any} props */
function Book({ profile, me, refresh, language }) {
  const title = profileTitle(profile);
  useTitle(t("rules.of", { profile: title }));
  const { value, problem } = useLoaded(() => readRules(`/docs/rules/${profile}`), `${profile} ${language}`);
  const [refusal, setRefusal] = useState(/** @type {any} */ (null));
  useEffect(() => {
    if (value && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [value]);
  const play = async () => {
    try {
      await ensureAccount(me, refresh);
      go(`/tables/${await playWithBots(profile)}`);
    } catch (error) {
      setRefusal(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const chapters = (value?.chapters ?? []).filter((/** @type {any} */ each) => each.rules.length);
  const titles = titlesOf(value);
  return html`<div class="page rules" data-testid="rules"><h1>${t("rules.of", { profile: title })}</h1>
    <${ProblemNote} problem=${problem ?? refusal} onDismiss=${() => setRefusal(null)} />
    <p class="buttons"><button class="primary" onClick=${play}>${t("home.play_profile", { profile: title })}</button>
      <${Link} class="button" href="/rules">${t("rules.others")}<//></p>
    ${chapters.length > 0 && html`<details><summary>${t("rules.contents")}</summary><ol class="contents">${chapters.map((/** @type {any} */ each) => html`<li key=${each.name}>
      <a href=${`#${each.name}`}>${each.title}</a></li>`)}</ol></details>`}
    ${chapters.map((/** @type {any} */ chapter) => html`<section key=${chapter.name} aria-labelledby=${chapter.name}>
      <h2 id=${chapter.name}>${chapter.title}</h2>
      ${chapter.rules.map((/** @type {any} */ rule) => html`<article key=${rule.id} id=${rule.id} class="panel">
        <h3>${rule.title} <a class="rule-id" href=${`#${rule.id}`} title=${rule.id} aria-label=${t("rules.link", { rule: rule.id })}>#</a></h3>
        <${RuleText} rule=${rule} titles=${titles} profile=${profile} />
      </article>`)}</section>`)}
  </div>`;
}
