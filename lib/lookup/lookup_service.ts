import { withDeadline } from "../core/deadline.ts";
import type { Caller } from "../core/fair_queue.ts";
import type { DnsType } from "./view/lookup_view.ts";
import type { DnsQuery, QueryOf } from "./dns_query.ts";
import { echoQuery, type Envelope, type EnvelopeOf } from "./envelope.ts";
import { nullIfIndexUnavailable } from "./lookup_errors.ts";
import {
  type Blocklist,
  type BlocklistDeps,
  lookUpBlocklists,
} from "./blocklists.ts";
import { findDomains } from "./scan/ip_domains.ts";
import {
  DEFAULT_POLICY,
  type LookupDeps,
  type LookupPolicy,
  type ModeResult,
  scanPool,
  type ScanPoolOptions,
} from "./lookup_deps.ts";
import { type NameSummary, summarizeName } from "./record_edges.ts";
import { searchAliases, searchHostnames } from "./name_search.ts";
import { scanNetwork, type ScanProgress } from "./scan/network_scan.ts";
import { lookUpRecords } from "./record_lookup.ts";
import { lookUpNames } from "./reverse_lookup.ts";
import type { SweepDeps } from "./scan/sweep.ts";
import { redactResolver } from "./addresses.ts";
import { InputError } from "../core/errors.ts";
import { checkZone } from "./zone/zone_check.ts";
import type { ZoneDeps } from "./zone/zone_servers.ts";

interface LookupServiceOptions
  extends Omit<LookupDeps, "policy">, ScanPoolOptions {
  policy?: LookupPolicy;
  blocklists?: readonly Blocklist[];
  /** For checks of zones; null if they are off. */
  zone?: Pick<ZoneDeps, "client" | "serverPort" | "fetchPolicy"> | null;
}

/** Runs the modes of DNS lookup. */
export class LookupService {
  readonly #deps:
    & SweepDeps
    & BlocklistDeps
    & Required<Pick<LookupServiceOptions, "zone">>;

  constructor(
    {
      policy = DEFAULT_POLICY,
      blocklists = [],
      zone = null,
      maxScans,
      queueTimeoutMs,
      ...deps
    }: LookupServiceOptions,
  ) {
    const scans = scanPool({ maxScans, queueTimeoutMs });
    this.#deps = { ...deps, policy, blocklists, scans, zone };
  }

  /** The number of scans now running, for the metrics. */
  get scansRunning(): number {
    return this.#deps.scans.acquired;
  }

  /**
   * Runs a query.
   *
   * @throws {AppError} 422 `QUERY_FAILED` if no server responded; 503 if too
   * many scans are running; 400 for blocklists if there are none; the signal's
   * reason
   */
  async run(query: DnsQuery, caller: Caller): Promise<Envelope> {
    const deps = this.#deps;
    switch (query.dnsType) {
      case "dns_lookup":
        return await this.#wrap(query, lookUpRecords(query, deps, caller));
      case "rdns_lookup":
        return await this.#wrap(query, lookUpNames(query, deps, caller));
      case "rdns_scan":
        return await returnValueOf(this.scan(query, caller));
      case "ip_domains":
        return await this.#wrap(query, findDomains(query, deps, caller));
      case "rdns_pattern":
        return await this.#wrap(query, searchHostnames(query, deps, caller));
      case "cname_pattern":
        return await this.#wrap(query, searchAliases(query, deps, caller));
      case "zone_check": {
        const { zone } = deps;
        if (!zone) {
          throw new InputError("dns_type", { reason: "zone_check_off" });
        }
        const zoneDeps = { ...deps, ...zone };
        return await this.#wrap(query, checkZone(query, zoneDeps, caller));
      }
      case "dnsbl":
        return await this.#wrap(query, lookUpBlocklists(query, deps, caller));
    }
  }

  /**
   * The addresses and servers of a name, for the page about it.
   *
   * @throws the signal's reason
   */
  summarizeName(name: string, caller: Caller): Promise<NameSummary> {
    return summarizeName(name, this.#deps, caller);
  }

  /**
   * Runs a scan and yields its progress, first before any response. Returns the
   * envelope.
   *
   * @throws {AppError} as {@link run}
   */
  async *scan(
    query: QueryOf<"rdns_scan">,
    caller: Caller,
  ): AsyncGenerator<ScanProgress, EnvelopeOf<"rdns_scan">> {
    const startedAt = this.#deps.now();
    const found = yield* scanNetwork(query, this.#deps, caller);
    return await this.#wrap(query, found, startedAt);
  }

  async #wrap<Type extends DnsType>(
    query: DnsQuery & { dnsType: Type },
    result: ModeResult<Type> | Promise<ModeResult<Type>>,
    startedAt = this.#deps.now(),
  ): Promise<EnvelopeOf<Type>> {
    const { data, title, total, found, ...rest } = await result;
    const { now, policy } = this.#deps;
    const indexSize = await this.#indexSize();
    const { isTruncated, resolver = null, nextCursor = null } = rest;
    const { dnsType } = query;
    return {
      ok: true,
      query: { ...echoQuery(query), dns_type: dnsType },
      summary: {
        title,
        total,
        found,
        elapsed_ms: Math.round(now() - startedAt),
        truncated: isTruncated,
      },
      data,
      meta: {
        dns_type: dnsType,
        resolver: resolver && redactResolver(resolver, policy),
        generated_at: new Date(now()).toISOString(),
        index_size: indexSize,
        next_cursor: nextCursor,
      },
    };
  }

  async #indexSize(): Promise<number | null> {
    try {
      const { index } = this.#deps;
      const { rows } = await withDeadline(
        SIZE_TIMEOUT_MS,
        (signal) => index.size(signal),
      );
      return rows;
    } catch (error) {
      return error instanceof DOMException
        ? null
        : nullIfIndexUnavailable(error);
    }
  }
}

/**
 * The index may be busy writing a batch, and its size is not worth the wait.
 */
const SIZE_TIMEOUT_MS = 500;

async function returnValueOf<Final>(
  steps: AsyncGenerator<unknown, Final>,
): Promise<Final> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
