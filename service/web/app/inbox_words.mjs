// Words about entries of the inbox: what waits, with whom, how it is played, and until when.
import { nameOf, namesOf } from "./events.mjs";
import { profileTitle } from "./home.mjs";
import { current, has, list, span, t } from "./i18n.mjs";
import { ruleText } from "./seek_text.mjs";
import { dateTime, hour, playerName } from "./tournament_words.mjs";

const DAY_MS = 86400000;

/** Returns what tells an entry from the others. It stays while the table goes on. @param {any} entry */
export const keyOf = ({ kind, what, table, tournament }) =>
  [kind, what, table ?? tournament?.id, ...(table ? [] : [tournament?.round, tournament?.match])].join(" ");

/** Returns the entry as a view of its table, whose seats have names. @param {any} entry @param {any} players */
function viewOf({ seats }, players) {
  const bot = (/** @type {string | null} */ id) => (id && players[id]?.is_bot ? players[id].name : null);
  const all = seats.map((/** @type {any} */ each) => ({ ...each, bot: bot(each.player) }));
  return { seats: all, players, you: seats.find((/** @type {any} */ each) => each.side === "you")?.seat ?? null };
}

/** Returns what is asked. @param {any} entry @param {any} players */
export function titleOf(entry, players) {
  const { kind, what, by } = entry;
  if (kind === "challenge") return t("inbox.challenge", { name: playerName(by, players) });
  if (kind === "tournament") return t(`inbox.tournament.${what}`);
  if (kind === "turn") return t(what === "consent" ? "inbox.consent" : has(`todo.${what}`) ? `todo.${what}` : "todo.play");
  return t("inbox.proposal", { name: nameOf(viewOf(entry, players), by), what: t(has(`propose.${what}`) ? `propose.${what}` : "propose.other") });
}

/** Returns with whom it is played; empty if nobody is there yet. @param {any} entry @param {any} players */
export function companyOf(entry, players) {
  if (entry.opponents?.length) return t("inbox.against", { names: list(entry.opponents.map((/** @type {string} */ id) => playerName(id, players))) });
  const view = viewOf(entry, players);
  const on = (/** @type {string} */ side) =>
    namesOf(view, entry.seats.filter((/** @type {any} */ each) => each.side === side && each.player && each.player !== entry.by)
      .map((/** @type {any} */ each) => each.seat));
  const [partners, opponents, others] = ["partner", "opponent", "other"].map(on);
  if (partners && opponents) return t("inbox.with_against", { partners, names: opponents });
  if (opponents) return t("inbox.against", { names: opponents });
  return partners || others ? t("inbox.with", { names: partners || others }) : "";
}

/** Returns the rules, and the hand or what a challenge offers. @param {any} entry */
export function playOf(entry) {
  const { play, hand, kind } = entry;
  if (!play) return [];
  const isOffer = kind === "challenge" || (kind === "tournament" && ["partner_consent", "accept_place"].includes(entry.what));
  if (isOffer) {
    const length = play.hands ? t("seek.hands", { n: play.hands }) : t("seek.match");
    return [ruleText(play), length, clockWords(play.clock)];
  }
  const count = play.hands;
  const at = hand ? (count ? t("inbox.hand_of", { hand, count }) : t("inbox.hand", { hand })) : "";
  return [profileTitle(play.profile), at].filter(Boolean);
}

/** Returns the clock in a few words. @param {any} clock */
function clockWords(clock) {
  const time = (/** @type {number} */ seconds) => span(seconds, "long");
  switch (clock.kind) {
    case "simple":
      return t("inbox.clock.simple", { time: time(clock.per_move_s) });
    case "fischer":
      return t("inbox.clock.fischer", { time: time(clock.initial_s), more: time(clock.increment_s) });
    case "byo_yomi":
      return t("inbox.clock.byo_yomi", { time: time(clock.main_s), n: clock.periods, period: time(clock.period_s) });
    case "time_bank":
      return t("inbox.clock.time_bank", { time: time(clock.per_move_s), more: time(clock.bank_s) });
    default:
      return t("inbox.clock.none");
  }
}

/** Returns the number of midnights from one moment to another, in the time zone of the browser. */
function daysBetween(/** @type {number} */ from, /** @type {number} */ to) {
  const midnight = (/** @type {number} */ at) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}

/** Returns a moment such as "tomorrow, 18:00". @param {string} at @param {number} now in milliseconds */
export function momentText(at, now) {
  const days = daysBetween(now, Date.parse(at));
  if (days < 0 || days > 6) return dateTime(at);
  const day =
    days < 2
      ? new Intl.RelativeTimeFormat(current(), { numeric: "auto" }).format(days, "day")
      : new Intl.DateTimeFormat(current(), { weekday: "long" }).format(new Date(at));
  return t("inbox.moment", { day, hour: hour(at) });
}

/** Returns until when an entry can be answered. @param {any} entry @param {number} now in milliseconds */
export function deadlineOf(entry, now) {
  const { deadline_at: at, kind } = entry;
  if (!at) return kind === "turn" ? t("inbox.no_clock") : "";
  const left = (Date.parse(at) - now) / 1000;
  if (left <= 0) return t("inbox.overdue");
  return t("inbox.left", { time: span(left, "long"), until: momentText(at, now) });
}
