// The folded sections of the inbox about my time. Each is loaded when it is first opened.
import { get, request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { momentText } from "./inbox_words.mjs";
import { Later } from "./later.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

/** @type {Object<string, () => Promise<any>>} */
const SECTIONS = {
  vacation: () => import("./inbox_vacation.mjs"),
  quiet: () => import("./inbox_quiet.mjs"),
  calendar: () => import("./inbox_calendar.mjs"),
  pace: () => import("./inbox_pace.mjs"),
};

/** @param {any} props `times` counts the changes of my times, and `onChange` is called after each. */
export function Sections(props) {
  return html`<section aria-labelledby="my-time"><h2 id="my-time">${t("inbox.my_time")}</h2>
    ${Object.keys(SECTIONS).map((name) => html`<${Folded} key=${name} name=${name} ...${props} />`)}</section>`;
}

/** @param {any} props */
function Folded({ name, ...props }) {
  const [isOpen, setOpen] = useState(false);
  return html`<details class="folded" data-testid=${`section-${name}`} onToggle=${(/** @type {any} */ event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}>
    <summary><h3>${t(`inbox.section.${name}`)}</h3></summary>
    ${isOpen && html`<div class="folded-body"><${Later} load=${SECTIONS[name]} texts="away" ...${props} /></div>`}</details>`;
}

/** Says that I am on vacation, so that nobody forgets to end it. @param {any} props */
export function VacationNote({ now, times, onChange }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const current = useLoaded(() => get("/me/vacation"), String(times)).value?.current;
  if (!current || Date.parse(current.starts_at) > now) return null;
  const end = async () => {
    try {
      await request("DELETE", "/me/vacation");
      setProblem(null);
      onChange();
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  return html`<div class="notice vacation" data-testid="on-vacation"><span>${t("inbox.on_vacation", { until: momentText(current.ends_at, now) })}</span>
    <button onClick=${end} data-testid="back">${t("inbox.back")}</button></div>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />`;
}
