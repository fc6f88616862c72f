// The way to a replay: a record from a file, or a finished table of one's own.
import { get } from "./api.mjs";
import { nameOf } from "./events.mjs";
import { profileTitle } from "./home.mjs";
import { html, useEffect, useRef, useState } from "./html.mjs";
import { moment, t } from "./i18n.mjs";
import { RECORD_MIB, recordsIn, WrongFile } from "./replay_source.mjs";
import { Link, ProblemNote, useLoaded } from "./ui.mjs";

const SHOWN = 20;
/** Problems of the server with a record, and the text for each. @type {Object<string, string>} */
const TEXTS = { not_a_record: "not_a_record", invalid_request: "not_a_record", body_too_large: "too_large" };

/** @param {{me: any, onOpen: (record: any) => void, problem?: any}} props `problem` is why the last record was not replayed */
export function ReplayDoor({ me, onOpen, problem }) {
  return html`<div class="page narrow" data-testid="replay-door"><h1>${t("replay.title")}</h1>
    <${FromFile} onOpen=${onOpen} problem=${problem} />
    <${Finished} me=${me} />
  </div>`;
}

/** @param {any} props */
function FromFile({ onOpen, problem }) {
  const [wrong, setWrong] = useState(TEXTS[problem?.code] ?? "");
  const [unexpected, setUnexpected] = useState(problem && !TEXTS[problem.code] ? problem : null);
  const [records, setRecords] = useState(/** @type {any[]} */ ([]));
  const [over, setOver] = useState(false);
  const said = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => said.current?.scrollIntoView({ block: "nearest" }), [wrong]);
  const read = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    setWrong("");
    setUnexpected(null);
    setRecords([]);
    try {
      const found = await recordsIn(file);
      if (found.length === 1) onOpen(found[0]);
      else setRecords(found);
    } catch (error) {
      // A file that cannot be read at all is gone, or closed to the browser.
      setWrong(error instanceof WrongFile ? error.code : "unreadable");
    }
  };
  const choose = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    read(file);
    // The same file can be chosen again after it was changed.
    event.target.value = "";
  };
  const drag = (/** @type {boolean} */ isOver) => (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(isOver);
  };
  const drop = (/** @type {DragEvent} */ event) => {
    drag(false)(event);
    read(event.dataTransfer?.files[0]);
  };
  return html`<section aria-labelledby="from-file"><h2 id="from-file">${t("replay.from_file")}</h2>
    <p>${t("replay.from_file.about")}</p>
    <div class=${`drop ${over ? "over" : ""}`} onDragEnter=${drag(true)} onDragOver=${drag(true)} onDragLeave=${drag(false)} onDrop=${drop} data-testid="drop">
      <label class="button file">${t("replay.choose_file")}<input class="unseen" type="file" accept=".json,.ndjson,application/json" onChange=${choose} aria-describedby="file-wrong" data-testid="record-file" /></label>
      <span class="small only-wide">${t("replay.drop")}</span>
    </div>
    <div id="file-wrong" ref=${said} role="alert">${wrong && html`<p class="problem" data-testid="file-wrong">${t(`replay.file.${wrong}`, { mib: RECORD_MIB })}</p>`}</div>
    <${ProblemNote} problem=${unexpected} onDismiss=${() => setUnexpected(null)} />
    ${records.length > 1 && html`<p role="status">${t("replay.in_file", { n: records.length })}</p>
      <ul class="tables" data-testid="records-in-file">${records.map((record, at) => html`<li key=${at}><button class="table-row" onClick=${() => onOpen(record)}>
        <${Row} profile=${record.events[0]?.data?.rules?.profile} names=${t("replay.hands", { n: record.hands ?? 0 })} at=${record.events[0]?.at} /></button></li>`)}</ul>`}
  </section>`;
}

/** @param {any} props */
function Row({ profile, names, at }) {
  return html`<span><strong>${profile ? profileTitle(profile) : t("replay.title")}</strong><span class="names">${[names, at && moment(at)].filter(Boolean).join(" · ")}</span></span>
    <span class="verb">${t("home.replay")} <span aria-hidden="true">›</span></span>`;
}

/** The finished tables of the player, the newest first, and all their records as one file. @param {any} props */
function Finished({ me }) {
  const [cursors, setCursors] = useState([""]);
  return html`<section aria-labelledby="own-games"><h2 id="own-games">${t("home.mine_over")}</h2>
    <ul class="tables" data-testid="finished-tables">${cursors.map((cursor, at) => html`<${FinishedPage} key=${cursor} me=${me} cursor=${cursor}
      onMore=${at === cursors.length - 1 ? (/** @type {string} */ next) => setCursors([...cursors, next]) : null} />`)}</ul>
    <p>${t("replay.all_records.about")}</p>
    <p><a class="button" href="/v1/me/records" download data-testid="all-records">${t("replay.all_records")}</a></p>
  </section>`;
}

/** @param {any} props */
function FinishedPage({ me, cursor, onMore }) {
  const query = new URLSearchParams({ mine: "true", status: "finished", limit: String(SHOWN), ...(cursor && { cursor }) });
  const { value, problem } = useLoaded(() => get(`/tables?${query}`), `${cursor} ${me.player.id}`);
  if (problem) return html`<li><${ProblemNote} problem=${problem} /></li>`;
  if (!value) return html`<li class="quiet-text">${t("part.loading")}</li>`;
  if (!value.tables.length && !cursor) return html`<li class="quiet-text">${t("replay.none_over")}</li>`;
  const names = (/** @type {any} */ table) => table.seats.map((/** @type {any} */ each) => nameOf({ seats: table.seats, players: value.players, you: null }, each.seat)).join(" · ");
  return html`${value.tables.map((/** @type {any} */ table) => html`<li key=${table.id}><${Link} class="table-row" href=${`/replay/${table.id}`}>
      <${Row} profile=${table.rules.profile} names=${names(table)} at=${table.updated_at} /><//></li>`)}
    ${value.next_cursor && onMore && html`<li><button onClick=${() => onMore(value.next_cursor)}>${t("replay.more")}</button></li>`}`;
}
