// Talk at a table: text only, and phrases that each reader sees in their own language.
import { get, isPassing, pause, post, randomKey, request } from "./api.mjs";
import { html, useEffect, useRef, useState } from "./html.mjs";
import { has, t } from "./i18n.mjs";
import { Later, PARTS } from "./later.mjs";
import { ProblemNote, Sheet } from "./ui.mjs";

const PHRASES = ["hello", "good_luck", "thanks", "well_played", "good_game", "congratulations", "sorry", "need_time", "back_soon", "goodbye"];
const POLL_S = 25;
const REST_MS = 5000;
const HOUSE = "ply_house_";

/** @param {any} props */
export function Chat({ view, me, onClose }) {
  const room = view.you !== null && view.status !== "finished" ? "seats" : "spectators";
  const path = `/tables/${view.id}/messages/${room}`;
  const [messages, setMessages] = useState(/** @type {any[]} */ ([]));
  const [players, setPlayers] = useState(/** @type {any} */ ({}));
  const [about, setAbout] = useState(/** @type {any} */ (null));
  const [readings, setReadings] = useState(0);
  const [muted, setMuted] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  // Why no messages come at the moment.
  const [lost, setLost] = useState(/** @type {any} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const abort = new AbortController();
    const listen = async () => {
      let after = 0;
      let wait = 0;
      let began = false;
      while (!abort.signal.aborted) {
        try {
          const page = await get(`${path}?after=${after}&wait=${wait}`, { signal: abort.signal });
          after = page.next_after;
          wait = page.more ? 0 : POLL_S;
          setLost(null);
          setPlayers((/** @type {any} */ old) => ({ ...old, ...page.players }));
          // The first page replaces what was read before somebody was blocked.
          setMuted(page.muted);
          const isFirst = !began;
          began = true;
          setMessages((old) => (isFirst ? page.messages : [...old, ...page.messages]));
        } catch (error) {
          if (abort.signal.aborted) return;
          setLost((/** @type {any} */ old) => old ?? /** @type {any} */ (error).document ?? { code: "unreachable" });
          if (!isPassing(error)) return;
          await pause(REST_MS);
        }
      }
    };
    listen();
    return () => abort.abort();
  }, [path, readings]);
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
  const unmute = async () => {
    try {
      await request("DELETE", `${path}/mute`);
      setReadings(readings + 1);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const submit = async (/** @type {any} */ event) => {
    event.preventDefault();
    const form = event.target;
    const text = String(new FormData(form).get("text")).trim();
    if (text && (await say({ text }))) form.reset();
  };
  return html`<${Sheet} title=${t(`chat.${room}`)} onClose=${onClose} testid="chat">
    ${muted && html`<p class="notice" data-testid="muted">${t("chat.muted")} <button onClick=${unmute} data-testid="unmute">${t("chat.unmute")}</button></p>`}
    <div class="messages" ref=${list} role="log" aria-label=${t("tools.chat")} tabindex="0">
      ${messages.length === 0 && html`<p class="quiet-text">${t("chat.empty")}</p>`}
      ${messages.map((each) => html`<div class="message" key=${each.number}><p><strong>${players[each.player]?.name ?? ""}</strong> ${messageText(each)}</p>
        ${isOfPerson(each, me, players) && html`<button class="quiet" data-testid="about-message" aria-label=${t("chat.about", { name: players[each.player].name })} onClick=${() => setAbout(personOf(each, players, { table: view.id, room }))}>⋯</button>`}</div>`)}
    </div>
    <${ProblemNote} problem=${lost} />
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    <div class="phrases" role="group" aria-label=${t("chat.phrases")}>
      ${PHRASES.map((each) => html`<button key=${each} onClick=${() => say({ canned: each })}>${t(`canned.${each}`)}</button>`)}
    </div>
    ${view.chat === "all" && html`<form class="say" onSubmit=${submit}>
      <input name="text" aria-label=${t("chat.text")} maxlength="500" autocomplete="off" />
      <button class="primary">${t("chat.send")}</button></form>`}
    ${about && html`<${Later} load=${PARTS.people} texts="people" styles="people.css" view=${view} me=${me} about=${about}
      onClose=${() => setAbout(null)} onChange=${() => setReadings((count) => count + 1)} />`}
  <//>`;
}

/** Returns whether another person wrote the message, who can be blocked and reported. @param {any} message @param {any} me @param {any} players */
const isOfPerson = ({ player, removed_by: removed }, me, players) =>
  Boolean(player && players[player]?.name && player !== me?.player.id && !player.startsWith(HOUSE) && !removed);

/** The author of a message, with the message if it is shown. @param {any} message @param {any} players @param {any} room */
const personOf = (message, players, room) => ({
  id: message.player,
  name: players[message.player].name,
  message: message.hidden ? null : { shown: messageText(message), place: { ...room, number: message.number } },
});

/** @param {any} message */
function messageText(message) {
  if (message.removed_by) return t("chat.removed");
  if (message.hidden) return t("chat.hidden");
  if (message.canned) return has(`canned.${message.canned}`) ? t(`canned.${message.canned}`) : message.canned;
  return message.text;
}
