import { mapMaybeAsync } from "../core/async.ts";
import type { Caller } from "../core/fair_queue.ts";
import type { CacheLifetime } from "../http/responses.ts";
import type { Language } from "../i18n/language.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { DomainTarget } from "../net/target.ts";
import type { DescribeResult } from "./profiles.ts";
import {
  type GeoipError,
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
  unresolvedError,
  type ValidTarget,
} from "./target_lookup.ts";

interface LookupResult<Record> {
  record: Record;
  lifetime: CacheLifetime;
}

/** A promise only if something has to be queried. */
type Looked<Record> = LookupResult<Record> | Promise<LookupResult<Record>>;

/** The JSON of the records of cached profiles, created when one is requested again. */
type CachedJson = Readonly<Record<Language, WeakMap<DescribeResult, JsonAt>>>;

type JsonAt = (requestedAt: number) => string;

/** Looks up a target, and returns what is known of its address as a record. */
export class IpInfoService extends TargetLookup {
  readonly #v1Json: CachedJson = { en: new WeakMap(), zh: new WeakMap() };
  readonly #geoipJson: CachedJson = { en: new WeakMap(), zh: new WeakMap() };

  /**
   * The client's GeoIP record. Synchronous if no query is needed, as for any
   * address.
   */
  geoipOfVisitor(
    ip: IpAddress,
    options: Caller & Pick<LookupOptions, "order" | "language">,
  ): GeoipRecord | Promise<GeoipRecord> {
    return mapMaybeAsync(
      this.describeAddress(ip, options.order ?? "v1", options),
      (description) => this.#geoipOf(description, "visitor", options.language),
    );
  }

  /**
   * The GeoIP record of a target. For a name without an address, the record
   * says so.
   */
  geoip(target: ValidTarget, options: LookupOptions): Looked<GeoipRecord> {
    return this.#lookUp(
      target,
      { order: options.order ?? "v1", options },
      (description, group) =>
        this.#geoipOf(description, group, options.language),
      (error) =>
        unresolvedGeoip(error, {
          group: "domain",
          requestedAt: this.deps.now(),
        }),
    );
  }

  geoipJson(target: ValidTarget, options: LookupOptions): Looked<string> {
    return this.#asJson(
      target,
      { order: options.order, options, known: this.#geoipJson },
      (cached, language) =>
        geoipJsonTemplate(this.#geoipOf(cached, "ip", language)),
      () => this.geoip(target, options),
    );
  }

  /**
   * The V1 record of a target.
   *
   * @throws {AppError} 404 for a name without an address, or with only reserved
   * ones; 503 if no name server responded
   */
  v1(target: ValidTarget, options: LookupOptions): Looked<V1Record> {
    return this.#lookUp(
      target,
      { order: "v1", options },
      ({ profile }) => v1View(profile, options.language),
    );
  }

  /** The V1 record of a target as JSON. @throws {AppError} as for V1 */
  v1Json(target: ValidTarget, options: LookupOptions): Looked<string> {
    return this.#asJson(
      target,
      { order: "v1", options, known: this.#v1Json },
      ({ profile }, language) => {
        const json = JSON.stringify(v1View(profile, language));
        return () => json;
      },
      () => this.v1(target, options),
    );
  }

  /** The V2 record of a target. @throws {AppError} as for V1 */
  async v2(
    target: ValidTarget,
    options: LookupOptions,
  ): Promise<LookupResult<V2Record>> {
    const { profile } = await this.describe(target, "v2", options);
    // The record contains the local time.
    const record = v2View(profile, this.deps.now(), this.checks());
    return { record, lifetime: "none" };
  }

  /** What loaded lists can reveal now. */
  checks(): Checks {
    return this.deps.checks?.() ?? {};
  }

  #geoipOf(
    description: DescribeResult,
    group: string,
    language: Language | undefined,
  ): GeoipRecord {
    const requestedAt = this.deps.now();
    return geoipView(description, { group, requestedAt, language });
  }

  /** @param unresolved the record of a name without an address; without it, an error is thrown */
  #lookUp<Record>(
    target: ValidTarget,
    { order, options }: { order: SourcePolicy; options: LookupOptions },
    recordOf: (description: DescribeResult, kind: "domain" | "ip") => Record,
    unresolved?: (error: GeoipError) => Record,
  ): Looked<Record> {
    const ofName = async (
      name: DomainTarget,
    ): Promise<LookupResult<Record>> => {
      const named = await this.describeName(name, order, options);
      if ("error" in named) {
        const { error } = named;
        if (!unresolved) throw unresolvedError(error);
        return { record: unresolved(error), lifetime: "none" };
      }
      const { description, expiresAt } = named;
      return {
        record: recordOf(description, "domain"),
        lifetime: this.#lifetimeOf(description, expiresAt),
      };
    };
    if (target.kind === "domain") return ofName(target);
    return mapMaybeAsync(
      this.describeAddress(target.ip, order, options),
      (description) => ({
        record: recordOf(description, "ip"),
        lifetime: this.#lifetimeOf(description),
      }),
    );
  }

  #asJson(
    target: ValidTarget,
    { order, options: { language = "en" }, known }: {
      order: SourcePolicy | undefined;
      options: LookupOptions;
      known: CachedJson;
    },
    jsonOf: (cached: DescribeResult, language: Language) => JsonAt,
    lookUp: () => Looked<object>,
  ): Looked<string> {
    const cached = target.kind === "address"
      ? this.deps.profiles.cached(target.ip, order)
      : null;
    if (!cached) {
      return mapMaybeAsync(lookUp(), ({ record, lifetime }) => ({
        record: JSON.stringify(record),
        lifetime,
      }));
    }
    let json = known[language].get(cached);
    if (!json) known[language].set(cached, json = jsonOf(cached, language));
    const record = json(this.deps.now());
    return { record, lifetime: this.#lifetimeOf(cached) };
  }

  /**
   * How long to cache a record: no longer than the name's TTL. An incomplete
   * one is not cached, because the missing data may arrive soon.
   */
  #lifetimeOf(
    { isComplete }: DescribeResult,
    nameExpiresAt: number | null = null,
  ): CacheLifetime {
    if (!isComplete) return "none";
    if (nameExpiresAt === null) return "hour";
    const seconds = Math.floor((nameExpiresAt - this.deps.now()) / 1_000);
    return Math.max(0, seconds);
  }
}
