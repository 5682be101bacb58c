import assert from "node:assert/strict";
import { createCoverageTest } from "../../../../lib/data/feeds/catalogue.ts";
import { compileVrps } from "../../../../lib/data/feeds/vrp_feed.ts";
import { VrpTable } from "../../../../lib/data/networks/vrp_table.ts";
import { bogonBlocks } from "../../../../lib/net/special_blocks.ts";
import { cidr } from "../../../support/address.ts";
import { assertFails, compiled, testHostile } from "./downloads.ts";

const isBogon = createCoverageTest(bogonBlocks());
const compile = (source: string, target: string) =>
  compileVrps({ isBogon }, source, target);

type States = readonly (readonly [block: string, asn: number, state: string])[];

/** The states of routes in a table. */
function assertStates(stored: Uint8Array, states: States) {
  const table = new VrpTable(stored);
  for (const [block, asn, state] of states) {
    const { address, prefixLength } = cidr(block);
    const found = table.stateOf(address, prefixLength, asn);
    assert.equal(found, state, `${block} of AS${asn}`);
  }
}

const STATES = [
  ["1.0.0.0/24", 13335, "valid"],
  ["1.0.0.0/25", 13335, "invalid"],
  ["1.0.0.0/24", 15169, "invalid"],
  ["2001:db9::/48", 64500, "valid"],
  ["2001:db9::/49", 64500, "invalid"],
  ["5.0.0.0/16", 64500, "not-found"],
  ["198.18.0.0/16", 64500, "not-found"],
] as const;

const rpkiClient = `{
	"metadata": {
		"buildmachine": "example",
		"buildtime": "2026-11-24T01:02:03Z",
		"roas": 3,
		"vrps": 4
	},

	"roas": [
		{ "asn": 13335, "prefix": "1.0.0.0/24", "maxLength": 24, "ta": "apnic", "expires": 1795480000 },
		{ "asn": 64500, "prefix": "2001:db9::/32", "maxLength": 48, "ta": "apnic", "expires": 1795480000 },
		{ "asn": 64500, "prefix": "198.18.0.0/15", "maxLength": 24, "ta": "apnic", "expires": 1795480000 },
		{ "asn": 64500, "prefix": "0.0.0.0/0", "maxLength": 32, "ta": "apnic", "expires": 1795480000 }
	],

	"bgpsec_keys": [ { "asn": 15562, "ski": "5D4250", "pubkey": "MFkw" } ]
}
`;
const routinator =
  '{"metadata":{"generated":1795480000,"generatedTime":"2026-11-24T01:02:03Z"},"roas":[{"asn":"AS13335","prefix":"1.0.0.0/24","maxLength":24,"ta":"apnic"},{"asn":"AS64500","prefix":"2001:db9::/32","maxLength":48,"ta":"apnic"}]}';
const csv = "ASN,IP Prefix,Max Length,Trust Anchor,Expires\r\n" +
  "AS13335,1.0.0.0/24,24,apnic,1795480000\r\nAS64500,2001:db9::/32,48,apnic,1795480000\r\n";

const never = "1970-01-01T00:00:00";
const undated = routinator.replace("2026-11-24T01:02:03", never);
const cases = [
  ["rpki-client's JSON", rpkiClient, Date.UTC(2026, 10, 24, 1, 2, 3)],
  ["Routinator's JSON", routinator, Date.UTC(2026, 10, 24, 1, 2, 3)],
  ["JSON without a real date", undated, null],
  ["CSV", csv, null],
] as const;
for (const [name, content, builtAt] of cases) {
  Deno.test(`compileVrps - ${name}, without default routes and reserved space`, async () => {
    const { stored, ...rest } = await compiled(compile, content);
    assert.deepEqual([rest.entries, rest.builtAt], [2, builtAt]);
    assertStates(stored, STATES);
  });
}

Deno.test("compileVrps - objects at the boundaries of chunks, and repeated ones once", async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => {
    const block = `${1 + i % 9}.${i >>> 8}.${i & 255}.0/24`;
    return `{ "asn": ${
      1 + i
    }, "prefix": "${block}", "maxLength": 24, "ta": "ripe" }`;
  });
  const roas = [...rows, ...rows.slice(1)].join(",\n");
  const { stored, entries } = await compiled(compile, `{"roas": [${roas}]}`);
  assert.equal(entries, 20_000);
  assertStates(stored, [
    ["1.0.0.0/24", 1, "valid"],
    ["5.78.31.0/24", 20000, "not-found"],
    ["1.0.0.0/24", 2, "invalid"],
  ]);
});

Deno.test("compileVrps - refuses what is truncated, repeated or invalid", async () => {
  const row = '{ "asn": 1, "prefix": "1.0.0.0/24", "maxLength": 24 }';
  const long = "x".repeat(2_000_000);
  const cases = [
    [rpkiClient.slice(0, 400), "it is truncated"],
    [`{"roas": [${row}`, "it is truncated"],
    ['{"metadata": {"roas": 3}}', "it has no list of ROAs"],
    [`{"metadata": "${long}", "roas": [${row}]}`, "it has no list of ROAs"],
    ['{"roas": []}', "it has no entries"],
    [`{"roas": [${row},${row}]}`, "1 of 2 VRPs are repeated"],
    [`{"roas": ["${long}`, "it has an object of over 4096 characters"],
    [
      '{"roas": [{ "asn": 1, "prefix": "198.18.0.0/24", "maxLength": 24 }]}',
      "it has no public prefixes",
    ],
  ];
  for (const [text, message] of cases) {
    await assertFails(compile, text, message);
  }
  const invalidRows = [
    '{ "asn": 4294967296, "prefix": "1.0.1.0/24", "maxLength": 24 }',
    '{ "asn": 1, "prefix": "1.0.1.0/24", "maxLength": 23 }',
    '{ "asn": 1, "prefix": "1.0.1.0/24", "maxLength": 33 }',
    '{ "asn": 1, "prefix": "1.0.1.0", "maxLength": 32 }',
    '{ "asn": 1, "prefix": "2001:db9::/32", "maxLength": 129 }',
    '{ "asn": 1, "prefix": "1.0.1.0/24" }',
    "{ 1 }",
  ];
  for (const invalid of invalidRows) {
    const text = `{"roas": [${row},${invalid}]}`;
    await assertFails(compile, text, "1 of 2 entries are invalid", invalid);
  }
});

testHostile("compileVrps", compile);
