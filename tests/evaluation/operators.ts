/** How often the country is right at each level of confidence, if every operator counts the same. */
import type { Profile } from "../../lib/ipinfo/profile.ts";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import { isBogon } from "../../lib/net/special_blocks.ts";
import type { Published } from "./published.ts";
import { blockRanges, drawFromBlock } from "./samples.ts";

/** Addresses of each operator and family. */
const DRAWN = 500;
/** An operator with fewer addresses at a level does not count there. */
const FEWEST = 10;

/** The mean of the operators' shares. */
export interface OperatorShare {
  readonly share: number;
  readonly operators: number;
}

/** By level. Draws addresses of each operator in proportion to the size of its blocks. */
export function operatorShares(
  published: readonly Published[],
  describe: (ip: IpAddress) => Profile,
  random: () => number,
): Map<number, OperatorShare> {
  const byOperator = Map.groupBy(
    published.flatMap(({ name, blocks }) =>
      blocks.map((block) => ({ name, ...block }))
    ),
    // Amazon publishes a list and a geofeed.
    ({ operator, name }) => operator ?? name.replace("-geofeed", ""),
  );
  const shares = new Map<number, number[]>();
  for (const blocks of byOperator.values()) {
    const verdicts: { level: number; isRight: boolean }[] = [];
    for (const family of [4, 6] as const) {
      const ranges = blockRanges(blocks, family);
      for (let i = 0; i < DRAWN && ranges.total > 0; i++) {
        const { ip, value } = drawFromBlock(ranges, family, random);
        if (value === undefined || isBogon(ip)) continue;
        const { facts, confidence } = describe(ip);
        if (confidence.country === null) continue;
        verdicts.push({
          level: confidence.country,
          isRight: facts.countryCode === value,
        });
      }
    }
    for (const [level, of] of Map.groupBy(verdicts, ({ level }) => level)) {
      if (of.length < FEWEST) continue;
      const right = of.filter(({ isRight }) => isRight).length;
      shares.getOrInsertComputed(level, () => []).push(right / of.length);
    }
  }
  return new Map(
    [...shares].map(([level, of]) => [level, {
      share: of.reduce((a, b) => a + b) / of.length,
      operators: of.length,
    }]),
  );
}
