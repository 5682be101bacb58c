import { mapMaybeAsync } from "../core/maybe_async.ts";
import type { Caller } from "../core/caller.ts";
import type { NameResolver } from "../dns/name_resolver.ts";
import type { CacheLifetime } from "../http/responses.ts";
import { AppError } from "../core/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Target } from "../net/target.ts";
import type { SourcePolicy } from "./source_policy.ts";
import type { DescribeResult, Profiles } from "./profiles.ts";
import {
  type GeoipRecord,
  geoipView,
  unresolvedGeoip,
} from "./records/geoip.ts";
import { type V1Record, v1View } from "./records/v1.ts";
import { type V2Record, v2View } from "./records/v2.ts";

/** A target that is well formed. */
export type ValidTarget = Exclude<Target, { kind: "fault" }>;

export interface LookupOptions extends Caller {
  /** For a name: describe its address of this family alone. */
  family?: 4 | 6;
  /** The sources a GeoIP object draws on: for a member those of V2. */
  order?: SourcePolicy;
  /** Read only where there is something to wait for: a request makes its signal when it is asked for it. */
  readonly signal: AbortSignal;
}

/** A record and how long it may be kept. */
export interface LookupResult<Record> {
  record: Record;
  lifetime: CacheLifetime;
}

/** The longest a name and the sources about its address take together. */
const LONGEST_MS = 2_500;
/** However long the name took, so much is left for the sources. */
const SHORTEST_MS = 250;

const unresolved = {
  "no address": {
    code: "NOT_FOUND",
    params: { reason: "name_without_address" },
  },
  "no response": {
    code: "SERVICE_UNAVAILABLE",
    params: { reason: "name_not_resolved" },
  },
  "withheld": {
    code: "RESERVED_ADDRESS",
    params: { reason: "name_resolves_to_reserved" },
  },
} as const;

/** The address that a target stands for. */
interface Resolved {
  readonly ip: IpAddress;
  /** Until when the name leads to it, in milliseconds since the epoch; null for an address. */
  readonly expiresAt: number | null;
  /** How long the sources may take; undefined for as long as usual. */
  readonly limitMs: number | undefined;
}

/** From a target to its record: name, address, profile, view. */
export class IpInfoService {
  constructor(
    private readonly parts: {
      names: NameResolver;
      profiles: Profiles;
      /** Milliseconds since the epoch. */
      now: () => number;
    },
  ) {}

