import type { ClientKey } from "../core/fair_queue.ts";
import type { Fact, Facts } from "../data/facts.ts";
import type { AnycastKind } from "../net/anycast.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Evidence } from "./risk/evidence.ts";
import type { Risk } from "./risk/risk.ts";

export type { Fact, Facts };

/** How sure a profile is, in per cent; null where it says nothing. */
export interface Confidence {
  readonly country: number | null;
  /** The code of another country that can be the right one, if the country is uncertain. */
  readonly alternative?: string;
  readonly lineType: number | null;
}

/** The facts about one address, and the source of each fact. */
export interface Profile {
  readonly ip: IpAddress;
  readonly isBogon: boolean;
  /**
   * Whether the local tables place it in country CN, which excludes Hong Kong,
   * Macao and Taiwan.
   */
  readonly isChinaIp: boolean;
  /** Which anycast service has the address; null for an address in one place. */
  readonly anycast: AnycastKind | null;
  readonly facts: Readonly<Partial<Facts>>;
  readonly sources: Readonly<Partial<Record<Fact, string>>>;
  readonly evidence: readonly Evidence[];
  readonly risk: Risk;
  readonly confidence: Confidence;
}

/** One source's result for one address. Unknown facts are absent or undefined, never empty. */
export interface Findings {
  readonly facts: Readonly<Partial<Facts>>;
  readonly evidence?: readonly Evidence[];
  /**
   * The country code that each of the source's own sources names, if it has several;
   * by default it counts as one, with the country of its facts. A function, because
   * few records show how many agree.
   */
  readonly countries?: () => readonly (string | undefined)[];
  /** Set if the address is in many places at once; the country is the operator's. */
  readonly anycast?: AnycastKind;
  /**
   * Set if part of the source's data is missing, so that the result is cached
   * only briefly.
   */
  readonly isPartial?: boolean;
}

/** Shared empty result; compared by identity. */
export const NO_FINDINGS: Findings = Object.freeze({
  facts: Object.freeze({}),
});

/**
 * A source in memory. Its result has no empty values, and must not be modified
 * because it may be shared.
 */
export interface LocalSource {
  readonly name: string;
  readonly kind: SourceKind;
  /** A promise while the tables for the address are still loading. */
  pending?(ip: IpAddress): Promise<void> | undefined;
  /** A thrown error counts as no result. */
  lookup(ip: IpAddress): Findings;
}

/**
 * A source that is queried over the network.
 *
 * A thrown error counts as a failure without a result. If the source knows
 * nothing, it returns empty facts, which is not a failure. Empty values are
 * dropped.
 */
export interface RemoteSource {
  readonly name: string;
  readonly kind: SourceKind;
  /**
   * The only source policy that uses it, if the other has no use for its data.
   */
  readonly onlyFor?: SourcePolicy;
  readonly timeoutMs: number;
  /** How long to cache a result, and an empty one. */
  readonly lifetimeMs: number;
  readonly emptyLifetimeMs: number;
  /**
   * Maximum number of concurrent queries, shared fairly among clients. Others
   * wait in a queue.
   */
  readonly maxInFlight?: number;
  /**
   * Whether its server has asked for these very facts, so that it would wait for
   * itself.
   *
   * @param servers those that the request has passed through
   */
  isLoop?(servers: readonly string[]): boolean;
  /**
   * Checks its health after a failure, independently of one query: resolves if the
   * source works, rejects if not. Must honor the signal.
   */
  check?(signal: AbortSignal): Promise<void>;
  /**
   * Queries the source. Must respect the signal.
   *
   * @param client for fair sharing, if the source uses a shared pool
   * @param servers those that the request has passed through
   * @throws {SourceBusyError} if it must not be queried for a while
   */
  lookup(
    ip: IpAddress,
    signal: AbortSignal,
    client?: ClientKey,
    servers?: readonly string[],
  ): Promise<Findings>;
}

/** The kind of a source, which decides its precedence. */
export type SourceKind =
  | "open"
  | "regional"
  | "commercial"
  | "abuse"
  | "lists"
  | "registry"
  | "reverse";

/** How the names of sources begin whose places a network has published itself. */
export const PLACE_LIST = "geofeed:";

/** Which sources a record uses, and their precedence. */
export type SourcePolicy = "v1" | "v2";

/**
 * The kinds of sources for each policy and location, highest precedence first.
 * Other kinds are not queried.
 *
 * For reverse names, name servers are more reliable than sources that repeat
 * them. Lists and registries come last, so that they fill gaps without
 * overruling measured data.
 */
export const SOURCE_ORDER: Readonly<
  Record<SourcePolicy, Record<"china" | "elsewhere", readonly SourceKind[]>>
> = {
  v1: {
    china: ["reverse", "regional", "open", "lists", "registry"],
    elsewhere: ["reverse", "open", "regional", "lists", "registry"],
  },
  v2: {
    china: [
      "reverse",
      "regional",
      "commercial",
      "abuse",
      "open",
      "lists",
      "registry",
    ],
    elsewhere: [
      "reverse",
      "commercial",
      "abuse",
      "open",
      "regional",
      "lists",
      "registry",
    ],
  },
};
