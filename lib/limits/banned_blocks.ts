import { contains } from "../net/cidr.ts";
import { type IpAddress, unmapped } from "../net/ip_address.ts";
import { PrefixSet } from "../net/prefix_set.ts";
import { isInForce, type ManualBan } from "./manual_ban.ts";

/** The blocks that are shut out, and for how long: asked by every request. */
export class BannedBlocks {
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
    const asked = unmapped(ip);
    // Blocks that have ended only make it too large: a miss is a miss, without a look at the clock.
    if (!this.#blocks.has(asked)) return false;
    if (this.#now() < this.#nextEndMs) return true;
    this.use(this.#bans);
    return this.#blocks !== null && this.#blocks.has(asked);
  }

  /** When the last of the bans on `ip` ends, in milliseconds since the epoch: `Infinity` for never, null where it is not banned. */
  endOf(ip: IpAddress): number | null {
    if (!this.has(ip)) return null;
    const asked = unmapped(ip);
    let endMs = -Infinity;
    for (const { cidr, untilMs } of this.#bans) {
      const thisEndMs = untilMs ?? Infinity;
      if (thisEndMs > endMs && contains(cidr, asked)) endMs = thisEndMs;
    }
    return endMs;
  }
}
