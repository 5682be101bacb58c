import assert from "node:assert/strict";
import { parseIp } from "../../lib/net/ip_address.ts";
import {
  addressOf,
  blockRanges,
  countryOfBlocks,
  drawAddresses,
  drawFromBlock,
  keyOf,
  KeyRanges,
  readRanges,
  seededRandom,
} from "./samples.ts";
import { readPublished } from "./published.ts";

Deno.test("keyOf, addressOf - an IPv6 address counts by its /48", () => {
  for (
    const [text, key, first] of [
      ["1.2.3.4", 0x01020304, "1.2.3.4"],
      ["255.255.255.255", 0xffff_ffff, "255.255.255.255"],
      ["2a00:1450:4001:80b::200e", 0x2a00_1450_4001, "2a00:1450:4001::1"],
    ] as const
  ) {
    const ip = parseIp(text);
    assert(ip, text);
    assert.equal(keyOf(ip), key, text);
    assert.equal(addressOf(ip.family, key).text, first);
  }
});

Deno.test("KeyRanges.draw - every key as often as the others, whatever its range", () => {
  const ranges = new KeyRanges<string>();
  ranges.add(10, 10, "one");
  ranges.add(20, 22, "three");
  assert.equal(ranges.total, 4);
  const drawn = [0, 0.24, 0.25, 0.5, 0.99].map((at) => ranges.draw(() => at));
  assert.deepEqual(drawn.map(({ key, value }) => [key, value]), [
    [10, "one"],
    [10, "one"],
    [20, "three"],
    [21, "three"],
    [22, "three"],
  ]);
  assert.deepEqual(
    [9, 10, 11, 20, 22, 23].map((key) => ranges.at(key)),
    [undefined, "one", undefined, "three", "three", undefined],
  );
});

Deno.test("drawAddresses - the same for the same seed, and nothing reserved", () => {
  const ranges = new KeyRanges<null>();
  // 9.255.255.0 to 10.0.0.255: the second half is private.
  ranges.add(0x09ff_ff00, 0x0a00_00ff, null);
  const draw = (seed: number) =>
    drawAddresses(ranges, { family: 4, count: 50, random: seededRandom(seed) })
      .map(({ text }) => text);
  assert.deepEqual(draw(1), draw(1));
  assert.notDeepEqual(draw(1), draw(2));
  assert(draw(1).every((text) => text.startsWith("9.255.255.")));
});

Deno.test("blockRanges - the blocks of one family; a narrow IPv6 block is a /48", () => {
  const blocks = [
    { cidr: "192.0.2.0/30", value: "a" },
    { cidr: "2a00:1450::/47", value: "b" },
    { cidr: "2a00:1450:5::/64", value: "c" },
    { cidr: "not a block", value: "d" },
  ];
  assert.equal(blockRanges(blocks, 4).total, 4);
  const v6 = blockRanges(blocks, 6);
  assert.equal(v6.total, 3);
  assert.equal(v6.at(0x2a00_1450_0001)?.value, "b");
  assert.equal(v6.at(0x2a00_1450_0005)?.value, "c");
});

Deno.test("drawFromBlock - an address in the block, also if it is narrower than a /48", () => {
  const blocks = [
    { cidr: "2a00:1450::/47", value: "wide" },
    { cidr: "2a00:1450:5:8::/64", value: "narrow" },
  ];
  const ranges = blockRanges(blocks, 6);
  const drawn = [0, 0.4, 0.99].map((at) => {
    const { ip, value } = drawFromBlock(ranges, 6, () => at);
    return [ip.text, value];
  });
  assert.deepEqual(drawn, [
    ["2a00:1450::1", "wide"],
    ["2a00:1450:1::1", "wide"],
    ["2a00:1450:5:8::", "narrow"],
  ]);
  const v4 = blockRanges([{ cidr: "192.0.2.8/30", value: "four" }], 4);
  const { ip, value } = drawFromBlock(v4, 4, () => 0.5);
  assert.deepEqual([ip.text, value], ["192.0.2.10", "four"]);
});

async function folderWith(
  files: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly url: URL }> {
  const path = await Deno.makeTempDir();
  const url = new URL(`file://${path}/`);
  for (const [name, text] of Object.entries(files)) {
    const file = new URL(name, url);
    await Deno.mkdir(new URL(".", file), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      await Deno.remove(path, { recursive: true });
    },
  };
}

