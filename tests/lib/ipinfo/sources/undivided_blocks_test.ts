import assert from "node:assert/strict";
import { countryNumber } from "../../../../lib/data/places/countries.ts";
import { UndividedBlocks } from "../../../../lib/ipinfo/sources/undivided_blocks.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";

/** A database, by the first address of each block; an empty country where it has none. */
const DATABASE = [
  ["::", ""],
  ["2a03:b0c0::", "FR"],
  ["2a03:b0c1::", "DE"],
  ["2a03:b0c1:0:5::", "NL"],
  ["2a03:b0c1:0:9::", "ES"],
  ["2a03:b0c2::", ""],
  ["2a03:b0c3::", "ES"],
  ["2a03:b0c3:0:5::", "PT"],
  ["2a03:b0c3:ffff::", "ES"],
  ["2a03:b0c4::", ""],
  ["ffff:ffff:ffff:ffff::", "GR"],
].map(([text, country]) => ({ words: wordsOf(text), country }));

function wordsOf(text: string): readonly number[] {
  const ip = parseIp(text);
  assert(ip?.family === 6);
  return ip.words;
}

const blocks = new UndividedBlocks({
  lookup(ip) {
    assert(ip.family === 6);
    const [high, low] = ip.words;
    const last = DATABASE.findLast(({ words }) =>
      words[0] < high || words[0] === high && words[1] <= low
    );
    return last?.country ? { countryCode: last.country } : {};
  },
});

Deno.test("UndividedBlocks.countryOf - names a country only of blocks that the database does not divide", () => {
  const cases = [
    // CIDRs in a block of the database, and that block.
    ["2a03:b0c0:1::", "2a03:b0c0:1:ffff::", "FR"],
    ["2a03:b0c0::", "2a03:b0c0:ffff:ffff::", "FR"],
    ["2a03:b0c0:1:2::", "2a03:b0c0:1:2::", "FR"],
    // Wider than the database's.
    ["2a03:b0c0::", "2a03:b0c1:ffff:ffff::", undefined],
    ["2a03:b0c1::", "2a03:b0c1:ffff:ffff::", undefined],
    // No CIDR: the one around it is in one country, or isn't.
    ["2a03:b0c0:0:3::", "2a03:b0c0:0:5::", "FR"],
    ["2a03:b0c1:0:6::", "2a03:b0c1:0:7::", "NL"],
    ["2a03:b0c1:0:6::", "2a03:b0c1:0:8::", undefined],
    ["2a03:b0c1:0:5::", "2a03:b0c1:0:7::", undefined],
    // No CIDR, but with the database's bounds.
    ["2a03:b0c1:0:5::", "2a03:b0c1:0:8::", "NL"],
    ["2a03:b0c1::", "2a03:b0c1:0:4::", "DE"],
    ["2a03:b0c3::", "2a03:b0c3:0:4::", "ES"],
    ["2a03:b0c1:0:9::", "2a03:b0c1:ffff:ffff::", "ES"],
    // The database knows nothing.
    ["2a04::", "2a04:ffff:ffff:ffff::", undefined],
    // At the ends of all addresses.
    ["ffff:ffff:ffff:ffff::", "ffff:ffff:ffff:ffff::", "GR"],
    ["::", "2a03:b0bf:ffff:ffff::", undefined],
  ] as const;
  for (const [first, last, expected] of cases) {
    const [start, end] = [first, last].map((text) => {
      const [high, low] = wordsOf(text);
      return [high, low] as const;
    });
    const countryBeside = (other: string) =>
      blocks.countryOf({ start, end }, countryNumber(other));
    const own = countryNumber(expected ?? "");
    assert.equal(countryBeside("IT"), own, `${first} to ${last}`);
    if (!expected) continue;
    assert.equal(countryBeside(expected), 0, `${first}, where both agree`);
  }
});
