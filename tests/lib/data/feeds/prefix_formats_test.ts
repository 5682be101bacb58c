import assert from "node:assert/strict";
import fc from "fast-check";
import {
  parseAnycastCensus,
  parseAnycatch,
  parseExitAddresses,
  parsePlainList,
  parseSpamhaus,
} from "../../../../lib/data/feeds/prefix_formats.ts";
import { ipv4 } from "../../net/arbitraries.ts";
import { assertFails, parsed } from "./downloads.ts";
import { forAllAsync } from "../../../support/for_all.ts";

Deno.test("parseAnycastCensus - reads the blocks with several sites", async () => {
  const head = "prefix,number_of_sites,backing_prefix";
  const rows = [
    "1.0.0.0/24,74,1.0.0.0/24",
    "4.69.200.0/24,2,4.0.0.0/9",
    "77.90.139.0/24,67,-",
    // Never published so far: one site, or none that can be read.
    "192.0.2.0/24,1,-",
    "198.51.100.0/24",
  ];
  const list = [head, ...rows, ""].join("\r\n");
  const blocks = ["1.0.0.0/24", "4.69.200.0/24", "77.90.139.0/24"];
  const entries = [...blocks, ...rows.slice(3)];
  const read = await parsed(parseAnycastCensus, list);
  assert.deepEqual(read, { entries, builtAt: null });
  await assertFails(
    parseAnycastCensus,
    rows.join("\n"),
    /its columns are not prefix,number_of_sites,backing_prefix$/,
  );
});

Deno.test("parseAnycatch - reads the smallest route around what was measured", async () => {
  const rows = [
    "1.1.1.0/24,1.1.1.0",
    "34.32.0.0/11,34.34.193.1",
    "2001:500:1::/48,2001:500:1::53",
    "2600:1901::/32,2600:1901:0:1::",
    // Never published so far: a narrower route, and rows that cannot be right.
    "192.0.2.0/25,192.0.2.1",
    "192.0.2.0/24,198.51.100.1",
    "192.0.2.0/24",
    "192.0.2.1,192.0.2.0/24",
  ];
  assert.deepEqual(await parsed(parseAnycatch, rows.join("\n")), {
    entries: [
      ...["1.1.1.0/24", "34.34.193.1/24", "2001:500:1::53/48"],
      ...["2600:1901:0:1::/48", "192.0.2.1/25"],
      ...rows.slice(5),
    ],
    builtAt: null,
  });
});

Deno.test("parsePlainList - reads a FireHOL list and the date in its header", async () => {
  const list = `#
# firehol_example
#
# ipv4 hash:net ipset
#
# Maintainer      : Somebody
# Source File Date: Fri Nov 20 09:31:19 UTC 2026
# This File Date  : Fri Nov 20 09:40:00 UTC 2026
# Entries         : 2 subnets, 257 unique IPs
#
203.0.113.0/24
198.51.100.7
`;
  assert.deepEqual(await parsed(parsePlainList, list), {
    entries: ["203.0.113.0/24", "198.51.100.7"],
    builtAt: Date.UTC(2026, 10, 20, 9, 31, 19),
  });
});

Deno.test("parsePlainList - ignores comments after an entry, and an invalid date in the header", async () => {
  const list = "192.0.2.0/24 ; SBL1\r\n;x\n192.0.2.1# y\n";
  const entries = ["192.0.2.0/24", "192.0.2.1"];
  for (const head of ["", "# Source File Date: the day before\n"]) {
    const read = await parsed(parsePlainList, head + list);
    assert.deepEqual(read, { entries, builtAt: null });
  }
});

Deno.test("parseExitAddresses - reads every address of a block and the newest time", async () => {
  const list = `ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E
Published 2026-11-20 17:00:00
LastStatus 2026-11-20 20:00:00
ExitAddress 192.0.2.1 2026-11-20 20:11:12
ExitAddress 192.0.2.2 2026-11-20 19:00:00
ExitNode 00240ECB2B535AA4C1E1874D744DFA6AA2E5A941
Published 2026-11-21 01:00:00
LastStatus 2026-11-21 02:00:00
ExitAddress 192.0.2.3 2026-11-20 01:00:00
`;
  assert.deepEqual(await parsed(parseExitAddresses, list), {
    entries: ["192.0.2.1", "192.0.2.2", "192.0.2.3"],
    builtAt: Date.UTC(2026, 10, 20, 20, 11, 12),
  });
});

