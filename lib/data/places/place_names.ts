import { BoundedMap } from "../../core/cache.ts";
import { normalizeName } from "./normalize_name.ts";
import { latinNamesOf } from "../regional/china_names.ts";

/** Names per cache generation. Bounded because remote sources choose them. */
const MAX_CACHED = 4_096;

const spellingsCache = new BoundedMap<string, readonly string[]>(MAX_CACHED);

/** Words for kinds of places. */
const KINDS =
  /\b(?:city|town|municipality|province|prefecture|region|shi|sheng|zhou|diqu)\b/g;

/** A Chinese or Japanese name of two or more characters, followed by the kind of place. */
const HAN_KIND = /^(\p{Script=Han}{2,})(?:[省市区區县縣州郡盟]|地区|地區)$/u;

/** DB-IP uses both "Baojishi" and "Baoji". */
const JOINED_SHI = /^([a-z]{5,})shi$/;

/**
 * Whether two names of cities or regions in the same country mean the same place:
 * 北京, 北京市, Beijing and Beijing City do. Names in different scripts match only
 * for China, from a table.
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
  const plain = normalizeName(bare);
  const core = plain.replace(/^city of\b/, " ").replace(KINDS, " ");
  const joined = (core.trim() || plain).replaceAll(" ", "");
  const withoutShi = joined.replace(JOINED_SHI, "$1");
  if (!joined) return [name];
  return withoutShi === joined ? [joined] : [joined, withoutShi];
}
