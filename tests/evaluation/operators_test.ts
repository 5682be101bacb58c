import assert from "node:assert/strict";
import type { Profile } from "../../lib/ipinfo/profile.ts";
import type { IpAddress } from "../../lib/net/ip_address.ts";
import { operatorShares } from "./operators.ts";
import { seededRandom } from "./samples.ts";

Deno.test("operatorShares - the mean over operators with ten addresses at a level, however many they have", () => {
  /** France, with 97 in IPv4 and with 22 in IPv6. */
  const describe = ({ family }: IpAddress) =>
    ({
      facts: { countryCode: "FR" },
      confidence: { country: family === 4 ? 97 : 22 },
    }) as Profile;
  const named = (name: string, ...blocks: string[]) => ({
    name,
    isHosting: false,
    blocks: blocks.map((line) => {
      const [cidr, value, operator] = line.split(" ");
      return { cidr, value: value === "?" ? undefined : value, operator };
    }),
  });
  const published = [
    // One operator, right about a half of 2,048 addresses and about all in IPv6.
    named("wide", "11.0.0.0/22 FR", "11.0.4.0/22 DE", "2a00::/32 FR"),
    // Its geofeed.
    named("wide-geofeed", "11.1.0.0/32 FR"),
    named("both", "12.0.0.0/24 FR a/b", "13.0.0.0/24 DE c/d"),
    named("unstated", "14.0.0.0/24 ?"),
    named("private", "10.0.0.0/24 DE"),
  ];
  const shares = operatorShares(published, describe, seededRandom(1));
  assert.deepEqual(shares.get(22), { share: 1, operators: 1 });
  // About a half, all and nothing.
  assert.deepEqual(shares.get(97), { share: 1.51 / 3, operators: 3 });
  assert.equal(shares.size, 2);
});
