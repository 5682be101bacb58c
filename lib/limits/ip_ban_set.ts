import { isObject } from "../core/json.ts";
import {
  type Cidr,
  cidrContains,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../net/cidr.ts";
import { type IpAddress, unmapIpv4 } from "../net/ip_address.ts";
import { PrefixSet } from "../net/prefix_set.ts";

/** ECMA-262, Time Values and Time Range. */
const lastTimeMs = 8_640_000_000_000_000;

/** A ban that an administrator added. */
export interface ManualBan {
  id: string;
  cidr: Cidr;
  sinceMs: number;
  /** Null: until lifted. */
  untilMs: number | null;
  reason: string;
  /** Name of the actor. */
  by: string;
}

/** The id of a ban and its stored form, for the store and for other threads. */
export function formatManualBan(
  { id, cidr, sinceMs, untilMs, reason, by }: ManualBan,
): readonly [id: string, record: unknown] {
  return [id, { cidr: formatCidr(cidr), sinceMs, untilMs, reason, by }];
}

/** Parses a stored ban; null if malformed. */
export function parseManualBan(id: string, value: unknown): ManualBan | null {
  if (!isObject(value)) return null;
  const { cidr: text, sinceMs, untilMs, reason, by } = value;
  const cidr = typeof text === "string" ? parseCidr(text) : null;
  return cidr !== null && isTime(sinceMs) &&
      (untilMs === null || isTime(untilMs)) &&
      typeof reason === "string" && typeof by === "string"
    ? { id, cidr: unmapIpv4Cidr(cidr), sinceMs, untilMs, reason, by }
    : null;
}

export function isActive({ untilMs }: ManualBan, nowMs: number): boolean {
  return untilMs === null || untilMs > nowMs;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= lastTimeMs;
}

/** The banned blocks and their ends. Checked for every request. */
export class IpBanSet {
  readonly #now: () => number;
  #bans: readonly ManualBan[] = [];
  /** Null if nothing is banned, the usual case. */
  #blocks: PrefixSet | null = null;
  /** The earliest end of a ban in `#blocks`. */
  #nextEndMs = Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Bans that were active at the last check. */
  get bans(): readonly ManualBan[] {
    return this.#bans;
  }

  replace(bans: readonly ManualBan[]): void {
    const nowMs = this.#now();
    this.#bans = bans.filter((ban) => isActive(ban, nowMs));
    this.#nextEndMs = this.#bans.reduce(
      (first, { untilMs }) => Math.min(first, untilMs ?? Infinity),
      Infinity,
    );
    this.#blocks = this.#bans.length === 0
      ? null
      : PrefixSet.from(this.#bans.map(({ cidr }) => cidr));
  }

  /** The latest end of the bans of `ip`, in milliseconds since the epoch: `Infinity` for never, null if not banned. */
  banEndMs(ip: IpAddress): number | null {
    if (this.#blocks === null) return null;
    const address = unmapIpv4(ip);
    // Expired blocks only make the set too large, so a miss needs no clock.
    if (!this.#blocks.has(address)) return null;
    if (this.#now() >= this.#nextEndMs) this.replace(this.#bans);
    const ends = this.#bans.filter(({ cidr }) => cidrContains(cidr, address))
      .map(({ untilMs }) => untilMs ?? Infinity);
    return ends.length === 0 ? null : Math.max(...ends);
  }
}
