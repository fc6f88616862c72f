// My vacation: how much is left, the current or announced one, and a form for a new one.
import { get, post, request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { current as language, t } from "./i18n.mjs";
import { momentText } from "./inbox_words.mjs";
import { instantOf, localInput } from "./tournament_words.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

const DAY_S = 86400;

/** @param {number} seconds */
const daysText = (seconds) =>
  new Intl.NumberFormat(language(), { style: "unit", unit: "day", unitDisplay: "long", maximumFractionDigits: 1 }).format(seconds / DAY_S);

/** @param {any} props */
export function Part({ now, times, onChange }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [said, setSaid] = useState("");
  const { value, problem: missing } = useLoaded(() => get("/me/vacation"), String(times));
  if (!value) return html`<${ProblemNote} problem=${missing} />`;
  const attempt = async (/** @type {() => Promise<any>} */ work, /** @type {string} */ text) => {
    try {
      await work();
      setProblem(null);
      setSaid(text);
      await onChange();
    } catch (error) {
      setSaid("");
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const { current, balance_s: balance } = value;
  return html`<p>${t("away.left", { days: daysText(balance) })}</p>
    <p class="small">${t("away.about")}</p>
    <p role="status" class="said-line" data-testid="vacation-said">${said}</p>
    ${current
      ? html`<${Current} current=${current} now=${now} onEnd=${(/** @type {string} */ text) => attempt(() => request("DELETE", "/me/vacation"), text)} />`
      : html`<${Begin} now=${now} balance=${balance} onBegin=${(/** @type {any} */ body) => attempt(() => post("/me/vacation", body), t(body.starts_at ? "away.announced" : "away.begun"))} />`}
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />`;
}

/** @param {any} props */
function Current({ current, now, onEnd }) {
  const isAnnounced = Date.parse(current.starts_at) > now;
  const gaps = { from: momentText(current.starts_at, now), until: momentText(current.ends_at, now) };
  return html`<p><strong>${t(isAnnounced ? "away.is_announced" : "away.is_away", gaps)}</strong></p>
    ${current.automatic && html`<p class="small">${t("away.automatic")}</p>`}
    <p><button data-testid="end-vacation" onClick=${() => onEnd(t(isAnnounced ? "away.called_off" : "away.ended"))}>${t(isAnnounced ? "away.call_off" : "away.end")}</button></p>`;
}

/** @param {any} props */
function Begin({ now, balance, onBegin }) {
  const [isLater, setLater] = useState(false);
  const [first] = useState(() => localInput(new Date(now + Math.min(balance, DAY_S) * 1000)));
  const earliest = localInput(new Date(now));
  // A vacation that begins later can be longer, because more is earned until then.
  const latest = isLater ? undefined : localInput(new Date(now + balance * 1000));
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    const from = isLater ? instantOf(form.get("from")) : null;
    onBegin({ ...(from ? { starts_at: from } : {}), ends_at: instantOf(form.get("until")) });
  };
  if (balance < DAY_S / 24) return html`<p>${t("away.none_left")}</p>`;
  return html`<form class="form" onSubmit=${submit} data-testid="vacation">
    <label class="inline"><input type="checkbox" checked=${isLater} onChange=${() => setLater(!isLater)} />${t("away.later")}</label>
    ${isLater && html`<label>${t("away.from")}<input type="datetime-local" name="from" min=${earliest} required /></label>`}
    <label>${t("away.until")}<input type="datetime-local" name="until" min=${earliest} max=${latest} defaultValue=${first} required /></label>
    <p class="buttons"><button class="primary" data-testid="begin-vacation">${t(isLater ? "away.announce" : "away.begin")}</button></p></form>`;
}
