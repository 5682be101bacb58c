import { compareIp } from "../net/ip_address.ts";
import { addressCount } from "./addresses.ts";
import type { NetworkQuery } from "./dns_query.ts";
import type { DataOf } from "./envelope.ts";
import type { ModeResult } from "./lookup_deps.ts";
import { RowBudget, rowsByAddress } from "./rows.ts";
import { sweep, type SweepDeps, type SweepOptions } from "./sweep.ts";

export type ScanRow = DataOf<"rdns_scan">["rows"][number];

/** How far a scan has come. */
export interface ScanProgress {
  /** Found since the step before, in the order of their addresses. */
  rows: readonly ScanRow[];
  scanned: number;
  /** Addresses to ask for. */
  total: number;
}

/** An address may have several names: there can be more rows than addresses. */
const MAX_ROWS = 8192;

/**
 * Asks for the names of all addresses of a network. The steps come as the
 * names are found, the first one at once; what it returns has all of them, in
 * the order of their addresses.
 *
 * @throws {AppError} as {@link sweep}
 */
export async function* scanNetwork(
  { cidr, normalized }: NetworkQuery,
  deps: SweepDeps,
  options: SweepOptions,
): AsyncGenerator<ScanProgress, ModeResult<"rdns_scan">> {
  const total = addressCount(cidr);
  const all: ScanRow[] = [];
  const budget = new RowBudget(MAX_ROWS);
  let names = 0;
  let isCut = false;
  let scanned = 0;
  let failed = 0;
  let reserved = 0;
  for await (const step of sweep(cidr, deps, options)) {
    const pointers = step.pointers.toSorted((a, b) => compareIp(a.ip, b.ip));
    const found = pointers.flatMap(({ ip, names }) =>
      (names ?? []).map((hostname) => ({ ip: ip.text, hostname }))
    );
    const rows = budget.take(found, ({ hostname }) => hostname);
    all.push(...rows);
    names += found.length;
    ({ scanned, failed, reserved } = step);
    isCut ||= step.isCut;
    yield { rows, scanned, total: total - reserved };
  }
  return {
    title: `Names in ${normalized}`,
    // What did not answer, or was not asked for, may have names.
    total: isCut || failed + reserved > 0 ? null : names,
    found: all.length,
    isTruncated: isCut || all.length < names,
    resolver: null,
    nextCursor: null,
    data: {
      cidr: normalized,
      rows: rowsByAddress(all).flat(),
      scanned,
      failed,
      reserved_addresses: reserved,
    },
  };
}
