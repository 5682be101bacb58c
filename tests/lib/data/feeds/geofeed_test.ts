import assert from "node:assert/strict";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import fc from "fast-check";
import {
  compileGeofeed,
  compileHarvest,
  type GeofeedPlace,
  parseGeofeedRow,
  PlacedBlocks,
} from "../../../../lib/data/feeds/geofeed.ts";
import {
  type Cidr,
  cidrContains,
  enclosingCidr,
  formatCidr,
  lastAddress,
} from "../../../../lib/net/cidr.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { cidr, ip } from "../../net/arbitraries.ts";
import { assertFails, compiled, hostile } from "./downloads.ts";
import { ip as address } from "../../../support/address.ts";
import { codePoint } from "../../../support/code_point.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./geofeed.json" with { type: "json" };

const isBogon = (of: Cidr) => /^(?:10|198\.18)\./.test(formatCidr(of));
const compile = (source: string, target: string) =>
  compileGeofeed({ isBogon }, source, target);

/** The place of an address in a table; null if it is not listed. */
function placeIn(bytes: Uint8Array, text: string) {
  const table = new PlaceTable(bytes, (facts) => facts);
  const id = table.recordId(address(text));
  return id === 0 ? null : withoutEmpty(table.factsOf(id));
}

const california = { countryCode: "US", region: "California" };
const bavaria = { countryCode: "DE", region: "Bavaria" };
const cases = [
  ["192.0.2.0/24,US,US-CA,Fresno,", { ...california, city: "Fresno" }],
  // A single address, without the empty last field.
  ["2001:db8::1,de,de-by,München", { ...bavaria, city: "München" }],
  ["192.0.2.0/24,TW,,Taipei,10048", { countryCode: "TW", city: "Taipei" }],
  ["192.0.2.0/24,US,Texas,Dallas,", { countryCode: "US", city: "Dallas" }],
  ["192.0.2.0/24,US,DE-BY,Dallas,", { countryCode: "US", city: "Dallas" }],
  ["192.0.2.0/24,,,,", {}],
  ["192.0.2.0/24", {}],
  ["192.0.2.0/24,ZZ,,,", {}],
  ["192.0.2.0/24,US,,<b>,", { countryCode: "US" }],
  ["192.0.2.0/24,US,,a\u0007b,", { countryCode: "US" }],
  [`192.0.2.0/24,US,,${"x".repeat(81)},`, { countryCode: "US" }],
  ["192.0.2.0/33,US,,,", null],
  ["prefix,country,region,city,postal", null],
  ["192.0.2.0/24,XX,,,", null],
  ["192.0.2.0/24,constructor,,,", null],
  [",US,,,", null],
] as const;
for (const [text, place] of cases) {
  Deno.test(`parseGeofeedRow - ${text.slice(0, 60)}`, () => {
    const row = parseGeofeedRow(text.split(","));
    assert.deepEqual(row && row.place, place);
  });
}

Deno.test("compileGeofeed - the most specific block counts, and comments do not", async () => {
  const { stored, entries, builtAt } = await compiled(
    compile,
    `\ufeff# prefix,"country
172.224.226.0/24,GB,GB-EN,London,
172.224.226.34/31,GB,GB-SC,"Ayr, South",
172.224.226.64/26,,,,
::ffff:104.28.0.0/112,JP,JP-13,#1,
198.18.0.0/15,US,,,
2a02:26f7::/45,PL,PL-14,Warsaw,
2a02:26f7:0:1::/64,PL,,,
`,
  );
  assert.deepEqual([entries, builtAt], [6, null]);
  const places = samples.places as [address: string, place: unknown][];
  for (const [address, place] of places) {
    assert.deepEqual(placeIn(stored, address), place, address);
  }
});

Deno.test("compileGeofeed - merges rows about the same block to what they have in common", async () => {
  const { stored, entries } = await compiled(
    compile,
    "192.0.2.0/24,US,US-CA,Los Angeles,\n192.0.2.1/24,US,US-CA,Fresno,\n" +
      "198.51.100.0/24,US,US-CA,Fresno,\n198.51.100.0/24,DE,,Fresno,\n" +
      "203.0.113.0/24,US,,,\n",
  );
  assert.equal(entries, 3);
  assert.deepEqual(placeIn(stored, "192.0.2.9"), california);
  assert.deepEqual(placeIn(stored, "198.51.100.9"), {});
});

Deno.test("compileGeofeed - rejects files that are not geofeeds or claim too much", async () => {
  const failures: [content: string, message: RegExp][] = [
    ["8.0.0.0/7,US,,,\n", /^Error: it lists 8\.0\.0\.0\/7, an implausibly/],
    ["::/0,US,,,\n", /^Error: it lists ::\/0, an implausibly large block$/],
    [
      "10.0.0.0/24,US,,,\n",
      /^Error: it lists 10\.0\.0\.0\/24, which is private space$/,
    ],
    ["198.18.0.0/24,US,,,\n", /^Error: it lists no public addresses$/],
    ["# nothing\n", /^Error: it has no entries$/],
    ["192.0.2.0/24,US,,,\na,US,,,\n", /^Error: 1 of 2 entries are invalid$/],
    [`192.0.2.0/24,US,,${"x".repeat(5000)},\n`, /^Error: /],
  ];
  for (const [why, content, message] of hostile) {
    const isBlank = why === "blank lines" || why === "empty text";
    failures.push([`${content}`, isBlank ? /^Error: / : message]);
  }
  for (const [content, message] of failures) {
    await assertFails(compile, content, message);
  }
});