Deno.test("readRanges - numbers of either family, without rows that have no value", async () => {
  await using folder = await folderWith({
    "4.csv": "10,19,FR\n20,29,\r\n30,39,DE\n\n",
    "6.csv": `${0x2a00_1450_0000n << 80n},${
      (0x2a00_1450_0002n << 80n) - 1n
    },IE`,
  });
  const read = (family: 4 | 6) =>
    readRanges(
      new URL(`${family}.csv`, folder.url),
      family,
      ([code]) => code || undefined,
    );
  const v4 = await read(4);
  assert.deepEqual([10, 25, 39].map((key) => v4.at(key)), [
    "FR",
    undefined,
    "DE",
  ]);
  const v6 = await read(6);
  assert.equal(v6.total, 2);
  assert.equal(v6.at(0x2a00_1450_0001), "IE");
});

Deno.test("readPublished - each cloud's own format, geofeeds and lists", async () => {
  const json = JSON.stringify;
  await using folder = await folderWith({
    "cloud/aws.json": json({
      prefixes: [
        {
          ip_prefix: "192.0.2.0/24",
          region: "eu-west-1",
          network_border_group: "eu-west-1",
        },
        {
          ip_prefix: "198.51.100.0/24",
          region: "eu-central-1",
          network_border_group: "eu-central-1-waw-1",
        },
      ],
      ipv6_prefixes: [],
    }),
    "cloud/azure.json": json({
      values: [
        {
          name: "AzureCloud.uksouth",
          properties: { region: "uksouth", addressPrefixes: ["192.0.2.0/25"] },
        },
        {
          name: "Storage",
          properties: { region: "", addressPrefixes: ["192.0.2.128/25"] },
        },
      ],
    }),
    "cloud/google.json": json({
      prefixes: [
        { ipv4Prefix: "192.0.2.0/26", scope: "us-east1" },
        { ipv6Prefix: "2001:db8::/32", scope: "global" },
      ],
    }),
    "cloud/oracle.json": json({
      regions: [{ region: "uk-cardiff-1", cidrs: [{ cidr: "192.0.2.0/27" }] }],
    }),
    "geofeeds/isp.csv": "# comment\n192.0.2.0/28,CH,CH-ZH,Zurich,\n" +
      "192.0.2.16/28,XX,,,\n",
    "geofeeds/several.csv":
      "# a/b\n192.0.2.0/28,CH\n# a comment\n# https://example.com/\n" +
      "192.0.2.16/28,CH\n# c/d\n192.0.2.32/28,CH\n",
    "hosting/host.csv": "Example,192.0.2.0/29\n\n",
  });
  const all = await readPublished(folder.url);
  assert.deepEqual(
    all.map(({ name, isHosting, blocks }) => [
      name,
      isHosting,
      ...blocks.map(({ cidr, value, operator = "" }) =>
        `${cidr} ${value} ${operator}`.trim()
      ),
    ]),
    [
      ["aws", true, "192.0.2.0/24 IE", "198.51.100.0/24 undefined"],
      ["azure", true, "192.0.2.0/25 GB"],
      ["google", true, "192.0.2.0/26 US", "2001:db8::/32 undefined"],
      ["oracle", true, "192.0.2.0/27 GB"],
      ["isp", false, "192.0.2.0/28 CH", "192.0.2.16/28 undefined"],
      [
        "several",
        false,
        "192.0.2.0/28 CH a/b",
        "192.0.2.16/28 CH a/b",
        "192.0.2.32/28 CH c/d",
      ],
      ["host", true, "192.0.2.0/29 undefined"],
    ],
  );
  await Deno.writeTextFile(new URL("cloud/other.json", folder.url), "{}");
  await assert.rejects(readPublished(folder.url), {
    message: "it is in no known format",
  });
});

Deno.test("countryOfBlocks - the narrowest block with a country", () => {
  const countryOf = countryOfBlocks([
    { cidr: "192.0.0.0/8", value: "US" },
    { cidr: "192.0.2.0/24", value: "FR" },
    { cidr: "192.0.2.0/25", value: undefined },
    { cidr: "2001:db8::/48", value: "DE" },
    { cidr: "bad", value: "ES" },
  ]);
  for (
    const [text, country] of [
      ["192.0.2.1", "FR"],
      ["192.0.3.1", "US"],
      ["193.0.0.1", undefined],
      ["2001:db8::1", "DE"],
      ["2001:db8:1::1", undefined],
    ] as const
  ) assert.equal(countryOf(parseIp(text)!), country, text);
});