  /** The address of a target, and how long the sources may take for it. */
  async #resolve(
    target: ValidTarget,
    { family, client, signal }: LookupOptions,
  ) {
    if (target.kind === "address") {
      return { ip: target.ip, expiresAt: null, limitMs: undefined };
    }
    const { names, now } = this.parts;
    const begunAt = now();
    const { ascii } = target.domain;
    const answer = await names.firstAddress(ascii, {
      family,
      client,
      signal,
    });
    // One who asked for a name has waited for it already.
    const limitMs = Math.max(LONGEST_MS - (now() - begunAt), SHORTEST_MS);
    return { ...answer, limitMs };
  }

  /** What is kept of a target, if it is an address. */
  #kept(target: ValidTarget, order: SourcePolicy): DescribeResult | null {
    return target.kind === "address"
      ? this.parts.profiles.cached(target.ip, order)
      : null;
  }

  /**
   * How long an answer may be kept: no longer than the name leads to the
   * address. What lacks an answer that may come in a moment is kept by nobody.
   */
  #lifetimeOf(
    { isComplete }: DescribeResult,
    nameExpiresAt: number | null,
  ): CacheLifetime {
    if (!isComplete) return "none";
    if (nameExpiresAt === null) return "hour";
    const seconds = Math.floor((nameExpiresAt - this.parts.now()) / 1_000);
    return Math.max(0, seconds);
  }

  #geoipOf(
    description: DescribeResult,
    group: string,
    nameExpiresAt: number | null = null,
  ): LookupResult<GeoipRecord> {
    const requestedAt = this.parts.now();
    return {
      record: geoipView(description, { group, requestedAt }),
      lifetime: this.#lifetimeOf(description, nameExpiresAt),
    };
  }

  #v1Of(
    description: DescribeResult,
    nameExpiresAt: number | null = null,
  ): LookupResult<V1Record> {
    return {
      record: v1View(description.profile),
      lifetime: this.#lifetimeOf(description, nameExpiresAt),
    };
  }

  #describe(
    { ip, limitMs }: Resolved,
    order: SourcePolicy | undefined,
    { client, signal }: Caller,
  ): Promise<DescribeResult> {
    return this.parts.profiles.describe(ip, { order, client, signal, limitMs });
  }

  /** The GeoIP object of the caller. At once where the address is kept, as of all targets. */
  geoipOfVisitor(
    ip: IpAddress,
    options: Caller & Pick<LookupOptions, "order">,
  ): GeoipRecord | Promise<GeoipRecord> {
    const { order = "v1" } = options;
    const target = { kind: "address", ip } as const;
    return mapMaybeAsync(
      this.#kept(target, order) ?? this.describe(target, order, options),
      (description) => this.#geoipOf(description, "visitor").record,
    );
  }

  /** The GeoIP object of a target; a name without address is one that says so. */
  geoip(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<GeoipRecord> | Promise<LookupResult<GeoipRecord>> {
    const kept = this.#kept(target, options.order ?? "v1");
    return kept ? this.#geoipOf(kept, "ip") : this.#askedGeoip(target, options);
  }

  async #askedGeoip(
    target: ValidTarget,
    options: LookupOptions,
  ): Promise<LookupResult<GeoipRecord>> {
    const answer = await this.#resolve(target, options);
    if (answer.ip === null) {
      const record = unresolvedGeoip(unresolved[answer.reason], {
        group: "domain",
        requestedAt: this.parts.now(),
      });
      return { record, lifetime: "none" };
    }
    return this.#geoipOf(
      await this.#describe(answer, options.order, options),
      target.kind === "address" ? "ip" : "domain",
      answer.expiresAt,
    );
  }

  /**
   * The V1 record of a target.
   *
   * @throws {AppError} 404 for a name without address, or with none that may be told; 503 for one that no server told of
   */
  v1(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<V1Record> | Promise<LookupResult<V1Record>> {
    const kept = this.#kept(target, "v1");
    return kept ? this.#v1Of(kept) : this.#askedV1(target, options);
  }

  async #askedV1(
    target: ValidTarget,
    options: LookupOptions,
  ): Promise<LookupResult<V1Record>> {
    const resolved = await this.#resolved(target, options);
    const description = await this.#describe(resolved, "v1", options);
    return this.#v1Of(description, resolved.expiresAt);
  }

  /** The V2 record of a target. @throws {AppError} as for V1 */
  async v2(
    target: ValidTarget,
    options: LookupOptions,
  ): Promise<LookupResult<V2Record>> {
    const description = await this.describe(target, "v2", options);
    // The record tells the time of day.
    const record = v2View(description.profile, this.parts.now());
    return { record, lifetime: "none" };
  }

  /** The description of a target. @throws {AppError} as for V1 */
  async describe(
    target: ValidTarget,
    order: SourcePolicy,
    options: LookupOptions,
  ): Promise<DescribeResult> {
    const resolved = await this.#resolved(target, options);
    return await this.#describe(resolved, order, options);
  }

  /** @throws {AppError} as for V1 */
  async #resolved(
    target: ValidTarget,
    options: LookupOptions,
  ): Promise<Resolved> {
    const answer = await this.#resolve(target, options);
    if (answer.ip === null) throw unresolvedError(answer.reason);
    return answer;
  }
}

function unresolvedError(reason: keyof typeof unresolved): AppError {
  if (reason !== "no response") {
    return new AppError(404, "NOT_FOUND", unresolved[reason].params);
  }
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    unresolved[reason].params,
    { headers: { "retry-after": "5" } },
  );
}
