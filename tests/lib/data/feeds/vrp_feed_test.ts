import assert from "node:assert/strict";
import { createCoverageTest } from "../../../../lib/data/feeds/catalogue.ts";
import { compileVrps } from "../../../../lib/data/feeds/vrp_feed.ts";
import { VrpTable } from "../../../../lib/data/networks/vrp_table.ts";
import { parseCidr } from "../../../../lib/net/cidr.ts";
import { bogonBlocks } from "../../../../lib/net/special_blocks.ts";
import { compiled, failureOf, hostile } from "./downloads.ts";

const isBogon = createCoverageTest(bogonBlocks());
const compile = (source: string, target: string) =>
  compileVrps({ isBogon }, source, target);

/** `prefix-length origin` as the state of the route. */
function statesOf(stored: Uint8Array, routes: readonly string[]) {
  const table = new VrpTable(stored);
  return routes.map((route) => {
    const [prefix, asn] = route.split(" ");
    const { address, prefixLength } = parseCidr(prefix)!;
    return table.stateOf(address, prefixLength, Number(asn));
  });
}

const ROUTES = [
  "1.0.0.0/24 13335",
  "1.0.0.0/25 13335",
  "1.0.0.0/24 15169",
  "2001:db9::/48 64500",
  "2001:db9::/49 64500",
  "5.0.0.0/16 64500",
  "198.18.0.0/16 64500",
];
const STATES = [
  "valid",
  "invalid",
  "invalid",
  "valid",
  "invalid",
  "not-found",
  "not-found",
];

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

const cases = [
  ["rpki-client's JSON", rpkiClient, Date.UTC(2026, 10, 24, 1, 2, 3)],
  ["Routinator's JSON", routinator, Date.UTC(2026, 10, 24, 1, 2, 3)],
  [
    "JSON without a real date",
    routinator.replace("2026-11-24T01:02:03Z", "1970-01-01T00:00:00Z"),
    null,
  ],
  ["CSV", csv, null],
] as const;
for (const [name, content, builtAt] of cases) {
  Deno.test(`compileVrps - ${name}, without default routes and reserved space`, async () => {
    const { stored, ...compiledFile } = await compiled(compile, content);
    assert.deepEqual(
      [compiledFile.entries, compiledFile.builtAt],
      [2, builtAt],
    );
    assert.deepEqual(statesOf(stored, ROUTES), STATES);
  });
}

Deno.test("compileVrps - objects at the boundaries of chunks, and repeated ones once", async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, i) =>
      `{ "asn": ${1 + i}, "prefix": "${1 + i % 9}.${i >>> 8}.${
        i & 255
      }.0/24", "maxLength": 24, "ta": "ripe" }`,
  );
  const { stored, entries } = await compiled(
    compile,
    `{"roas": [${[...rows, ...rows.slice(1)].join(",\n")}]}`,
  );
  assert.equal(entries, 20_000);
  assert.deepEqual(
    statesOf(stored, ["1.0.0.0/24 1", "5.78.31.0/24 20000", "1.0.0.0/24 2"]),
    ["valid", "not-found", "invalid"],
  );
});

Deno.test("compileVrps - refuses what is truncated, repeated or invalid", async () => {
  const failure = (text: string) => failureOf(compiled(compile, text));
  const row = '{ "asn": 1, "prefix": "1.0.0.0/24", "maxLength": 24 }';
  const cases = [
    [rpkiClient.slice(0, 400), "it is truncated"],
    [`{"roas": [${row}`, "it is truncated"],
    ['{"metadata": {"roas": 3}}', "it has no list of ROAs"],
    [
      `{"metadata": "${"x".repeat(2_000_000)}", "roas": [${row}]}`,
      "it has no list of ROAs",
    ],
    ['{"roas": []}', "it has no entries"],
    [`{"roas": [${row},${row}]}`, "1 of 2 VRPs are repeated"],
    [
      `{"roas": ["${"x".repeat(300_000)}`,
      "it has an object of over 4096 characters",
    ],
    [
      '{"roas": [{ "asn": 1, "prefix": "198.18.0.0/24", "maxLength": 24 }]}',
      "it has no public prefixes",
    ],
  ];
  for (const [text, message] of cases) {
    assert.equal(await failure(text), `Error: ${message}`, text.slice(0, 60));
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
    assert.equal(
      await failure(`{"roas": [${row},${invalid}]}`),
      "Error: 1 of 2 entries are invalid",
      invalid,
    );
  }
});

for (const [why, content, message] of hostile) {
  Deno.test(`compileVrps - rejects ${why}`, async () => {
    assert.match(await failureOf(compiled(compile, content)), message);
  });
}
