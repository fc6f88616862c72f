// Parts that every screen uses: links, problems, sheets, notices and the live region.
import { rememberOpener, returnFocus } from "./focus.mjs";
import { Fragment, html, useEffect, useRef, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { Later, PARTS } from "./later.mjs";
import { problemText } from "./problems.mjs";

/** Goes to an address of the client without loading the page again. @param {string} address */
export function go(address, replace = false) {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  window.dispatchEvent(new Event("route"));
}

/** @param {any} props */
export function Link({ href, children, ...more }) {
  const click = (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(href);
  };
  return html`<a href=${href} onClick=${click} ...${more}>${children}</a>`;
}

/** A refusal, where it happened, until it is dismissed. @param {{problem: any, onDismiss?: () => void}} props */
export function ProblemNote({ problem, onDismiss }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  // A long form can have its problem above the window.
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [problem]);
  if (!problem) return null;
  const { title, detail, hint, rule, rule_url: address } = problemText(problem);
  return html`<div class="problem" ref=${box} data-testid="problem">
    <div><div role="alert">
      <strong>${title}</strong>
      ${detail && html`<p>${detail}</p>`} ${hint && html`<p class="hint">${hint}</p>`}</div>
      ${rule && address && html`<${RuleLink} rule=${rule} address=${address} />`}
    </div>
    ${onDismiss && html`<button class="quiet" onClick=${onDismiss} aria-label=${t("button.close")}>✕</button>`}
  </div>`;
}

/** A button that shows a rule where it matters. @param {{rule: string, address: string, children?: any}} props */
export function RuleLink({ rule, address, children }) {
  const [open, setOpen] = useState(false);
  return html`<${Fragment}><button type="button" class="link" data-testid="rule-link" onClick=${() => setOpen(true)}>${children ?? t("problem.rule", { rule })}</button>
    ${open && html`<${Later} load=${PARTS.rule} address=${address} onClose=${() => setOpen(false)} />`}<//>`;
}

let sheets = 0;

/** A modal sheet. After it is shut, the focus goes back to what opened it. @param {any} props */
export function Sheet({ title, onClose, children, testid }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [name] = useState(() => `sheet-${(sheets += 1)}`);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    rememberOpener(element);
    if (!element.open) element.showModal();
    return () => {
      element.close();
      returnFocus(element);
    };
  }, []);
  const outside = (/** @type {MouseEvent} */ event) => event.target === dialog.current && onClose();
  const cancel = (/** @type {Event} */ event) => {
    // A dialog within this one has been cancelled.
    if (event.target !== dialog.current) return;
    event.preventDefault();
    onClose();
  };
  return html`<dialog class="sheet" ref=${dialog} onClick=${outside} onCancel=${cancel}
      aria-labelledby=${name} data-testid=${testid}>
    <header>
      <h2 id=${name}>${title}</h2>
      <button class="quiet" onClick=${onClose} aria-label=${t("button.close")}>✕</button>
    </header>
    <div class="sheet-body">${children}</div>
  </dialog>`;
}

/** Says sentences politely, one node for each, so that a repeated sentence is said again. */
export function Announcer({ sentences, urgent }) {
  return html`<${Fragment}>
    <div class="unseen" role="log" aria-live="polite" aria-label=${t("live.log")}>
      ${sentences.map((/** @type {any} */ each) => html`<p key=${each.key}>${each.text}</p>`)}
    </div>
    <div class="unseen" aria-live="assertive" role="status">${urgent}</div>
  <//>`;
}

/** Calls `load` once for each `key`, and returns its result and its problem. @param {() => Promise<any>} load */
export function useLoaded(load, key) {
  const [state, setState] = useState({ value: /** @type {any} */ (null), problem: /** @type {any} */ (null), key });
  useEffect(() => {
    let current = true;
    load().then(
      (value) => current && setState({ value, problem: null, key }),
      (error) => current && setState({ value: null, problem: error.document ?? { code: "unreachable" }, key }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return state;
}

/** Sets the title of the page. @param {string} title */
export function useTitle(title) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
