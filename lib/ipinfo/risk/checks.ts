import type { Trait } from "../view/evidence_detail.ts";
import type { Profile } from "../profile.ts";
import type { LoadedLists } from "../sources/feed_lists.ts";
import { decayedAt } from "./evidence.ts";
import { ASN_CLASSES, LIST_MEANINGS } from "./feed_evidence.ts";

/** How many loaded lists can reveal a trait, and the day of the oldest. */
export interface Check {
  readonly lists: number;
  /** Milliseconds since the epoch; null if no list says when it was made. */
  readonly builtAt: number | null;
  /** False if they are only about autonomous systems. */
  readonly byAddress: boolean;
}

/** The traits that loaded data can reveal. A missing trait was not checked. */
export type Checks = Readonly<Partial<Record<Trait, Check>>>;

/** Whether loaded data, or a source's response, could reveal a trait of an address. */
export function checkedTraits(
  profile: Pick<Profile, "isBogon" | "facts" | "evidence">,
  checks: Checks,
): (trait: Trait) => boolean {
  const { evidence } = profile;
  const revealed = checksFor(profile, checks);
  return (trait) =>
    revealed[trait] !== undefined ||
    evidence.some(({ kind }) => kind === trait);
}

/** The day of the ASN table that the curated lists were checked against. */
const CURATED_AT = Date.UTC(2026, 5, 17);

/** Traits that the curated lists of networks reveal. */
const CURATED: readonly Trait[] = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
  "satellite",
];

/** A loaded list that tells of a trait. */
interface Listing {
  readonly kind: Trait;
  /** Milliseconds since the epoch; null if it does not say. */
  readonly observedAt: number | null;
  readonly byAddress: boolean;
}

/**
 * The traits that loaded data can reveal of an address. Lists have only public
 * addresses, and those of autonomous systems say nothing about an address whose
 * system is unknown.
 */
export function checksFor(
  { isBogon, facts }: Pick<Profile, "isBogon" | "facts">,
  checks: Checks,
): Checks {
  if (isBogon) return {};
  if (facts.asn !== undefined) return checks;
  return Object.fromEntries(
    Object.entries(checks).filter(([, { byAddress }]) => byAddress),
  );
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
    const valid = listings.filter((listing) => now < decayedAt(listing));
    checks = checksOf(valid);
    since = now;
    until = Math.min(...valid.map(decayedAt));
    return checks;
  };
}

function listingsOf(
  { placeLists = [], prefixLists, asnLists, classes }: LoadedLists,
): Listing[] {
  const listed = [
    ...[...placeLists, ...prefixLists]
      .map(({ name, builtAt }) => ({ name, builtAt, byAddress: true })),
    ...asnLists
      .map(({ name, builtAt }) => ({ name, builtAt, byAddress: false })),
  ];
  const traits = new Set(
    classes && ASN_CLASSES.values().map(({ means }) => means?.kind),
  );
  return [
    ...CURATED.map((kind) => ({
      kind,
      observedAt: CURATED_AT,
      byAddress: false,
    })),
    ...listed.flatMap(({ name, builtAt, byAddress }) => {
      const kind = LIST_MEANINGS.get(name)?.kind;
      return kind ? { kind, observedAt: builtAt, byAddress } : [];
    }),
    ...[...traits].filter((kind) => kind !== undefined).map((kind) => ({
      kind,
      observedAt: classes?.builtAt ?? null,
      byAddress: false,
    })),
  ];
}

function checksOf(listings: readonly Listing[]): Checks {
  const byTrait = Map.groupBy(listings, ({ kind }) => kind);
  return Object.fromEntries(
    [...byTrait].map(([kind, all]): [Trait, Check] => {
      const dates = all.map(({ observedAt }) => observedAt)
        .filter((date) => date !== null);
      const builtAt = dates.length > 0 ? Math.min(...dates) : null;
      const byAddress = all.some((listing) => listing.byAddress);
      return [kind, { lists: all.length, builtAt, byAddress }];
    }),
  );
}
