import { AppError } from "../../core/errors.ts";
import { lastAddress } from "../../net/cidr.ts";
import { dayText } from "../../i18n/language.ts";
import type { QueryOf } from "../dns_query.ts";
import type { DataOf } from "../envelope.ts";
import { nullIfIndexUnavailable } from "../lookup_errors.ts";
import type { ModeResult } from "../lookup_deps.ts";
import { groupByAddress, RowBudget } from "./network_scan.ts";
import { sweep, type SweepDeps, type SweepOptions } from "./sweep.ts";
import { addressCount, isTextWithheld } from "../addresses.ts";

type DomainRow = DataOf<"ip_domains">["rows"][number];

const MAX_ROWS = 4096;

/**
 * The names of an address or a network: current ones from reverse DNS, and
 * earlier ones from the index. If no name server responds, only those of the
 * index.
 *
 * @throws {AppError} 503 if too many scans are running; 422 if no server
 * responded and the index has no names; the signal's reason
 */
export async function findDomains(
  { cidr, normalized }: QueryOf<"ip_domains">,
  deps: SweepDeps,
  options: SweepOptions,
): Promise<ModeResult<"ip_domains">> {
  const { index, now } = deps;
  // Read before the sweep adds new names to the index.
  const indexed = await index.byAddress({
    first: cidr.address,
    last: lastAddress(cidr),
    limit: MAX_ROWS + 1,
    client: options.client,
    signal: options.signal,
  }).catch(nullIfIndexUnavailable);
  // The index can hold reserved addresses from a time when they were shown.
  const visible = (indexed ?? []).filter(({ value }) =>
    !isTextWithheld(value, deps.policy)
  );
  const rows = new Map<string, DomainRow>();
  // The index could not be read, or has more rows.
  let isCut = !indexed || indexed.length > MAX_ROWS;
  let failed = 0;
  let reserved = 0;
  try {
    for await (const step of sweep(cidr, deps, options)) {
      for (const { ip, names } of step.pointers) {
        for (const domain of names ?? []) {
          add({ ip: ip.text, domain, source: "ptr", seen_at: dayText(now()) });
        }
      }
      ({ failed, reserved } = step);
      isCut ||= step.isCut;
    }
  } catch (error) {
    const isUnanswered = error instanceof AppError && error.status === 422;
    if (!isUnanswered || visible.length === 0) throw error;
    failed = addressCount(cidr) - reserved;
  }
  for (const { kind, name, value, lastSeenMs } of visible) {
    if (kind === "cname" || kind === "alias") continue;
    add({
      ip: value,
      domain: name,
      source: "index",
      seen_at: dayText(lastSeenMs),
    });
  }
  const sorted = sortRows([...rows.values()]);
  const limited = new RowBudget(MAX_ROWS).take(sorted, ({ domain }) => domain);
  return {
    title: `Domains of ${normalized}`,
    // Addresses that gave no response, or were not looked up, may have names.
    total: isCut || failed + reserved > 0 ? null : sorted.length,
    found: limited.length,
    isTruncated: isCut || limited.length < sorted.length,
    data: { rows: limited, failed, reserved_addresses: reserved },
  };

  function add(row: DomainRow) {
    const key = `${row.ip} ${row.domain}`;
    // A name from reverse DNS takes precedence over the index.
    if (!rows.has(key)) rows.set(key, row);
  }
}

/** Sorts by address, then by name. */
function sortRows(rows: readonly DomainRow[]): DomainRow[] {
  return groupByAddress(rows).flatMap((ofAddress) =>
    ofAddress.sort((a, b) => a.domain < b.domain ? -1 : 1)
  );
}
