import { compareIp } from "../../net/ip_address.ts";
import { addressCount } from "../addresses.ts";
import type { NetworkQuery } from "../dns_query.ts";
import type { DataOf } from "../envelope.ts";
import type { ModeResult } from "../lookup_deps.ts";
import { groupByAddress, RowBudget } from "./rows.ts";
import { sweep, type SweepDeps, type SweepOptions } from "./sweep.ts";

type ScanRow = DataOf<"rdns_scan">["rows"][number];

/** The progress of a scan. */
export interface ScanProgress {
  /** New since the last step, sorted by address. */
  rows: readonly ScanRow[];
  scanned: number;
  /** The number of addresses to look up. */
  total: number;
}

/**
 * More than the largest network has addresses, because an address can have
 * several names.
 */
const MAX_ROWS = 8192;

/**
 * Looks up the names of all addresses in a network. Yields an empty step first,
 * then the names as they arrive; returns all of them, sorted by address.
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
    // Addresses that gave no response, or were not looked up, may have names.
    total: isCut || failed + reserved > 0 ? null : names,
    found: all.length,
    isTruncated: isCut || all.length < names,
    resolver: null,
    nextCursor: null,
    data: {
      cidr: normalized,
      rows: groupByAddress(all).flat(),
      scanned,
      failed,
      reserved_addresses: reserved,
    },
  };
}
