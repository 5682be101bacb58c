import type { Trait } from "../view/evidence_detail.ts";
import type { LoadedLists } from "../sources/feed_lists.ts";
import { ASN_CLASSES, ASN_LISTS, PREFIX_LISTS } from "./feed_evidence.ts";

/** How many loaded lists would tell of a trait, and the day of the oldest. */
export interface Check {
  readonly lists: number;
  /** Milliseconds since the epoch; null if no list says when it was made. */
  readonly builtAt: number | null;
}

/** The traits that loaded data can tell of. A missing trait was not checked. */
export type Checks = Readonly<Partial<Record<Trait, Check>>>;

/** The day of the ASN table that the curated lists were checked against. */
const CURATED_AT = Date.UTC(2026, 5, 17);

/** Traits that the curated lists of networks tell of. */
const CURATED: readonly Trait[] = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
  "satellite",
];

/** What the loaded lists can tell of an address. */
export function checksOf(
  { prefixLists, asnLists, classes }: LoadedLists,
): Checks {
  const found = new Map<Trait, (number | null)[]>(
    CURATED.map((trait) => [trait, [CURATED_AT]]),
  );
  const add = (trait: Trait | undefined, builtAt: number | null = null) => {
    if (trait) found.getOrInsertComputed(trait, () => []).push(builtAt);
  };
  for (const { name, builtAt } of prefixLists) {
    if (Object.hasOwn(PREFIX_LISTS, name)) {
      add(PREFIX_LISTS[name].kind, builtAt);
    }
  }
  for (const { name, builtAt } of asnLists) {
    if (Object.hasOwn(ASN_LISTS, name)) add(ASN_LISTS[name].kind, builtAt);
  }
  if (classes) {
    const traits = Object.values(ASN_CLASSES).map(({ means }) => means?.kind);
    for (const trait of new Set(traits)) add(trait, classes.builtAt);
  }
  return Object.fromEntries(
    [...found].map(([trait, times]): [Trait, Check] => [trait, {
      lists: times.length,
      builtAt: times.reduce(
        (oldest, time) =>
          oldest === null || time === null
            ? oldest ?? time
            : Math.min(oldest, time),
        null,
      ),
    }]),
  );
}
