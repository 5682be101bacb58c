/**
 * Measures how many addresses per second are checked against 100,000 prefixes, and
 * how long 1,000,000 prefixes take to load:
 *
 *     deno run -A tests/bench/prefix_bench.ts
 */
import { AddressRanges } from "../../lib/net/ranges.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../lib/net/ip_address.ts";
import { PrefixSet } from "../../lib/net/prefix_set.ts";
import { type BenchOptions, median, perSecond } from "./figures.ts";

const ADDRESSES = 8_192;
const CHECKS = 4_000_000;

const random = (bits: number) => Math.floor(Math.random() * 2 ** bits);

/** Starts of ranges: a number of IPv4, then the two high words of IPv6. */
type Start = readonly [v4: number, high: number, low: number];

const randomStart = (): Start => [
  random(24) * 256,
  0x20010000 + random(16),
  random(32),
];

/** Half of them /24, half of them /64. */
function rangesOf(starts: readonly Start[]): AddressRanges {
  const ranges = new AddressRanges();
  for (const [start, high, low] of starts) {
    ranges.addV4(start, start + 255);
    ranges.addV6([high, low, 0, 0], [high, low, 0xffffffff, 0xffffffff]);
  }
  return ranges;
}

function randomStarts(prefixes: number): Start[] {
  return Array.from({ length: prefixes / 2 }, randomStart);
}

export function randomRanges(prefixes: number): AddressRanges {
  return rangesOf(randomStarts(prefixes));
}

async function checks(
  set: PrefixSet,
  addresses: readonly IpAddress[],
): Promise<number> {
  let hits = 0;
  const rate = await perSecond(CHECKS, () => {
    for (let i = 0; i < CHECKS; i++) {
      if (set.has(addresses[i & ADDRESSES - 1])) hits++;
    }
  });
  if (hits === CHECKS) throw new Error("random addresses are all in the set");
  return rate;
}

function loadMs(prefixes: number): number {
  const starts = randomStarts(prefixes);
  const startMs = performance.now();
  new PrefixSet(rangesOf(starts));
  return performance.now() - startMs;
}

/** Checks per second for each family, and the load time of a large set. */
export async function measure(
  { isQuick }: BenchOptions,
): Promise<Record<string, number>> {
  const set = new PrefixSet(randomRanges(100_000));
  const v4 = Array.from({ length: ADDRESSES }, () => ipv4FromValue(random(32)));
  const v6 = Array.from({ length: ADDRESSES }, () =>
    ipv6FromWords([
      0x20010000 + random(16),
      random(32),
      random(32),
      random(32),
    ]));
  const rates = { v4: [] as number[], v6: [] as number[] };
  const loads: number[] = [];
  for (let round = 0; round < (isQuick ? 2 : 5); round++) {
    rates.v4.push(await checks(set, v4));
    rates.v6.push(await checks(set, v6));
    loads.push(loadMs(1_000_000));
  }
  return {
    "IPv4 checks/s": median(rates.v4),
    "IPv6 checks/s": median(rates.v6),
    "load of 1,000,000, ms": median(loads),
  };
}

if (import.meta.main) console.table(await measure({ isQuick: false }));
