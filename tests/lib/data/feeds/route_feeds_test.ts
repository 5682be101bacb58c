import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { compileRoutes } from "../../../../lib/data/feeds/route_feeds.ts";
import { createCoverageTest } from "../../../../lib/data/feeds/catalogue.ts";
import { enclosingCidr, formatCidr } from "../../../../lib/net/cidr.ts";
import { bogonBlocks } from "../../../../lib/net/special_blocks.ts";
import { ip } from "../../../support/address.ts";
import { ROUTES as KNOWN } from "../table_feeds.ts";
import { assertFails, compiled, testHostile } from "./downloads.ts";

const now = () => Date.UTC(2026, 10, 24);
const compile = (family: 4 | 6) => (source: string, target: string) =>
  compileRoutes(
    {
      family,
      organizations: () => Promise.resolve(new Map([[15169, "Google LLC"]])),
      isBogon: createCoverageTest(bogonBlocks()),
      now,
    },
    source,
    target,
  );

const HEAD = "% This is RIPE NCC's Routing Information Service\n%\n\n";

async function routesOf(family: 4 | 6, lines: string, addresses: string[]) {
  const file = HEAD + KNOWN[family] + lines;
  const { stored, entries } = await compiled(compile(family), file);
  const table = AsnTable.loadRoutes(stored);
  assert.equal(table.builtAt, now());
  const found = addresses.map((text) => {
    const address = ip(text);
    const row = table.findRow(address);
    if (row < 0) return null;
    const route = enclosingCidr(address, table.routeLength(row, address));
    return `${formatCidr(route)} ${table.asnAt(row)}`;
  });
  return { found, added: entries - 4 };
}

Deno.test("compileRoutes - routes as announced, the narrowest, not merged with neighbors", async () => {
  const v4 = await routesOf(
    4,
    "3356\t8.0.0.0/9\t360\n100\t8.8.9.0/24\t300\n100\t8.8.10.0/24\t300\n",
    ["8.8.8.8", "8.8.9.1", "8.8.10.1", "8.8.11.1", "7.0.0.1"],
  );
  const narrow = ["8.8.8.0/24 15169", "8.8.9.0/24 100", "8.8.10.0/24 100"];
  assert.deepEqual(v4, {
    found: [...narrow, "8.0.0.0/9 3356", null],
    added: 3,
  });
  const v6 = await routesOf(
    6,
    "100\t2a00::/20\t200\n101\t2a00:1::/33\t200\n" +
      "101\t2a00:1:8000::/33\t200\n102\t2a00:1:0:5::/64\t10\n",
    ["2a00::1", "2a00:1::1", "2a00:1:8000::1", "2a00:1:0:5::1"],
  );
  const wide = ["2a00::/20 100", "2a00:1::/33 101", "2a00:1:8000::/33 101"];
  assert.deepEqual(v6, { found: [...wide, "2a00:1:0:5::/64 102"], added: 4 });
});

Deno.test("compileRoutes - the origin that most peers see; of a set, none", async () => {
  const { found } = await routesOf(
    4,
    "200\t5.0.0.0/16\t20\n201\t5.0.0.0/16\t350\n202\t5.0.0.0/16\t350\n" +
      "{300,301}\t5.1.0.0/16\t380\n{302}\t5.2.0.0/16\t380\n" +
      "{303,304}\t5.3.0.0/16\t380\n305\t5.3.0.0/16\t11\n" +
      "306\t5.4.0.0/16\t11\n{307,308}\t5.4.0.0/16\t380\n",
    ["5.0.0.1", "5.1.0.1", "5.2.0.1", "5.3.0.1", "5.4.0.1"],
  );
  const asns = [201, 0, 302, 305, 306];
  assert.deepEqual(found, asns.map((asn, i) => `5.${i}.0.0/16 ${asn}`));
});

const cases = [
  ["that fewer than ten peers see", "400\t5.0.0.0/16\t9\n"],
  ["that are default routes", "400\t0.0.0.0/0\t300\n400\t0.0.0.0/1\t300\n"],
  ["of private space that few see", "400\t10.0.0.0/8\t9\n"],
  ["of private systems", "64512\t5.0.0.0/16\t300\n4200000001\t5.0.0.0/16\t9\n"],
  [
    "of systems that are reserved for examples or private",
    "64496\t5.0.0.0/16\t300\n131071\t5.0.0.0/16\t300\n" +
    "4200000000\t5.0.0.0/16\t300\n",
  ],
  ["of reserved systems", "23456\t5.0.0.0/16\t300\n65536\t5.0.0.0/16\t30\n"],
];
for (const asn of [64_495, 131_072, 4_199_999_999]) {
  Deno.test(`compileRoutes - keeps routes of AS${asn}, which is public`, async () => {
    const routes = await routesOf(4, `${asn}\t5.0.0.0/16\t10\n`, ["5.0.0.1"]);
    assert.deepEqual(routes, { found: [`5.0.0.0/16 ${asn}`], added: 1 });
  });
}

for (const [why, line] of cases) {
  Deno.test(`compileRoutes - ignores routes ${why}`, async () => {
    const addresses = ["5.0.0.1", "10.0.0.1", "100.64.0.1"];
    const routes = await routesOf(4, line, addresses);
    assert.deepEqual(routes, { found: [null, null, null], added: 0 });
  });
}

Deno.test("compileRoutes - refuses files that are not a routing table of the family", async () => {
  const fails = (family: 4 | 6, text: string, message: string) =>
    assertFails(compile(family), HEAD + text, message, text);
  const unseen = KNOWN[4].replaceAll(/\d+$/gm, "3");
  await fails(6, KNOWN[4], "4 of 4 entries are invalid");
  await fails(4, KNOWN[4] + KNOWN[4], "4 of 8 routes are repeated");
  await fails(4, unseen, "it has no public routes");
  await fails(
    4,
    KNOWN[4].replaceAll(/^\d+/gm, "100"),
    "known addresses are wrong: 8.8.8.8 is 100 instead of 15169, 1.1.1.1 is 100 instead of 13335, 193.0.6.139 is 100 instead of 3333, 9.9.9.9 is 100 instead of 19281",
  );
  const lines = [
    "AS\t5.0.0.0/16\t300",
    "100\t5.0.0.0\t300",
    "100\t5.0.0.0/16\tmany",
    "100 5.0.0.0/16 300",
    "{}\t5.0.0.0/16\t300",
    "4294967296\t5.0.0.0/16\t300",
  ];
  for (const line of lines) {
    await fails(4, `${KNOWN[4]}${line}\n`, "1 of 5 entries are invalid");
  }
});

testHostile("compileRoutes", compile(4));
