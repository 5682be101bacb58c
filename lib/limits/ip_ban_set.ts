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

/** A block of addresses that an administrator shut out. */
export interface ManualBan {
  id: string;
  cidr: Cidr;
  sinceMs: number;
  /** Null: until it is lifted. */
  untilMs: number | null;
  reason: string;
  /** The name of who did it. */
  by: string;
}

/** A ban as it is kept, without its id, which is in the key. */
export function manualBanRecord(
  { cidr, sinceMs, untilMs, reason, by }: ManualBan,
): Record<string, unknown> {
  return { cidr: formatCidr(cidr), sinceMs, untilMs, reason, by };
}

/** The ban in a record of the store; null for anything else. */
export function asManualBan(id: string, value: unknown): ManualBan | null {
  if (typeof value !== "object" || value === null) return null;
  const { cidr: text, sinceMs, untilMs, reason, by } = value as Record<
    string,
    unknown
  >;
  const cidr = typeof text === "string" ? parseCidr(text) : null;
  return cidr !== null && isTime(sinceMs) &&
      (untilMs === null || isTime(untilMs)) &&
      typeof reason === "string" && typeof by === "string"
    ? { id, cidr: unmapIpv4Cidr(cidr), sinceMs, untilMs, reason, by }
    : null;
}

/** Whether a ban is in force at a time. */
export function isInForce({ untilMs }: ManualBan, nowMs: number): boolean {
  return untilMs === null || untilMs > nowMs;
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= lastTimeMs;
}

/** The blocks that are shut out, and for how long: asked by every request. */
export class IpBanSet {
  readonly #now: () => number;
  #bans: readonly ManualBan[] = [];
  /** Null where nothing is shut out, which most of the time is so. */
  #blocks: PrefixSet | null = null;
  /** When the first of `#blocks` ends. */
  #nextEndMs = Infinity;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Bans that had not ended when they were last looked at. */
  get size(): number {
    return this.#bans.length;
  }

  /** Makes these the bans. */
  use(bans: readonly ManualBan[]): void {
    const nowMs = this.#now();
    this.#bans = bans.filter((ban) => isInForce(ban, nowMs));
    this.#nextEndMs = this.#bans.reduce(
      (first, { untilMs }) => Math.min(first, untilMs ?? Infinity),
      Infinity,
    );
    this.#blocks = this.#bans.length === 0
      ? null
      : PrefixSet.from(this.#bans.map(({ cidr }) => cidr));
  }

  /** Whether `ip` lies in a block that is shut out now. */
  has(ip: IpAddress): boolean {
    if (this.#blocks === null) return false;
    const asked = unmapIpv4(ip);
    // Blocks that have ended only make it too large: a miss is a miss, without a look at the clock.
    if (!this.#blocks.has(asked)) return false;
    if (this.#now() < this.#nextEndMs) return true;
    this.use(this.#bans);
    return this.#blocks !== null && this.#blocks.has(asked);
  }

  /** When the last of the bans on `ip` ends, in milliseconds since the epoch: `Infinity` for never, null where it is not banned. */
  endOf(ip: IpAddress): number | null {
    if (!this.has(ip)) return null;
    const asked = unmapIpv4(ip);
    let endMs = -Infinity;
    for (const { cidr, untilMs } of this.#bans) {
      const thisEndMs = untilMs ?? Infinity;
      if (thisEndMs > endMs && cidrContains(cidr, asked)) endMs = thisEndMs;
    }
    return endMs;
  }
}
