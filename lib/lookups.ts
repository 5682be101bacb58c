import type { Names } from "./dns/names.ts";
import type { Lifetime } from "./http/answers.ts";
import { AppError } from "./http/errors.ts";
import type { IpAddress } from "./net/ip_address.ts";
import type { Target } from "./net/target.ts";
import type { Profiles } from "./profile/profiles.ts";
import {
  type GeoipRecord,
  geoipView,
  unresolvedGeoip,
} from "./profile/views/geoip.ts";
import { type V1Record, v1View } from "./profile/views/v1.ts";

/** A target that is well formed. */
export type GoodTarget = Exclude<Target, { kind: "fault" }>;

export interface LookupOptions {
  /** For a name: describe its address of this family alone. */
  family?: 4 | 6;
  signal: AbortSignal;
}

/** A record and how long it may be kept. */
export interface Looked<Record> {
  record: Record;
  lifetime: Lifetime;
}

const unresolved = {
  "no address": "The name has no address.",
  "no answer": "The name could not be resolved.",
};

/** From a target to its record: name, address, profile, view. */
export class Lookups {
  constructor(
    private readonly parts: {
      names: Names;
      profiles: Profiles;
      /** Milliseconds since the epoch. */
      now: () => number;
    },
  ) {}

  async #resolve(target: GoodTarget, { family, signal }: LookupOptions) {
    if (target.kind === "address") return { ip: target.ip };
    return await this.parts.names.firstAddress(target.domain.ascii, {
      family,
      signal,
    });
  }

  async #geoipOf(ip: IpAddress, group: string, signal: AbortSignal) {
    const { profiles, now } = this.parts;
    const description = await profiles.describe(ip, { order: "v1", signal });
    return geoipView(description, { group, requestedAt: now() });
  }

  /** The GeoIP object of the caller. */
  geoipOfVisitor(ip: IpAddress, signal: AbortSignal): Promise<GeoipRecord> {
    return this.#geoipOf(ip, "visitor", signal);
  }

  /** The GeoIP object of a target; a name without address is one that says so. */
  async geoip(
    target: GoodTarget,
    options: LookupOptions,
  ): Promise<Looked<GeoipRecord>> {
    const answer = await this.#resolve(target, options);
    if (answer.ip === null) {
      const record = unresolvedGeoip(unresolved[answer.reason], {
        group: "domain",
        requestedAt: this.parts.now(),
      });
      return { record, lifetime: "none" };
    }
    const group = target.kind === "address" ? "ip" : "domain";
    const record = await this.#geoipOf(answer.ip, group, options.signal);
    return { record, lifetime: "hour" };
  }

  /**
   * The V1 record of a target.
   *
   * @throws {AppError} 404 for a name that does not resolve
   */
  async v1(
    target: GoodTarget,
    options: LookupOptions,
  ): Promise<Looked<V1Record>> {
    const answer = await this.#resolve(target, options);
    if (answer.ip === null) {
      throw new AppError(404, "NOT_FOUND", unresolved[answer.reason]);
    }
    const { profile } = await this.parts.profiles.describe(answer.ip, {
      order: "v1",
      signal: options.signal,
    });
    return { record: v1View(profile), lifetime: "hour" };
  }
}