/** Blocks that lie within each other: around an address, of several lengths. */
const nested = fc.array(
  fc.tuple(cidr, fc.array(fc.nat(128), { maxLength: 4 })),
  { minLength: 1, maxLength: 12 },
).map((all) => {
  const blocks = new Map<string, Cidr>();
  for (const [one, lengths] of all) {
    const bits = one.address.family === 4 ? 32 : 128;
    const end = lastAddress(one);
    for (const length of [one.prefixLength, ...lengths]) {
      const of = enclosingCidr(end, Math.min(length, bits));
      blocks.set(formatCidr(of), of);
    }
  }
  return [...blocks.values()];
});

Deno.test("PlacedBlocks - every address has the place of the smallest block that contains it", () =>
  forAll([nested, fc.array(ip)], (blocks, others) => {
    const rows = blocks.map((of, i) => {
      const place: GeofeedPlace = { countryCode: "US", city: `City ${i}` };
      return { cidr: of, place };
    });
    const placed = new PlacedBlocks();
    for (const row of rows) placed.add(row);
    const { bytes, entries } = placed.encode();
    assert.equal(entries, rows.length);
    const table = new PlaceTable(bytes, (facts) => facts);
    const edges = blocks.flatMap((of) => [of.address, lastAddress(of)]);
    for (const address of [...edges, ...others]) {
      const inside = rows.filter(({ cidr: of }) => cidrContains(of, address));
      const [smallest] = inside.toSorted((a, b) =>
        b.cidr.prefixLength - a.cidr.prefixLength
      );
      // The table reads ::/96 as IPv4 once it has blocks of it.
      const words = address.family === 6 ? address.words : [1];
      if (words.slice(0, 3).every((word) => word === 0)) continue;
      const id = table.recordId(address);
      const city = id === 0 ? undefined : table.factsOf(id).city;
      assert.equal(city, smallest?.place.city, address.text);
    }
  }, { numRuns: 60 }));

Deno.test("parseGeofeedRow - reads any block, and never throws", () => {
  forAll([cidr], (of) => {
    const row = parseGeofeedRow([formatCidr(of), "US"]);
    assert(row);
    assert.deepEqual(row.place, { countryCode: "US" });
  });
  const texts = fc.array(fc.string({ unit: codePoint }), { minLength: 1 });
  forAll([texts], (fields) => void parseGeofeedRow(fields));
});

Deno.test("compileHarvest - keeps rows without flags, within the space whose registration names the geofeed", async () => {
  const row = (prefix: string, place: string, inetnum: string, flags = "") =>
    `${prefix},${place},,RIPE,${inetnum},https://a.example/f.csv,` +
    `2026-08-03T06:42:04+00:00,false,false,,0.80,${flags}\n`;
  const head =
    "prefix,country,region,city,postal_code,rir,inetnum,url,fetched_at,signed,signature_valid,bgp_valid,confidence,flags\n";
  const rows = [
    row("5.0.0.0/24", 'CH,,"Zurich, West"', "5.0.0.0/16"),
    row("2a00:1::/32", "NO,,Oslo", "2a00:1::/32"),
    // Contradicts another row; outside; by a registry; not a network.
    row("5.0.1.0/24", "CH,,Bern", "5.0.0.0/16", "overlap_conflict"),
    row("5.1.0.0/24", "CH,,Bern", "5.0.0.0/16"),
    row("5.0.0.0/12", "CH,,Bern", "5.0.0.0/16"),
    row("5.0.2.0/24", "CH,,Bern", "0.0.0.0/0"),
    row("2a00:2::/32", "CH,,Bern", "2a00:2::/15"),
    row("2a00:3::/32", "CH,,Bern", "5.0.0.0/16"),
    row("5.0.3.0/24", "CH,,Bern", "5.0.0.0 - 5.0.255.255"),
    ...Array.from(
      { length: 120 },
      (_, i) => row(`5.0.${100 + i}.0/24`, "DE,,Bonn", "5.0.0.0/16"),
    ),
    "5.0.9.0/24,DE\n",
  ];
  const harvest = (source: string, target: string) =>
    compileHarvest({ isBogon }, source, target);
  const { stored, entries } = await compiled(harvest, head + rows.join(""));
  assert.equal(entries, 122);
  assert.equal(placeIn(stored, "5.0.0.9")?.city, "Zurich, West");
  assert.equal(placeIn(stored, "2a00:1::9")?.city, "Oslo");
  const unlisted = [
    ...["5.0.1.9", "5.1.0.9", "5.0.2.9", "5.0.3.9", "5.8.0.1", "5.0.9.9"],
    ...["2a00:2::9", "2a00:3::9"],
  ];
  for (const none of unlisted) assert.equal(placeIn(stored, none), null, none);
  const headless = rows.join("");
  await assertFails(harvest, headless, /its columns are not prefix,country,/);
});
