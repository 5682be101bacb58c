import { combineRuns, type RunSource } from "../../data/columns/runs.ts";
import {
  anycastRuns,
  type CountryTables,
  locatableRuns,
  publicRuns,
} from "../ranges/country_ranges.ts";

/**
 * Runs of addresses of a family whose facts are the same, from tables without
 * databases of the operator: a new run begins wherever one of the tables has another
 * row. The values mean nothing. IPv6 in whole /64s.
 */
export async function cutRuns(
  family: 4 | 6,
  tables: CountryTables,
): Promise<RunSource> {
  const sources = [
    publicRuns(family),
    locatableRuns(family),
    ...anycastRuns(family, tables),
    ...tables.asn.systemRuns(family),
    tables.countries.countryRuns(family),
    ...await tables.geo.recordRuns(family),
  ];
  return sources.reduce((a, b) => combineRuns(a, b, changes()));
}

/** Counts the changes of a pair of values. */
function changes(): (a: number, b: number) => number {
  let [lastA, lastB, count] = [-1, -1, 0];
  return (a, b) => {
    if (a !== lastA || b !== lastB) count++;
    lastA = a;
    lastB = b;
    return count;
  };
}
