import { AppError } from "../core/errors.ts";
import { lastAddress } from "../net/cidr.ts";
import { dayText } from "../i18n/language.ts";
import type { DomainsQuery } from "./dns_query.ts";
import type { DataOf } from "./envelope.ts";
import { unavailable } from "./lookup_errors.ts";
import type { ModeResult } from "./lookup_deps.ts";
import { RowBudget, rowsByAddress } from "./rows.ts";
import { sweep, type SweepDeps, type SweepOptions } from "./sweep.ts";
import { isTextWithheld } from "./addresses.ts";

type DomainRow = DataOf<"ip_domains">["rows"][number];

const MAX_ROWS = 4096;

/**
 * The names of an address or a network: what reverse DNS says now, and what
 * the index remembers. Where no server answers, the index speaks alone.
 *
 * @throws {AppError} 503 where too many sweeps are under way; 422 where no server answered and the index knows nothing; the signal's reason
 */
export async function findDomains(
  { cidr, normalized }: DomainsQuery,
  deps: SweepDeps,
  options: SweepOptions,
): Promise<ModeResult<"ip_domains">> {
  const { index, now } = deps;
  // Read before the sweep feeds it: what is new is no memory.
  const known = await index.byAddress({
    first: cidr.address,
    last: lastAddress(cidr),
    limit: MAX_ROWS + 1,
    client: options.client,
    signal: options.signal,
  }).catch(unavailable);
  // A file made earlier, or while they were shown, may hold reserved addresses.
  const remembered = (known ?? []).filter(({ value }) =>
    !isTextWithheld(value, deps.policy)
  );
  const rows = new Map<string, DomainRow>();
  let isComplete = known !== null;
  let reserved = 0;
  try {
    for await (const step of sweep(cidr, deps, options)) {
      for (const { ip, names } of step.pointers) {
        for (const domain of names ?? []) {
          add({ ip: ip.text, domain, source: "ptr", seen_at: dayText(now()) });
        }
      }
      reserved = step.reserved;
      isComplete &&= !step.isCut && step.failed === 0;
    }
  } catch (error) {
    const isUnanswered = error instanceof AppError && error.status === 422;
    if (!isUnanswered || remembered.length === 0) throw error;
    isComplete = false;
  }
  for (const { kind, name, value, lastSeenMs } of remembered) {
    if (kind === "cname" || kind === "alias") continue;
    add({
      ip: value,
      domain: name,
      source: "index",
      seen_at: dayText(lastSeenMs),
    });
  }
  const sorted = inOrder([...rows.values()]);
  const shown = new RowBudget(MAX_ROWS).take(sorted, ({ domain }) => domain);
  // Beyond its limit the index was not read.
  isComplete &&= (known?.length ?? 0) <= MAX_ROWS;
  return {
    title: `Domains of ${normalized}`,
    total: isComplete && reserved === 0 ? sorted.length : null,
    found: shown.length,
    isTruncated: !isComplete || shown.length < sorted.length,
    resolver: null,
    nextCursor: null,
    data: { rows: shown, reserved_addresses: reserved },
  };

  function add(row: DomainRow) {
    const key = `${row.ip} ${row.domain}`;
    // A name that reverse DNS has now need not be remembered.
    if (!rows.has(key)) rows.set(key, row);
  }
}

/** By address, then by name. */
function inOrder(rows: readonly DomainRow[]): DomainRow[] {
  return rowsByAddress(rows).flatMap((ofAddress) =>
    ofAddress.sort((a, b) => a.domain < b.domain ? -1 : 1)
  );
}
