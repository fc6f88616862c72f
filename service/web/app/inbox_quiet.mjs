// My quiet hours, my weekend and my time zone, in which my clocks pause.
import { get, request } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { current, t } from "./i18n.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const NIGHT = { start: "22:00", end: "07:30" };

/** Returns the name of a day of the week. @param {number} at 0 for Monday */
const weekdayName = (at) => new Intl.DateTimeFormat(current(), { weekday: "long", timeZone: "UTC" }).format(new Date(Date.UTC(2024, 0, 1 + at)));

/** Returns the names of time zones that the browser knows, with these first. @param {string[]} first */
const zonesAfter = (...first) => [...new Set([...first, "UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])])];

/** @param {any} props */
export function Part({ onChange }) {
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [said, setSaid] = useState(false);
  const { value, problem: missing } = useLoaded(() => get("/me/availability"), "");
  if (!value) return html`<${ProblemNote} problem=${missing} />`;
  const save = async (/** @type {any} */ body) => {
    setSaid(false);
    try {
      await request("PUT", "/me/availability", { body });
      setProblem(null);
      setSaid(true);
      await onChange();
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  return html`<p class="small">${t("away.quiet_about")}</p>
    <${Schedule} value=${value} onSave=${save} />
    <p role="status" class="said-line" data-testid="quiet-said">${said && t("away.quiet_saved")}</p>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />`;
}

/** @param {any} props */
function Schedule({ value, onSave }) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Without a schedule, the time zone of the server says nothing about the person.
  const zone = value.since ? value.time_zone : here;
  const [isQuiet, setQuiet] = useState(Boolean(value.quiet_hours));
  const hours = value.quiet_hours ?? NIGHT;
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const form = new FormData(event.target);
    onSave({
      time_zone: form.get("zone"),
      quiet_hours: isQuiet ? { start: form.get("start"), end: form.get("end") } : null,
      weekend: form.getAll("weekend"),
      automatic_vacation: Boolean(form.get("automatic")),
    });
  };
  return html`<form class="form" onSubmit=${submit} data-testid="quiet">
    <label class="inline"><input type="checkbox" name="is_quiet" checked=${isQuiet} onChange=${() => setQuiet(!isQuiet)} />${t("away.quiet")}</label>
    ${isQuiet && html`<div class="hours"><label>${t("away.quiet_from")}<input type="time" name="start" defaultValue=${hours.start} required /></label>
      <label>${t("away.quiet_until")}<input type="time" name="end" defaultValue=${hours.end} required /></label></div>`}
    <fieldset class="choice"><legend>${t("away.weekend")}</legend>${WEEKDAYS.map((each, at) => html`<label key=${each}><input type="checkbox" name="weekend" value=${each}
      checked=${value.weekend.includes(each)} />${weekdayName(at)}</label>`)}</fieldset>
    <label>${t("away.zone")}<select name="zone">${zonesAfter(zone, here).map((each) => html`<option key=${each} value=${each} selected=${each === zone}>${each.replaceAll("_", " ")}</option>`)}</select></label>
    <label class="inline"><input type="checkbox" name="automatic" defaultChecked=${value.automatic_vacation} />${t("away.by_itself")}</label>
    <p class="buttons"><button class="primary" data-testid="save-quiet">${t("button.save")}</button></p></form>`;
}
