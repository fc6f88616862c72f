// Records of games: from the server or a file, and how the server replays them.
import { get, post } from "./api.mjs";

/** The largest record that the server reads, unless its operator chose otherwise. */
export const RECORD_MIB = 4;
/** The largest file that is read: an export has many records. */
const FILE_MIB = 200;
const MIB = 2 ** 20;

/** @param {string} id of a table */
export const recordOfTable = (id) => get(`/tables/${id}/record`);

/** Replays a record page by page. @param {any} record @param {string} seat empty for all hands */
export async function readReplay(record, seat) {
  const views = [];
  let verification = null;
  let players = {};
  for (let after = 0, more = true; more; ) {
    const query = new URLSearchParams({ after: String(after), limit: "200", ...(seat === "" ? {} : { seat }) });
    const page = await post(`/records?${query}`, record);
    verification ??= page.verification;
    players = { ...players, ...page.players };
    views.push(...page.views);
    after = page.next_after;
    more = page.more;
  }
  return { record, views, verification, players };
}

/** What is wrong with a file. `code` is that of a text. */
export class WrongFile extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    // An export has one record a line.
    try {
      return text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    } catch {
      throw new WrongFile("not_json");
    }
  }
}

/** Returns the records in a file: one, or those of an export. @param {File} file @throws {WrongFile} */
export async function recordsIn(file) {
  if (file.size > FILE_MIB * MIB) throw new WrongFile("too_large");
  const records = parsed(await file.text());
  if (!records.length) throw new WrongFile("not_json");
  if (!records.every((each) => each?.format === "shengji-record" && Array.isArray(each.events))) throw new WrongFile("not_a_record");
  if (records.length === 1 && file.size > RECORD_MIB * MIB) throw new WrongFile("too_large");
  return records;
}
