import {
  type Caller,
  type ClientKey,
  RequestCaller,
} from "../core/fair_queue.ts";
import { AppError, busyError } from "../core/errors.ts";
import type { NameResolver } from "../dns/name_resolver.ts";
import type { Language } from "../i18n/language.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DomainTarget, Target } from "../net/target.ts";
import type { DescribeResult, Profiles } from "./profiles.ts";
import type { SourcePolicy } from "./profile.ts";
import type { GeoipError } from "./records/geoip.ts";
import type { Checks } from "./risk/checks.ts";

export type ValidTarget = Exclude<Target, { kind: "error" }>;

export interface LookupOptions extends Caller {
  /** For a name: describes only its address of this family. */
  family?: 4 | 6;
  /** The source policy of a GeoIP record: V2's for members. */
  order?: SourcePolicy;
  /** In which V1 and GeoIP records name places. */
  language?: Language;
  /** False: does without the host name unless it is cached. */
  withHostName?: boolean;
  /** The servers that the request has passed through, if it is for an address. */
  servers?: readonly string[];
  /**
   * Read only if the lookup has to wait, because a request creates its signal
   * on first use.
   */
  readonly signal: AbortSignal;
}

/**
 * The options of a lookup for an HTTP request.
 *
 * A class, because V8 gives an object literal with a getter a hidden class of its
 * own. That keeps the request alive until the next major garbage collection.
 */
export class RequestLookup extends RequestCaller implements LookupOptions {
  withHostName = true;
  servers: readonly string[] = [];

  constructor(
    client: ClientKey,
    request: Request,
    readonly order: SourcePolicy,
    readonly language: Language = "en",
    readonly family?: 4 | 6,
  ) {
    super(client, request);
  }
}

/** Time limit for resolving a name and querying the sources together. */
const LONGEST_MS = 2_500;
/** Minimum time for the sources, however long the name took. */
const SHORTEST_MS = 250;

/** The error of a name without an address to describe, of a family if one was requested. */
function errorOf(
  reason: "no address" | "no response" | "withheld",
  requested?: 4 | 6,
): GeoipError {
  const family = requested ? `IPv${requested} ` as const : "";
  switch (reason) {
    case "no address":
      return {
        code: "NOT_FOUND",
        params: { reason: "name_without_address", family },
      };
    case "no response":
      return {
        code: "SERVICE_UNAVAILABLE",
        params: { reason: "name_not_resolved" },
      };
    case "withheld":
      return {
        code: "RESERVED_ADDRESS",
        params: { reason: "name_resolves_to_reserved", family },
      };
  }
}

/** What is known of a name: of its address, or why none can be described. */
type DescribedName =
  | {
    readonly description: DescribeResult;
    /** When the name's TTL ends, in milliseconds since the epoch. */
    readonly expiresAt: number | null;
  }
  | { readonly error: GeoipError };

interface TargetLookupDeps {
  names: NameResolver;
  profiles: Profiles;
  /** The traits that the lists in use would reveal. */
  checks?: () => Checks;
  now: () => number;
}

/** Describes the address of a target, which may be a name. */
export class TargetLookup {
  constructor(protected readonly deps: TargetLookupDeps) {}

  /** Describes an address. Synchronous if no query is needed. */
  protected describeAddress(
    ip: IpAddress,
    order: SourcePolicy,
    options: LookupOptions,
  ): DescribeResult | Promise<DescribeResult> {
    // Copying the options would read the signal.
    if (order === (options.order ?? "v1")) {
      return this.deps.profiles.describe(ip, options);
    }
    const { client, signal, withHostName } = options;
    return this.deps.profiles.describe(ip, {
      order,
      client,
      signal,
      withHostName,
    });
  }

  /** Resolves a name, and describes its address in the time that is left. */
  protected async describeName(
    { domain: { ascii } }: DomainTarget,
    order: SourcePolicy,
    { family, client, signal, withHostName }: LookupOptions,
  ): Promise<DescribedName> {
    const { names, profiles, now } = this.deps;
    const begunAt = now();
    const resolved = await names.firstAddress(ascii, {
      family,
      client,
      signal,
    });
    if (resolved.ip === null) {
      return { error: errorOf(resolved.reason, family) };
    }
    const limitMs = Math.max(LONGEST_MS - (now() - begunAt), SHORTEST_MS);
    const description = await profiles.describe(resolved.ip, {
      order,
      client,
      signal,
      limitMs,
      withHostName,
    });
    return { description, expiresAt: resolved.expiresAt };
  }

  /**
   * Describes a target.
   *
   * @throws {AppError} 404 for a name without an address, or with only reserved
   * ones; 503 if no name server responded
   */
  async describe(
    target: ValidTarget,
    order: SourcePolicy,
    options: LookupOptions,
  ): Promise<DescribeResult> {
    if (target.kind === "address") {
      return await this.describeAddress(target.ip, order, options);
    }
    const named = await this.describeName(target, order, options);
    if ("error" in named) throw unresolvedError(named.error);
    return named.description;
  }
}

export function unresolvedError({ code, params }: GeoipError): AppError {
  return code === "SERVICE_UNAVAILABLE"
    ? busyError(params, 5)
    : new AppError(404, "NOT_FOUND", params);
}
