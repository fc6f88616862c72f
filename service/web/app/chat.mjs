// Talk at a table: text only, and phrases that each reader sees in their own language.
import { get, post, randomKey } from "./api.mjs";
import { html, useEffect, useRef, useState } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { ProblemNote, Sheet } from "./ui.mjs";

const PHRASES = ["hello", "good_luck", "thanks", "well_played", "good_game", "congratulations", "sorry", "need_time", "back_soon", "goodbye"];
const POLL_S = 25;

/** @param {any} props */
export function Chat({ view, onClose }) {
  const room = view.you !== null && view.status !== "finished" ? "seats" : "spectators";
  const path = `/tables/${view.id}/messages/${room}`;
  const [messages, setMessages] = useState(/** @type {any[]} */ ([]));
  const [players, setPlayers] = useState(/** @type {any} */ ({}));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const abort = new AbortController();
    const listen = async () => {
      let after = 0;
      let wait = 0;
      while (!abort.signal.aborted) {
        const page = await get(`${path}?after=${after}&wait=${wait}`, { signal: abort.signal });
        after = page.next_after;
        wait = page.more ? 0 : POLL_S;
        setPlayers((/** @type {any} */ old) => ({ ...old, ...page.players }));
        setMessages((old) => [...old, ...page.messages]);
      }
    };
    listen().catch((error) => abort.signal.aborted || setProblem(error.document ?? { code: "unreachable" }));
    return () => abort.abort();
  }, [path]);
  useEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [messages.length]);
  const say = async (/** @type {any} */ message) => {
    try {
      await post(path, message, { key: randomKey() });
      setProblem(null);
      return true;
    } catch (error) {
      setProblem(/** @type {any} */ (error).document);
      return false;
    }
  };
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = event.target;
    const text = String(new FormData(form).get("text")).trim();
    if (text && (await say({ text }))) form.reset();
  };
  return html`<${Sheet} title=${t(`chat.${room}`)} onClose=${onClose} testid="chat">
    <div class="messages" ref=${list} role="log" aria-label=${t("tools.chat")} tabindex="0">
      ${messages.length === 0 && html`<p class="quiet-text">${t("chat.empty")}</p>`}
      ${messages.map((each) => html`<p key=${each.number}><strong>${players[each.player]?.name ?? ""}</strong> ${messageText(each)}</p>`)}
    </div>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    <div class="phrases" role="group" aria-label=${t("chat.phrases")}>
      ${PHRASES.map((each) => html`<button key=${each} onClick=${() => say({ canned: each })}>${t(`canned.${each}`)}</button>`)}
    </div>
    ${view.chat === "all" && html`<form class="say" onSubmit=${submit}>
      <input name="text" aria-label=${t("chat.text")} maxlength="500" autocomplete="off" />
      <button class="primary">${t("chat.send")}</button></form>`}
  <//>`;
}

/** @param {any} message */
function messageText(message) {
  if (message.removed_by) return t("chat.removed");
  if (message.hidden) return t("chat.hidden");
  if (message.canned) return has(`canned.${message.canned}`) ? t(`canned.${message.canned}`) : message.canned;
  return message.text;
}
