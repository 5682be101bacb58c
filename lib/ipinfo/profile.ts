import type { ClientKey } from "../core/caller.ts";
import type { Fact, Facts } from "../data/facts.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Evidence } from "./risk/evidence.ts";
import type { SourceKind, SourcePolicy } from "./source_policy.ts";
import type { Risk } from "./risk/risk.ts";

export type { Fact, Facts };

/** What is known about one address, and the name of the source of each fact. */
export interface Profile {
  readonly ip: IpAddress;
  readonly isBogon: boolean;
  /** Country CN by the local tables; Hong Kong, Macao and Taiwan are not. */
  readonly isChinaIp: boolean;
  readonly facts: Readonly<Partial<Facts>>;
  readonly sources: Readonly<Partial<Record<Fact, string>>>;
  /** What the sources say for and against the traits of the address. */
  readonly evidence: readonly Evidence[];
  /** The verdict over the evidence. */
  readonly risk: Risk;
}

/** What one source says of one address. Neither part has empty values. */
export interface Findings {
  readonly facts: Readonly<Partial<Facts>>;
  readonly evidence?: readonly Evidence[];
  /** Part of what the source knows is missing: it is worth asking again soon. */
  readonly isPartial?: boolean;
}

/** What a source says of which it knows nothing: tables give this very object. */
export const NO_FINDINGS: Findings = Object.freeze({
  facts: Object.freeze({}),
});

/**
 * One place facts come from that is in memory. What it returns has no empty
 * values and must not be changed: it may be shared.
 */
export interface LocalSource {
  readonly name: string;
  readonly kind: SourceKind;
  /** Set while the tables for the address are not in memory yet; resolves when they are. */
  pending?(ip: IpAddress): Promise<void> | undefined;
  /** Throwing means "nothing this time". */
  lookup(ip: IpAddress): Findings;
}

/**
 * One place facts come from that has to be asked over the network.
 *
 * Throwing means "nothing this time" and counts as a failure; an answer that
 * nothing is known is no failure but empty facts. Empty values are dropped.
 */
export interface RemoteSource {
  readonly name: string;
  readonly kind: SourceKind;
  /** The only order that asks it, where the other has no use for what it says. */
  readonly onlyFor?: SourcePolicy;
  /** The longest it is waited for. */
  readonly timeoutMs: number;
  /** How long an answer may be kept, and how long one that says nothing. */
  readonly lifetimeMs: number;
  readonly emptyLifetimeMs: number;
  /** Questions it gets at once, shared fairly among clients; those beyond wait for a while. */
  readonly maxInFlight?: number;
  /**
   * Must heed the signal.
   *
   * @param client on whose behalf, for a source that shares a pool with others
   * @throws {SourceBusy} where it must not be asked for a while
   */
  lookup(
    ip: IpAddress,
    signal: AbortSignal,
    client?: ClientKey,
  ): Promise<Findings>;
}
