import { withDeadline } from "../../core/deadline.ts";
import type { Caller } from "../../core/fair_queue.ts";
import type { Semaphore } from "../../core/semaphore.ts";
import { recordData } from "../../dns/records.ts";
import type { DataOf } from "../envelope.ts";
import type { QueryOf } from "../dns_query.ts";
import type { ModeResult } from "../lookup_deps.ts";
import { queryFailed } from "../lookup_errors.ts";
import { dnssecChecks } from "./dnssec_checks.ts";
import { mailChecks } from "./mail_checks.ts";
import { serialOf, serverChecks } from "./server_checks.ts";
import {
  askServers,
  findDelegation,
  findZone,
  nameServersIn,
  serverAddresses,
  type ServerReport,
  type ZoneDeps,
  ZoneQueries,
} from "./zone_servers.ts";

/** Time limit for a whole check. */
const TOTAL_TIMEOUT_MS = 25_000;

/**
 * Checks the zone that contains a name: its delegation, its servers, DNSSEC and
 * the mail policy. Takes a permit for a scan, since it queries many servers.
 *
 * @throws {AppError} 422 if the zone was not found or the check took too long;
 * 503 if too many scans are running; the signal's reason
 */
export async function checkZone(
  { normalized }: QueryOf<"zone_check">,
  deps: ZoneDeps & { scans: Semaphore },
  caller: Caller,
): Promise<ModeResult<"zone_check">> {
  using _permit = await deps.scans.acquire(caller);
  try {
    return await withDeadline(
      TOTAL_TIMEOUT_MS,
      (signal) => runChecks(normalized, deps, { ...caller, signal }),
      caller.signal,
    );
  } catch (error) {
    caller.signal.throwIfAborted();
    if (!(error instanceof DOMException)) throw error;
    throw queryFailed({ reason: "zone_check_late" }, error);
  }
}

async function runChecks(
  name: string,
  deps: ZoneDeps,
  caller: Caller,
): Promise<ModeResult<"zone_check">> {
  const queries = new ZoneQueries(deps, caller);
  const zone = await findZone(name, queries);
  if (zone === undefined) throw queryFailed({ reason: "name_servers_failed" });
  if (zone === null) throw queryFailed({ reason: "zone_not_found" });
  const [delegation, soa, ownNames] = await Promise.all([
    findDelegation(zone, queries),
    queries.resolve(zone, "SOA"),
    queries.resolve(zone, "NS"),
  ]);
  const names = new Set([
    ...delegation.referral
      ? nameServersIn(delegation.referral.message, zone)
      : [],
    ...recordData(ownNames?.records ?? [], "NS"),
  ]);
  const { addresses, isComplete, isTruncated } = await serverAddresses(
    [...names].sort(),
    delegation,
    queries,
  );
  const [reports, mail] = await Promise.all([
    askServers(zone, addresses, queries),
    mailChecks(zone, queries),
  ]);
  const isValidating = soa?.isAuthentic ||
    await deps.client.isValidating(caller);
  const checks = [
    ...serverChecks(delegation, reports, isComplete),
    ...dnssecChecks(
      delegation,
      reports,
      soa && isValidating ? soa.isAuthentic : null,
      deps.now(),
    ),
    ...mail,
  ];
  return {
    title: `Check of the zone ${zone}`,
    total: checks.length,
    found: checks.filter(({ state }) => state !== "untested").length,
    isTruncated,
    resolver: soa?.server ?? null,
    data: {
      zone,
      parent: delegation.parent,
      servers: reports.map(serverRow),
      checks,
    },
  };
}

type ServerRow = DataOf<"zone_check">["servers"][number];

function serverRow(report: ServerReport): ServerRow {
  const { name, ip, skipped, soa, elapsedMs } = report;
  return {
    name,
    ip: skipped === null ? ip.text : null,
    rcode: soa?.rcode ?? null,
    authoritative: soa?.isAuthoritative ?? null,
    serial: serialOf(report),
    elapsed_ms: elapsedMs,
  };
}
