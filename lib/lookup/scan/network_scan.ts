import { compareIp, type IpAddress, parseIp } from "../../net/ip_address.ts";
import { addressCount } from "../addresses.ts";
import type { QueryOf } from "../dns_query.ts";
import type { DataOf } from "../envelope.ts";
import type { ModeResult } from "../lookup_deps.ts";
import { sweep, type SweepDeps, type SweepOptions } from "./sweep.ts";

/**
 * Limit for the characters of all names in one response; 8,192 typical names
 * take a third of it. The response is serialized in one piece, so names of
 * 1,000 characters would block other requests.
 */
export const MAX_CHARACTERS = 1_000_000;

/** The rows and characters that a response may still take. */
export class RowBudget {
  #rows: number;
  #characters = MAX_CHARACTERS;

  constructor(maxRows: number) {
    this.#rows = maxRows;
  }

  /** The first rows that fit. */
  take<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
    const taken: Row[] = [];
    for (const row of rows) {
      const { length } = nameOf(row);
      if (this.#rows < 1 || this.#characters < length) {
        this.#rows = 0;
        break;
      }
      this.#rows--;
      this.#characters -= length;
      taken.push(row);
    }
    return taken;
  }
}

/**
 * Groups rows by address and sorts the groups. Rows of one address keep their
 * order. Parses and compares each address once.
 *
 * @param rows `ip` is a normalized address
 */
export function groupByAddress<Row extends { readonly ip: string }>(
  rows: readonly Row[],
): Row[][] {
  const groups: { ip: IpAddress; rows: Row[] }[] = [];
  for (const [text, ofAddress] of Map.groupBy(rows, ({ ip }) => ip)) {
    const ip = parseIp(text);
    if (ip) groups.push({ ip, rows: ofAddress });
  }
  return groups.sort((a, b) => compareIp(a.ip, b.ip)).map(({ rows }) => rows);
}

type ScanRow = DataOf<"rdns_scan">["rows"][number];

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
  { cidr, normalized }: QueryOf<"rdns_scan">,
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
    data: {
      cidr: normalized,
      rows: groupByAddress(all).flat(),
      scanned,
      failed,
      reserved_addresses: reserved,
    },
  };
}
