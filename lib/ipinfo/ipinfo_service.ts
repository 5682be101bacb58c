import { mapMaybeAsync } from "../core/async.ts";
import type { Caller } from "../core/fair_queue.ts";
import type { CacheLifetime } from "../http/responses.ts";
import type { Language } from "../i18n/language.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DomainTarget } from "../net/target.ts";
import type { DescribeResult } from "./profiles.ts";
import {
  geoipJsonTemplate,
  type GeoipRecord,
  geoipView,
  unresolvedGeoip,
} from "./records/geoip.ts";
import { type V1Record, v1View } from "./records/v1.ts";
import { type V2Record, v2View } from "./records/v2.ts";
import type { Checks } from "./risk/checks.ts";
import type { SourcePolicy } from "./profile.ts";
import {
  type LookupOptions,
  TargetLookup,
  type TargetLookupDeps,
  UNRESOLVED,
  type ValidTarget,
} from "./target_lookup.ts";

/** A record, and how long to cache it. */
interface LookupResult<Record> {
  record: Record;
  lifetime: CacheLifetime;
}

interface IpInfoServiceDeps extends TargetLookupDeps {
  /** The traits that the lists in use would reveal. */
  checks?: () => Checks;
}

/** Looks up a target, and returns what is known of its address as a record. */
export class IpInfoService {
  readonly #deps: IpInfoServiceDeps;
  readonly #lookup: TargetLookup;
  /** The records of cached profiles as JSON, created when one is requested again. */
  readonly #v1Json = byLanguage<string>();
  readonly #geoipJson = byLanguage<(requestedAt: number) => string>();

  constructor(deps: IpInfoServiceDeps) {
    this.#deps = deps;
    this.#lookup = new TargetLookup(deps);
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
    const seconds = Math.floor((nameExpiresAt - this.#deps.now()) / 1_000);
    return Math.max(0, seconds);
  }

  #geoipOf(
    description: DescribeResult,
    group: string,
    language: Language | undefined,
    nameExpiresAt: number | null = null,
  ): LookupResult<GeoipRecord> {
    const requestedAt = this.#deps.now();
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

  /**
   * The client's GeoIP record. Synchronous if no query is needed, as for any
   * address.
   */
  geoipOfVisitor(
    ip: IpAddress,
    options: Caller & Pick<LookupOptions, "order" | "language">,
  ): GeoipRecord | Promise<GeoipRecord> {
    return mapMaybeAsync(
      this.#lookup.describeAddress(ip, options.order ?? "v1", options),
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
      this.#lookup.describeAddress(target.ip, options.order ?? "v1", options),
      (description) => this.#geoipOf(description, "ip", options.language),
    );
  }

  /** The GeoIP object of a target as JSON. */
  geoipJson(
    target: ValidTarget,
    options: LookupOptions,
  ): LookupResult<string> | Promise<LookupResult<string>> {
    const cached = target.kind === "address"
      ? this.#deps.profiles.cached(target.ip, options.order)
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
      const record = template(this.#deps.now());
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
    const resolved = await this.#lookup.resolve(target, options);
    if (resolved.ip === null) {
      const record = unresolvedGeoip(UNRESOLVED[resolved.reason], {
        group: "domain",
        requestedAt: this.#deps.now(),
      });
      return { record, lifetime: "none" };
    }
    return this.#geoipOf(
      await this.#lookup.describeResolved(resolved, options.order, options),
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
      this.#lookup.describeAddress(target.ip, "v1", options),
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
      ? this.#deps.profiles.cached(target.ip, "v1")
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
    const resolved = await this.#lookup.requireAddress(target, options);
    const description = await this.#lookup.describeResolved(
      resolved,
      "v1",
      options,
    );
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
      this.#deps.now(),
      this.#deps.checks?.(),
    );
    return { record, lifetime: "none" };
  }

  /** Describes a target. @throws {AppError} as for V1 */
  describe(
    target: ValidTarget,
    order: SourcePolicy,
    options: LookupOptions,
  ): Promise<DescribeResult> {
    return this.#lookup.describe(target, order, options);
  }
}

function byLanguage<Value>(): Record<
  Language,
  WeakMap<DescribeResult, Value>
> {
  return { en: new WeakMap(), zh: new WeakMap() };
}