Deno.test("parseExitAddresses - passes on other lines, to be counted as invalid", async () => {
  const list = "Too many requests\nExitAddress 192.0.2.1\n";
  assert.deepEqual(await parsed(parseExitAddresses, list), {
    entries: ["Too many requests", "ExitAddress 192.0.2.1"],
    builtAt: null,
  });
});

Deno.test("parseExitAddresses - finds the addresses and the newest time of any blocks", async () => {
  const seenAt = fc.integer({ min: 1, max: 2e9 });
  const exit = fc.record({ ip: ipv4, seenAt });
  await forAllAsync([fc.array(exit, { minLength: 1 })], async (exits) => {
    const list = exits.map(({ ip, seenAt }) => {
      const seen = new Date(seenAt * 1000).toISOString().slice(0, 19);
      return `ExitNode AB\nExitAddress ${ip.text} ${seen.replace("T", " ")}\n`;
    }).join("");
    assert.deepEqual(await parsed(parseExitAddresses, list), {
      entries: exits.map(({ ip }) => ip.text),
      builtAt: Math.max(...exits.map(({ seenAt }) => seenAt)) * 1000,
    });
  }, { numRuns: 40 });
});

const cidrs = (source: string) => parseSpamhaus(source, "cidr");
const asns = (source: string) => parseSpamhaus(source, "asn");

const metadata = (records: number) =>
  `{"type":"metadata","timestamp":1795219200,"size":99,"records":${records},"copyright":"(c)","terms":"https://x/"}\n`;

Deno.test("parseSpamhaus - reads the prefixes and the time in the last line", async () => {
  const file = '{"cidr":"1.10.16.0/20","sblid":"SBL256894","rir":"apnic"}\n' +
    '{"cidr":"2a06:e480::/29","sblid":"SBL301771","rir":"ripencc"}\n' +
    metadata(2);
  assert.deepEqual(await parsed(cidrs, file), {
    entries: ["1.10.16.0/20", "2a06:e480::/29"],
    builtAt: 1_795_219_200_000,
  });
});

Deno.test("parseSpamhaus - reads AS numbers, whatever the names", async () => {
  const file =
    '{"asn":64500,"rir":"ripencc","domain":"a.example","cc":"NL","asname":"A \\u00e9"}\r\n' +
    metadata(1);
  assert.deepEqual((await parsed(asns, file)).entries, ["64500"]);
});

Deno.test("parseSpamhaus - passes on unreadable lines, to be counted as invalid", async () => {
  const file = '{"cidr":"1.10.16.0/20"}\n{"sblid":"x"}\nnull\n{"cidr":\n' +
    metadata(1);
  const { entries } = await parsed(cidrs, file);
  const unreadable = ['{"sblid":"x"}', "null", '{"cidr":'];
  assert.deepEqual(entries, ["1.10.16.0/20", ...unreadable]);
});

Deno.test("parseSpamhaus - rejects a truncated file, and metadata without a time", async () => {
  const row = '{"cidr":"1.10.16.0/20"}\n';
  const timeless = '{"type":"metadata","timestamp":"x"}\n';
  await assertFails(cidrs, row, "it has no metadata line at its end");
  await assertFails(cidrs, row + metadata(3), "it has only 1 of 3 records");
  await assertFails(cidrs, timeless, "its metadata has no valid time");
});

Deno.test("parseSpamhaus - finds the numbers of any rows", () =>
  forAllAsync([
    fc.array(fc.nat(), { minLength: 1 }),
    fc.string({ unit: "grapheme" }),
  ], async (numbers, asname) => {
    const rows = numbers.map((asn) => `${JSON.stringify({ asname, asn })}\n`);
    const file = rows.join("") + metadata(numbers.length);
    assert.deepEqual((await parsed(asns, file)).entries, numbers.map(String));
  }, { numRuns: 40 }));
