// Finds a player by name: those who sat at a table with me, and everybody by the whole name.
import { get } from "./api.mjs";
import { html, useState } from "./html.mjs";
import { t } from "./i18n.mjs";
import { ProblemNote, useLoaded } from "./ui.mjs";

const SHOWN = 8;

/** Returns the people at my tables, those of the newest tables first. @param {string} me */
async function knownPlayers(me) {
  const { tables, players } = await get("/tables?mine=true&limit=50");
  const ids = tables.flatMap((/** @type {any} */ table) => table.seats.map((/** @type {any} */ seat) => seat.player));
  return [...new Set(ids)]
    .filter((id) => id && id !== me && players[id]?.name && !id.startsWith("ply_house_"))
    .slice(0, SHOWN)
    .map((id) => ({ id, ...players[id] }));
}

/** @param {{me: any, onPick: (player: {id: string, name: string}) => any, verb: string}} props */
export function PickPlayer({ me, onPick, verb }) {
  const known = useLoaded(() => knownPlayers(me.player.id), me.player.id);
  const [found, setFound] = useState(/** @type {any[] | null} */ (null));
  const [name, setName] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const search = async () => {
    const wanted = name.trim();
    if (!wanted) return;
    try {
      const { players } = await get(`/players?name=${encodeURIComponent(wanted)}`);
      setFound(Object.entries(players).filter(([id]) => id !== me.player.id).map(([id, each]) => ({ id, .../** @type {any} */ (each) })));
      setProblem(null);
    } catch (error) {
      setProblem(/** @type {any} */ (error).document ?? { code: "unreachable" });
    }
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    search();
  };
  const choices = found ?? known.value ?? [];
  return html`<div class="pick" data-testid="pick-player">
    <div class="say"><input aria-label=${t("pick.name")} placeholder=${t("pick.name")} value=${name} maxlength="40" autocomplete="off"
        onInput=${(/** @type {any} */ event) => setName(event.target.value)} onKeyDown=${key} />
      <button type="button" onClick=${search}>${t("pick.search")}</button></div>
    <${ProblemNote} problem=${problem} onDismiss=${() => setProblem(null)} />
    ${choices.length > 0 && html`<p class="small">${t(found ? "pick.found" : "pick.known")}</p>`}
    ${found && !found.length && html`<p role="status">${t("pick.nobody", { name: name.trim() })}</p>`}
    <p class="buttons">${choices.map((each) => html`<button type="button" key=${each.id} onClick=${() => onPick(each)}
      aria-label=${t(verb, { name: each.name })}>${each.name}${each.is_bot ? ` (${t("pick.program")})` : ""}</button>`)}</p>
  </div>`;
}
