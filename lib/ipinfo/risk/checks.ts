import type { Trait } from "../view/evidence_detail.ts";
import type { Profile } from "../profile.ts";
import type { Download } from "../../data/geo_database.ts";
import type { LoadedLists } from "../sources/feed_lists.ts";
import { ASN_CLASSES, decayedAt, isDenial, LIST_MEANINGS } from "./evidence.ts";

/** A loaded list that can reveal a trait. */
export interface CheckedList {
  /** Milliseconds since the epoch; null if it does not say when it was made. */
  readonly builtAt: number | null;
  readonly download?: Download;
  /** Of its addresses; null for a list of autonomous systems. */
  readonly families: readonly (4 | 6)[] | null;
}

/** The lists that can reveal each trait. A missing trait was not checked. */
export type Checks = Readonly<Partial<Record<Trait, readonly CheckedList[]>>>;

type CheckedProfile = Pick<Profile, "ip" | "isBogon" | "facts">;

/**
 * Whether a list could have an address: none has reserved ones, one of IPv4
 * addresses has no IPv6 address, and one of autonomous systems says nothing about
 * an address whose system is unknown.
 */
function couldHave(
  { ip, isBogon, facts }: CheckedProfile,
): (list: CheckedList) => boolean {
  return ({ families }) =>
    !isBogon &&
    (families === null
      ? facts.asn !== undefined
      : families.includes(ip.family));
}

/** The lists that could have an address. A service without reports about it counts as one. */
export function checksFor(
  profile: CheckedProfile & Pick<Profile, "evidence">,
  checks: Checks,
): Checks {
  const could = couldHave(profile);
  const own: { -readonly [trait in Trait]?: CheckedList[] } = {};
  for (const trait of Object.keys(checks) as Trait[]) {
    const lists = checks[trait]!.filter(could);
    if (lists.length > 0) own[trait] = lists;
  }
  for (const item of profile.evidence) {
    if (item.weight >= 0 || isDenial(item)) continue;
    (own[item.kind] ??= []).push({ builtAt: item.observedAt, families: null });
  }
  return own;
}

/** Whether loaded data, or a source's response, could reveal a trait of an address. */
export function checkedTraits(
  profile: CheckedProfile & Pick<Profile, "evidence">,
  checks: Checks,
): (trait: Trait) => boolean {
  const { evidence } = profile;
  const could = couldHave(profile);
  return (trait) =>
    checks[trait]?.some(could) || evidence.some(({ kind }) => kind === trait);
}

/**
 * Whether an address has a trait, in words for a terminal: no if a source denies all of
 * them, because absence from a list proves nothing.
 */
export function traitText(
  { evidence }: Pick<Profile, "evidence">,
  isChecked: (trait: Trait) => boolean,
): (has: boolean, ...traits: Trait[]) => string {
  const isDenied = (trait: Trait) =>
    evidence.some((item) => item.kind === trait && isDenial(item));
  return (has, ...traits) =>
    has
      ? "yes"
      : traits.every(isDenied)
      ? "no"
      : traits.every(isChecked)
      ? "not listed"
      : "not checked";
}

const SCORED_TRAITS = ["vpn", "proxy", "tor", "abuser"] as const;

/**
 * A risk score in words. Without a check for each of the scored traits, a score is the
 * least that it can be, and 0 would look like praise: then it is null.
 */
export function scoreText(
  score: number,
  isChecked: (trait: Trait) => boolean,
  ofHundred: (score: number, isLeast: boolean) => string,
): string | null {
  const isLeast = !SCORED_TRAITS.every(isChecked);
  return isLeast && score === 0 ? null : ofHundred(score, isLeast);
}

/** The day of the ASN table that the curated lists were checked against. */
const CURATED_AT = Date.UTC(2026, 5, 17);

const FAMILIES = [4, 6] as const;

/** Traits that the curated lists of networks reveal. */
const CURATED: readonly Trait[] = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
  "satellite",
];

/** A loaded list, with the trait that it tells of. */
interface Listing extends CheckedList {
  readonly kind: Trait;
}

function decays({ kind, builtAt }: Listing): number {
  return decayedAt({ kind, observedAt: builtAt });
}

/**
 * Creates a function that returns the traits that loaded lists can reveal at a
 * given time. A list that is too old to carry any weight reveals nothing. The
 * function returns the same object until the result changes.
 */
export function createChecks(lists: LoadedLists): (now: number) => Checks {
  const listings = listingsOf(lists);
  let checks: Checks = {};
  let since = Infinity;
  let until = -Infinity;
  return (now) => {
    if (now >= since && now < until) return checks;
    const valid = listings.filter((listing) => now < decays(listing));
    checks = Object.groupBy(valid, ({ kind }) => kind);
    since = now;
    until = Math.min(...valid.map(decays));
    return checks;
  };
}

function listingsOf(
  { placeLists = [], prefixLists, asnLists, classes }: LoadedLists,
): Listing[] {
  const traits = new Set(
    classes && ASN_CLASSES.values().map(({ means }) => means?.kind),
  );
  const families = null;
  const named = [
    ...placeLists.map((list) => ({ ...list, families: FAMILIES })),
    ...prefixLists.map((list) => ({
      ...list,
      families: FAMILIES.filter((family) =>
        list.prefixes.ranges(family).count > 0
      ),
    })),
    ...asnLists.map((list) => ({ ...list, families })),
  ];
  return [
    ...CURATED.map((kind) => ({ kind, builtAt: CURATED_AT, families })),
    ...named.flatMap(({ name, builtAt, download, families }) => {
      const kind = LIST_MEANINGS.get(name)?.kind;
      return kind
        ? { kind, builtAt, families, ...download && { download } }
        : [];
    }),
    ...[...traits].filter((kind) => kind !== undefined).map((kind) => ({
      kind,
      builtAt: classes?.builtAt ?? null,
      ...classes?.download && { download: classes.download },
      families,
    })),
  ];
}
