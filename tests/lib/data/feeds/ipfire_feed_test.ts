import assert from "node:assert/strict";
import { createFeeds } from "../../../../lib/data/feeds/catalogue.ts";
import { compileIpfire } from "../../../../lib/data/feeds/ipfire_feed.ts";
import { RegisteredCountries } from "../../../../lib/data/networks/registered_countries.ts";
import { countryFacts } from "../../../../lib/data/places/countries.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import { ip } from "../../../support/address.ts";
import { isFile } from "../../../support/programs.ts";
import { servedFixture } from "../update/update_fixture.ts";
import { ipOfWords } from "../bits.ts";
import { COUNTRY_RANGES as RANGES } from "../table_feeds.ts";
import { assertFails, compiled, failureOf, testHostile } from "./downloads.ts";
import DUMP from "./ipfire_dump.txt" with { type: "text" };

const HEAD = "# Location Database Export\n#\n" +
  "# Generated: Thu, 25 Jun 2026 04:33:59 GMT\n# License:   CC BY-SA 4.0\n#\n";
const BUILT_AT = Date.UTC(2026, 5, 25, 4, 33, 59);

async function countriesOf(text: string, addresses: readonly string[]) {
  const file = await compiled(compileIpfire, HEAD + text);
  const { stored, builtAt, entries } = file;
  const table = new RegisteredCountries(stored);
  assert.equal(builtAt, BUILT_AT);
  assert.equal(table.builtAt, Math.floor(BUILT_AT / 1000) * 1000);
  return [entries, ...addresses.map((text) => table.ofAddress(ip(text)))];
}

Deno.test("compileIpfire - the ranges that Tor distributes, of one family", async () => {
  const v4 = ["8.8.8.0", "8.8.8.255", "8.8.9.0", "10.0.0.1", "41.1.2.3"];
  assert.deepEqual(
    await countriesOf(RANGES[4], [...v4, "2001:200::1"]),
    [6, "US", "US", undefined, undefined, "ZA", undefined],
  );
  const more =
    "2a00::,2a00::7fff,IT\n2a01::,2a01:0:0:1:ffff:ffff:ffff:ffff,??\n";
  const v6 = ["2001:200::1", "2001:200:ffff:ffff::", "2001:201::", "2a00::1"];
  assert.deepEqual(
    await countriesOf(RANGES[6] + more, [...v6, "8.8.8.8"]),
    [7, "JP", "JP", undefined, undefined, undefined],
  );
});

Deno.test("compileIpfire - the paragraphs of a dump, of which the narrowest network counts", async () => {
  const v4 = ["8.8.8.8", "41.0.3.255", "41.0.4.1", "41.0.4.129", "41.0.5.1"];
  const more =
    "\nnet: 2001:200::/65\ncountry: US\n\nnet: 2001:200:1::/64\ncountry: NG\n";
  const v6 = ["2001:200::1", "2001:200:1::1", "2001:67c:2e8::1"];
  assert.deepEqual(
    await countriesOf(DUMP + more, [...v4, ...v6]),
    [13, "US", "ZA", "NG", undefined, "ZA", "JP", "NG", "NL"],
  );
});

Deno.test("compileIpfire - refuses what overlaps, is repeated, or is no such database", async () => {
  const fails = (text: string, message: string | RegExp) =>
    assertFails(compileIpfire, text, message);
  await fails(RANGES[4] + RANGES[4], "6 of 12 entries are invalid");
  const moved = DUMP.replaceAll("41.0.4.1", "41.0.6.1");
  await fails(DUMP + moved, "5 of 12 networks are repeated");
  // Of IPv4, the dump has six networks.
  const networks = (count: number) =>
    [...Array(count).keys(), 0]
      .map((i) => `\nnet: 20.0.${i}.0/24\ncountry: US\n`).join("");
  await fails(DUMP + networks(93), "1 of 100 networks are repeated");
  const most = HEAD + DUMP + networks(94);
  assert.equal(await failureOf(compileIpfire, most), "no failure");
  await fails(
    RANGES[4].replaceAll(/[A-Z]{2}$/gm, "DE"),
    /^Error: known addresses are wrong: 8\.8\.8\.8 is DE instead of US/,
  );
  const lines = [
    "4000000000,3999999999,US",
    "4000000000,4294967296,US",
    "4000000000,2001::,US",
    "4000000000,4000000001",
    "4000000000,4000000001,USA",
    "4000000000,4000000001,US,1",
  ];
  for (const line of lines) {
    const text = `${RANGES[4]}${line}\n`;
    const message = "1 of 7 entries are invalid";
    await assertFails(compileIpfire, text, message, line);
  }
});

testHostile("compileIpfire", compileIpfire);

/** The files of Debian's package, which are Tor's. */
const DEBIAN = [
  ["ipfire-v4", "/usr/share/tor/geoip"],
  ["ipfire-v6", "/usr/share/tor/geoip6"],
] as const;

function boundOf(text: string): IpAddress {
  return text.includes(":") ? ip(text) : ipOfWords(Number(text));
}

/** A range that splits a /64 is nobody's network, and left out. */
function isOfWhole64s([first, last]: readonly IpAddress[]): boolean {
  if (first.family === 4 || last.family === 4) return true;
  return first.words[2] === 0 && first.words[3] === 0 &&
    last.words[2] === 0xffff_ffff && last.words[3] === 0xffff_ffff;
}

for (const [name, path] of DEBIAN) {
  const isMissing = !isFile(path);
  Deno.test({
    name: `data update - has the countries at the bounds of ${path}` +
      (isMissing ? " (skipped: there is no tor-geoipdb)" : ""),
    ignore: isMissing && Deno.env.get("CI") === undefined,
    async fn() {
      const published = await Deno.readFile(path);
      await using data = await servedFixture();
      const { routes, origin, clock, update, store } = data;
      routes["/geoip"] = published;
      const urls = new Map([[name, `${origin}/geoip`]]);
      const feeds = createFeeds({ now: () => clock.now, urls });
      const [outcome] = await update(feeds, { only: [name] });
      assert.equal(outcome.outcome, "updated", outcome.message);
      const { bytes } = await store.open(name);
      const table = new RegisteredCountries(bytes);
      let count = 0;
      for (const line of new TextDecoder().decode(published).split("\n")) {
        if (line === "" || line.startsWith("#")) continue;
        const [first, last, code] = line.split(",");
        const country = countryFacts(code) ? code : undefined;
        // A tenth of them: all take a second.
        if (count++ % 10 > 0) continue;
        const bounds = [first, last].map(boundOf);
        if (!isOfWhole64s(bounds)) continue;
        for (const bound of bounds) {
          const found = table.ofAddress(bound);
          if (found !== country) assert.fail(`${found} in ${line}`);
        }
      }
      assert.equal(count, outcome.entries);
      assert(count > 250_000, `${count} rows`);
    },
  });
}
