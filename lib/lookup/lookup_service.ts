import { withDeadline } from "../core/deadline.ts";
import type { Caller } from "../core/caller.ts";
import type { DnsType } from "./view/lookup_view.ts";
import type { DnsQuery, NetworkQuery } from "./dns_query.ts";
import { echoOf, type Envelope, type EnvelopeOf } from "./envelope.ts";
import { unavailable } from "./lookup_errors.ts";
import { findDomains } from "./ip_domains.ts";
import type { LookupDeps, ModeResult } from "./lookup_deps.ts";
import { DEFAULT_POLICY, type LookupPolicy } from "./lookup_policy.ts";
import { searchAliases, searchHostnames } from "./name_search.ts";
import { scanNetwork, type ScanProgress } from "./network_scan.ts";
import { lookUpRecords } from "./record_lookup.ts";
import { lookUpNames } from "./reverse_lookup.ts";
import { ScanPool, type ScanPoolOptions } from "./scan_pool.ts";
import type { SweepDeps, SweepOptions } from "./sweep.ts";
import { toldResolver } from "./addresses.ts";

export interface LookupServiceOptions
  extends Omit<LookupDeps, "policy">, ScanPoolOptions {
  policy?: LookupPolicy;
  /** The longest a scan may take. */
  scanLimitMs?: number;
}

/** The six modes of DNS lookup, each from its query to its envelope. */
export class LookupService {
  readonly #deps: SweepDeps;
  readonly #scanLimitMs: number | undefined;

  constructor(
    {
      policy = DEFAULT_POLICY,
      maxScans,
      waitMs,
      scanLimitMs,
      ...deps
    }: LookupServiceOptions,
  ) {
    const scans = new ScanPool({ maxScans, waitMs });
    this.#deps = { ...deps, policy, scans };
    this.#scanLimitMs = scanLimitMs;
  }

  /** Networks being swept now, for the metrics. */
  get scansRunning(): number {
    return this.#deps.scans.taken;
  }

  /**
   * Carries out a query.
   *
   * @throws {AppError} 422 `QUERY_FAILED` where no server answered; 503 where too many networks are being scanned; the signal's reason
   */
  async run(query: DnsQuery, caller: Caller): Promise<Envelope> {
    const startedAt = this.#deps.now();
    const deps = this.#deps;
    switch (query.dnsType) {
      case "dns_lookup":
        return await this.#enveloped(
          query,
          await lookUpRecords(query, deps, caller),
          startedAt,
        );
      case "rdns_lookup":
        return await this.#enveloped(
          query,
          await lookUpNames(query, deps, caller),
          startedAt,
        );
      case "rdns_scan":
        return await finalOf(this.scan(query, caller));
      case "ip_domains":
        return await this.#enveloped(
          query,
          await findDomains(query, deps, this.#sweepingFor(caller)),
          startedAt,
        );
      case "rdns_pattern":
        return await this.#enveloped(
          query,
          await searchHostnames(query, deps, caller),
          startedAt,
        );
      case "cname_pattern":
        return await this.#enveloped(
          query,
          await searchAliases(query, deps, caller),
          startedAt,
        );
    }
  }

  /**
   * Carries out a scan, and tells on the way how far it has come: the first
   * step comes before any answer. Returns the envelope.
   *
   * @throws {AppError} as {@link run}
   */
  async *scan(
    query: NetworkQuery,
    caller: Caller,
  ): AsyncGenerator<ScanProgress, EnvelopeOf<"rdns_scan">> {
    const startedAt = this.#deps.now();
    const options = this.#sweepingFor(caller);
    const found = yield* scanNetwork(query, this.#deps, options);
    return await this.#enveloped(query, found, startedAt);
  }

  #sweepingFor({ client, signal }: Caller): SweepOptions {
    return { client, signal, limitMs: this.#scanLimitMs };
  }

  async #enveloped<Type extends DnsType>(
    query: DnsQuery & { dnsType: Type },
    { data, title, total, found, ...rest }: ModeResult<Type>,
    startedAt: number,
  ): Promise<EnvelopeOf<Type>> {
    const { now, policy } = this.#deps;
    const indexSize = await this.#indexSize();
    const { isTruncated, resolver, nextCursor } = rest;
    const { dnsType } = query;
    return {
      ok: true,
      query: { ...echoOf(query), dns_type: dnsType },
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
        resolver: resolver && toldResolver(resolver, policy),
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
        SIZE_LIMIT_MS,
        (signal) => index.size(signal),
      );
      return rows;
    } catch (error) {
      return error instanceof DOMException ? null : unavailable(error);
    }
  }
}

/** A size is no reason to keep anybody waiting behind a batch that is being written. */
const SIZE_LIMIT_MS = 500;

async function finalOf<Final>(
  steps: AsyncGenerator<unknown, Final>,
): Promise<Final> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}
