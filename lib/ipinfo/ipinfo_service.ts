import { mapMaybeAsync } from "../core/async.ts";
import { type Caller, type ClientKey, RequestCaller } from "../core/caller.ts";
import type { NameResolver } from "../dns/name_resolver.ts";
import type { CacheLifetime } from "../http/responses.ts";
import { AppError } from "../core/errors.ts";
import type { Language } from "../i18n/language.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DomainTarget, Target } from "../net/target.ts";
import type { SourcePolicy } from "./source_policy.ts";
import type { DescribeResult, Profiles } from "./profiles.ts";
import {
  geoipJsonTemplate,
  type GeoipRecord,
  geoipView,
  unresolvedGeoip,
} from "./records/geoip.ts";
import { type V1Record, v1View } from "./records/v1.ts";
import type { Checks } from "./risk/checks.ts";
import { type V2Record, v2View } from "./records/v2.ts";

/** A well-formed target. */
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

/** A record, and how long to cache it. */
export interface LookupResult<Record> {
  record: Record;
  lifetime: CacheLifetime;
}

/** Time limit for resolving a name and querying the sources together. */
const LONGEST_MS = 2_500;
/** Minimum time for the sources, however long the name took. */
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

/** The address of a name. */
interface Resolved {
  readonly ip: IpAddress;
  /** When the name's TTL ends, in milliseconds since the epoch. */
  readonly expiresAt: number | null;
  /** Time limit for the sources. */
  readonly limitMs: number;
}

/**
 * Looks up a target: resolves a name, describes the address, and returns a
 * record.
 */
export class IpInfoService {
  /** The records of cached profiles as JSON, created when one is requested again. */
  readonly #v1Json = byLanguage<string>();
  readonly #geoipJson = byLanguage<(requestedAt: number) => string>();

  constructor(
    private readonly parts: {
      names: NameResolver;
      profiles: Profiles;
      /** The traits that the lists in use would reveal. */
      checks?: () => Checks;
      /** Milliseconds since the epoch. */
      now: () => number;
    },
  ) {}

