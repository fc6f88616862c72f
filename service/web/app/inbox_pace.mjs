// My own pace in sentences.
import { get } from "./api.mjs";
import { html } from "./html.mjs";
import { span, t } from "./i18n.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

export function Part() {
  const { value, problem } = useLoaded(() => get("/me/pace"), "");
  if (!value) return html`<${ProblemNote} problem=${problem} />`;
  const { moves, days, median_answer_s: half, ninety_percent_answer_s: most, late_turns: late } = value;
  if (half === null) return html`<p data-testid="pace">${t("away.no_pace", { days })}</p>`;
  const pace = t("away.pace", { n: moves, days, half: span(half, "long"), most: span(most, "long") });
  return html`<p data-testid="pace">${pace}${t("text.gap")}${late ? t("away.late", { n: late }) : t("away.never_late")}</p>`;
}
