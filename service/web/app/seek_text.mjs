// A seek as sentences.
import { profileTitle } from "./home.mjs";
import { list, t } from "./i18n.mjs";
import { clockText } from "./pace.mjs";

/** The number of players that rules name. @param {any} rule */
const playersOf = ({ options }) => options.players ?? options.zs_players;

/** @param {any} rule */
export const ruleText = (rule) =>
  playersOf(rule) ? t("seek.rule_of", { profile: profileTitle(rule.profile), n: playersOf(rule) }) : profileTitle(rule.profile);

/** @param {any} hands */
function lengthText(hands) {
  if (!hands) return t("seek.match");
  return hands.least === hands.most ? t("seek.hands", { n: hands.most }) : t("seek.hands_range", hands);
}

/** Returns who looks for players. @param {any} seek @param {any} players @param {string} me */
export function whoText(seek, players, me) {
  const name = (/** @type {string} */ id) => players[id]?.name ?? t("player.unknown");
  if (seek.player === me && !seek.partner) return t("seek.who.you");
  if (!seek.partner) return t("seek.who", { name: name(seek.player) });
  if (seek.player === me) return t("seek.pair.you", { name: name(seek.partner) });
  return t("seek.pair", { name: name(seek.player), partner: seek.partner === me ? t("seek.you") : name(seek.partner) });
}

/** Returns what a seek asks for. @param {any} seek @param {string} name of the seeker; empty for the reader */
export function wishText(seek, name) {
  const { opponents } = seek;
  const sentences = [
    t("seek.rules", { rules: list(seek.rules.map(ruleText), "disjunction"), length: lengthText(seek.hands) }),
    clockText(seek.clock),
    seek.bots && t("seek.bots"),
    opponents?.known_only && t(name ? "seek.known_only" : "seek.known_only.mine", { name }),
    opponents?.not_met_days && t(name ? "seek.not_met" : "seek.not_met.mine", { name, n: opponents.not_met_days }),
    opponents?.least_reliability && t("seek.reliable", { n: opponents.least_reliability }),
    seek.keep && t("seek.keep", { n: seek.keep }),
  ];
  return sentences.filter(Boolean).join(t("text.gap"));
}
