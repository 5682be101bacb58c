import { RowIndex, WordList } from "../../data/columns/range_rows_build.ts";
import {
  combineRuns,
  overlayRuns,
  type RunSource,
} from "../../data/columns/runs.ts";
import { locatableRuns, publicRuns } from "../ranges/block_runs.ts";
import { anycastRuns, type CountryTables } from "../ranges/country_ranges.ts";
import { votedRuns } from "../ranges/voted_runs.ts";
import { CountryVote } from "../sources/country_vote.ts";

/**
 * Runs of addresses of a family, from tables without databases of the operator. The
 * values number the combinations of the tables' rows from 0: addresses with the same
 * number have the same place, or the same autonomous system. IPv6 in whole /64s.
 */
export async function cutRuns(
  family: 4 | 6,
  tables: CountryTables,
  by: "place" | "system",
): Promise<RunSource> {
  const { asn, countries, geo, ipfire } = tables;
  const sources = by === "system" ? [overlayRuns(asn.systemRuns(family))] : [
    locatableRuns(family),
    ...anycastRuns(family, tables),
    await votedRuns(
      family,
      tables,
      new CountryVote({ geo, countries, ipfire, table: asn }),
    ),
    overlayRuns(await geo.recordRuns(family)),
  ];
  return sources.reduce(
    (a, b) => combineRuns(a, b, pairNumbers()),
    publicRuns(family),
  );
}

/** Numbers pairs of values in the order of their appearance. */
function pairNumbers(): (a: number, b: number) => number {
  const pairs = new WordList();
  const rows = new RowIndex((row) =>
    hashOf(pairs.at(2 * row), pairs.at(2 * row + 1))
  );
  let [lastA, lastB, last] = [-1, -1, -1];
  const isLast = (row: number) =>
    pairs.at(2 * row) === lastA && pairs.at(2 * row + 1) === lastB;
  return (a, b) => {
    if (a === lastA && b === lastB) return last;
    lastA = a;
    lastB = b;
    last = rows.rowOf(hashOf(a, b), isLast);
    if (2 * last === pairs.length) {
      pairs.push(a);
      pairs.push(b);
    }
    return last;
  };
}

function hashOf(a: number, b: number): number {
  return Math.imul(a, 0x85eb_ca6b) ^ b;
}
