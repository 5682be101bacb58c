import { BoundedMap } from "../../core/cache.ts";
import { plainName } from "./plain_name.ts";
import { latinNamesOf } from "../regional/china_names.ts";

/** Names in a generation. Sources over the network choose them. */
const MAX_CACHED = 4_096;

const spellingsCache = new BoundedMap<string, readonly string[]>(MAX_CACHED);

/** Words that say what kind of place it is, not which. */
const KINDS =
  /\b(?:city|town|municipality|province|prefecture|region|shi|sheng|zhou|diqu)\b/g;

/** The same behind a name in Chinese or Japanese, which leaves two characters or more. */
const HAN_KIND = /^(\p{Script=Han}{2,})(?:[省市区區县縣州郡盟]|地区|地區)$/u;

/** DB-IP writes "Baojishi" as well as "Baoji". */
const JOINED_SHI = /^([a-z]{5,})shi$/;

/**
 * Whether two names of a city, or of a region, mean the same place, if both lie
 * in the same country: 北京, 北京市, Beijing and Beijing City do. Names in two
 * scripts can only be compared where a table knows them, which has China's.
 */
export function isSamePlaceName(one: string, other: string): boolean {
  if (one === other) return true;
  const spellings = spellingsOf(other);
  return spellingsOf(one).some((spelling) => spellings.includes(spelling));
}

function spellingsOf(name: string): readonly string[] {
  let spellings = spellingsCache.get(name);
  if (!spellings) {
    spellings = computeSpellings(name);
    spellingsCache.set(name, spellings);
  }
  return spellings;
}

function computeSpellings(name: string): readonly string[] {
  const trimmed = name.trim().replace("臺", "台");
  const bare = trimmed.replace(HAN_KIND, "$1");
  for (const one of [trimmed, bare]) {
    const latin = latinNamesOf(one);
    if (latin.length > 0) return latin;
  }
  const plain = plainName(bare);
  const core = plain.replace(/^city of\b/, " ").replace(KINDS, " ");
  const joined = (core.trim() || plain).replaceAll(" ", "");
  const withoutShi = joined.replace(JOINED_SHI, "$1");
  if (!joined) return [name];
  return withoutShi === joined ? [joined] : [joined, withoutShi];
}