  /** Resolves a name, and computes the time left for the sources. */
  async #resolve(
    { domain: { ascii } }: DomainTarget,
    { family, client, signal }: LookupOptions,
  ) {
    const { names, now } = this.parts;
    const begunAt = now();
    const resolved = await names.firstAddress(ascii, {
      family,
      client,
      signal,
    });
    // Resolving has used part of the time.
    const limitMs = Math.max(LONGEST_MS - (now() - begunAt), SHORTEST_MS);
    return { ...resolved, limitMs };
  }

  /**
   * How long to cache a record: no longer than the name's TTL. An incomplete
   * one is not cached, because the missing data may arrive soon.
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
    language: Language | undefined,
    nameExpiresAt: number | null = null,
  ): LookupResult<GeoipRecord> {
    const requestedAt = this.parts.now();
    return {
      record: geoipView(description, { group, requestedAt, language }),
      lifetime: this.#lifetimeOf(description, nameExpiresAt),
    };
  }

  #v1Of(
    description: DescribeResult,
    language: Language | undefined,
    nameExpiresAt: number | null = null,
  ): LookupResult<V1Record> {
    return {
      record: v1View(description.profile, language),
      lifetime: this.#lifetimeOf(description, nameExpiresAt),
    };
  }

  #describeAddress(
    ip: IpAddress,
    order: SourcePolicy,
    options: LookupOptions,
  ): DescribeResult | Promise<DescribeResult> {
    const { profiles } = this.parts;
    // Copying the options would read the signal.
    if (order === (options.order ?? "v1")) {
      return profiles.describe(ip, options);
    }
    const { client, signal, withHostName } = options;
    return profiles.describe(ip, { order, client, signal, withHostName });
  }

  #describeResolved(
    { ip, limitMs }: Resolved,
    order: SourcePolicy | undefined,
    { client, signal, withHostName }: LookupOptions,
  ): DescribeResult | Promise<DescribeResult> {
    return this.parts.profiles.describe(ip, {
      order,
      client,
      signal,
      limitMs,
      withHostName,
    });
  }

  /**
   * The client's GeoIP record. Synchronous if no query is needed, as for any
   * address.
   */
  geoipOfVisitor(
    ip: IpAddress,
    options: Caller & Pick<LookupOptions, "order" | "language">,
  ): GeoipRecord | Promise<GeoipRecord> {
    return mapMaybeAsync(
      this.#describeAddress(ip, options.order ?? "v1", options),
      (description) =>
        this.#geoipOf(description, "visitor", options.language).record,
    );
  }

  /**
   * The GeoIP record of a target. For a name without an address, the record
   * says so.
   */
  geoip(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<GeoipRecord> | Promise<LookupResult<GeoipRecord>> {
    if (target.kind === "domain") return this.#geoipOfName(target, options);
    return mapMaybeAsync(
      this.#describeAddress(target.ip, options.order ?? "v1", options),
      (description) => this.#geoipOf(description, "ip", options.language),
    );
  }

  /** The GeoIP object of a target as JSON. */
  geoipJson(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<string> | Promise<LookupResult<string>> {
    const cached = target.kind === "address"
      ? this.parts.profiles.cached(target.ip, options.order)
      : null;
    if (cached) {
      const { language = "en" } = options;
      const templates = this.#geoipJson[language];
      let template = templates.get(cached);
      if (template === undefined) {
        const { record } = this.#geoipOf(cached, "ip", language);
        template = geoipJsonTemplate(record);
        templates.set(cached, template);
      }
      const record = template(this.parts.now());
      return { record, lifetime: this.#lifetimeOf(cached, null) };
    }
    return mapMaybeAsync(
      this.geoip(target, options),
      ({ record, lifetime }) => ({ record: JSON.stringify(record), lifetime }),
    );
  }

  async #geoipOfName(
    target: DomainTarget,
    options: LookupOptions,
  ): Promise<LookupResult<GeoipRecord>> {
    const resolved = await this.#resolve(target, options);
    if (resolved.ip === null) {
      const record = unresolvedGeoip(unresolved[resolved.reason], {
        group: "domain",
        requestedAt: this.parts.now(),
      });
      return { record, lifetime: "none" };
    }
    return this.#geoipOf(
      await this.#describeResolved(resolved, options.order, options),
      "domain",
      options.language,
      resolved.expiresAt,
    );
  }

  /**
   * The V1 record of a target.
   *
   * @throws {AppError} 404 for a name without an address, or with only reserved
   * ones; 503 if no name server responded
   */
  v1(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<V1Record> | Promise<LookupResult<V1Record>> {
    if (target.kind === "domain") return this.#v1OfName(target, options);
    return mapMaybeAsync(
      this.#describeAddress(target.ip, "v1", options),
      (description) => this.#v1Of(description, options.language),
    );
  }

  /** The V1 record of a target as JSON. @throws {AppError} as for V1 */
  v1Json(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<string> | Promise<LookupResult<string>> {
    const { language = "en" } = options;
    const cached = target.kind === "address"
      ? this.parts.profiles.cached(target.ip, "v1")
      : null;
    if (cached) {
      const texts = this.#v1Json[language];
      let json = texts.get(cached);
      if (json === undefined) {
        json = JSON.stringify(v1View(cached.profile, language));
        texts.set(cached, json);
      }
      return { record: json, lifetime: this.#lifetimeOf(cached, null) };
    }
    return mapMaybeAsync(
      this.v1(target, options),
      ({ record, lifetime }) => ({ record: JSON.stringify(record), lifetime }),
    );
  }

  async #v1OfName(
    target: DomainTarget,
    options: LookupOptions,
  ): Promise<LookupResult<V1Record>> {
    const resolved = await this.#resolved(target, options);
    const description = await this.#describeResolved(resolved, "v1", options);
    return this.#v1Of(description, options.language, resolved.expiresAt);
  }

  /**
   * The V2 record of a target.
   *
   * @throws {AppError} as for V1
   */
  async v2(
    target: ValidTarget,
    options: LookupOptions,
  ): Promise<LookupResult<V2Record>> {
    const description = await this.describe(target, "v2", options);
    // The record contains the local time.
    const record = v2View(
      description.profile,
      this.parts.now(),
      this.parts.checks?.(),
    );
    return { record, lifetime: "none" };
  }

  /**
   * Describes a target.
   *
   * @throws {AppError} as for V1
   */
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
    const resolved = await this.#resolve(target, options);
    if (resolved.ip === null) throw unresolvedError(resolved.reason);
    return resolved;
  }
}

function byLanguage<Value>(): Record<
  Language,
  WeakMap<DescribeResult, Value>
> {
  return { en: new WeakMap(), zh: new WeakMap() };
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
