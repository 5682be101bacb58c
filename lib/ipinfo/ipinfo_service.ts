import { mapMaybeAsync } from "../core/maybe_async.ts";
import type { Caller } from "../core/caller.ts";
import type { NameResolver } from "../dns/name_resolver.ts";
import type { CacheLifetime } from "../http/responses.ts";
import { AppError } from "../core/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DomainTarget, Target } from "../net/target.ts";
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
export type ValidTarget = Exclude<Target, { kind: "error" }>;

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

/** The address that a name stands for. */
interface Resolved {
  readonly ip: IpAddress;
  /** Until when the name leads to it, in milliseconds since the epoch. */
  readonly expiresAt: number | null;
  /** How long the sources may take. */
  readonly limitMs: number;
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

  /** The address of a name, and how long the sources may take for it. */
  async #resolve(
    { domain: { ascii } }: DomainTarget,
    { family, client, signal }: LookupOptions,
  ) {
    const { names, now } = this.parts;
    const begunAt = now();
    const answer = await names.firstAddress(ascii, {
      family,
      client,
      signal,
    });
    // One who asked for a name has waited for it already.
    const limitMs = Math.max(LONGEST_MS - (now() - begunAt), SHORTEST_MS);
    return { ...answer, limitMs };
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

  #describeAddress(
    ip: IpAddress,
    order: SourcePolicy,
    options: LookupOptions,
  ): DescribeResult | Promise<DescribeResult> {
    const { profiles } = this.parts;
    // A copy of the options would read the signal.
    if (order === (options.order ?? "v1")) {
      return profiles.describe(ip, options);
    }
    const { client, signal } = options;
    return profiles.describe(ip, { order, client, signal });
  }

  #describeResolved(
    { ip, limitMs }: Resolved,
    order: SourcePolicy | undefined,
    { client, signal }: Caller,
  ): DescribeResult | Promise<DescribeResult> {
    return this.parts.profiles.describe(ip, { order, client, signal, limitMs });
  }

  /** The GeoIP object of the caller; at once if nobody has to be asked, like that of any address. */
  geoipOfVisitor(
    ip: IpAddress,
    options: Caller & Pick<LookupOptions, "order">,
  ): GeoipRecord | Promise<GeoipRecord> {
    return mapMaybeAsync(
      this.#describeAddress(ip, options.order ?? "v1", options),
      (description) => this.#geoipOf(description, "visitor").record,
    );
  }

  /** The GeoIP object of a target; a name without address is one that says so. */
  geoip(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<GeoipRecord> | Promise<LookupResult<GeoipRecord>> {
    if (target.kind === "domain") return this.#geoipOfName(target, options);
    return mapMaybeAsync(
      this.#describeAddress(target.ip, options.order ?? "v1", options),
      (description) => this.#geoipOf(description, "ip"),
    );
  }

  async #geoipOfName(
    target: DomainTarget,
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
      await this.#describeResolved(answer, options.order, options),
      "domain",
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
    if (target.kind === "domain") return this.#v1OfName(target, options);
    return mapMaybeAsync(
      this.#describeAddress(target.ip, "v1", options),
      (description) => this.#v1Of(description),
    );
  }

  async #v1OfName(
    target: DomainTarget,
    options: LookupOptions,
  ): Promise<LookupResult<V1Record>> {
    const resolved = await this.#resolved(target, options);
    const description = await this.#describeResolved(resolved, "v1", options);
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
    if (target.kind === "address") {
      return await this.#describeAddress(target.ip, order, options);
    }
    const resolved = await this.#resolved(target, options);
    return await this.#describeResolved(resolved, order, options);
  }

  /** @throws {AppError} as for V1 */
  async #resolved(
    target: DomainTarget,
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
