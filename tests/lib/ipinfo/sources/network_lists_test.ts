import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/asn_table.ts";
import { compileAsnTable } from "../../../../lib/data/asn_table_build.ts";
import { ipv4FromValue } from "../../../../lib/net/ip_address.ts";
import type { Evidence } from "../../../../lib/ipinfo/risk/evidence.ts";
import { evidenceText } from "../../../../lib/ipinfo/view/evidence_texts.ts";
import { NetworkListsSource } from "../../../../lib/ipinfo/sources/network_lists.ts";

const bytes = await compileAsnTable({
  v4: new Blob([
    [
      "10,19,24940,Hetzner Online GmbH",
      "20,29,51207,Free Mobile SAS",
      "30,39,64500,Example Hosting Ltd",
      "40,49,64501,Example Cellular Inc.",
      "50,59,64502,Example Bank",
      "60,69,3320,Deutsche Telekom AG",
      "70,79,14593,Space Exploration Technologies Corporation",
      "80,89,64503,Example Ltd",
    ].join("\n") + "\n",
  ]).stream(),
  v6: new Blob([]).stream(),
  builtAt: 0,
});

const cases: [
  value: number,
  said: Pick<Evidence, "kind" | "weight" | "detail">[],
][] = [
  [10, [{
    kind: "hosting",
    weight: 80,
    detail: {
      code: "network-known",
      params: { asn: 24940, networkType: "hosting" },
    },
  }]],
  [20, [{
    kind: "mobile",
    weight: 80,
    detail: {
      code: "network-known",
      params: { asn: 51207, networkType: "mobile" },
    },
  }]],
  [30, [{
    kind: "hosting",
    weight: 50,
    detail: {
      code: "network-named",
      params: { asn: 64500, networkType: "hosting" },
    },
  }]],
  [40, [{
    kind: "mobile",
    weight: 50,
    detail: {
      code: "network-named",
      params: { asn: 64501, networkType: "mobile" },
    },
  }]],
  [50, [{
    kind: "commercial",
    weight: 45,
    detail: {
      code: "network-named",
      params: { asn: 64502, networkType: "commercial" },
    },
  }]],
  [60, [{
    kind: "residential",
    weight: 30,
    detail: {
      code: "network-named",
      params: { asn: 3320, networkType: "residential" },
    },
  }]],
  [70, [{
    kind: "satellite",
    weight: 80,
    detail: {
      code: "network-known",
      params: { asn: 14593, networkType: "satellite" },
    },
  }]],
];
for (const [value, said] of cases) {
  Deno.test(`NetworkListsSource - says "${evidenceText(said[0].detail)}" each time`, () => {
    const source = new NetworkListsSource(AsnTable.load(bytes));
    const evidence = said.map((item) => ({
      ...item,
      source: "network-lists",
      observedAt: null,
    }));
    const ip = ipv4FromValue(value);
    assert.deepEqual(source.lookup(ip), { facts: {}, evidence });
    assert.equal(source.lookup(ipv4FromValue(value + 1)), source.lookup(ip));
  });
}

Deno.test("NetworkListsSource - says nothing of other networks and of holes", () => {
  const source = new NetworkListsSource(AsnTable.load(bytes));
  assert.deepEqual(source.lookup(ipv4FromValue(80)), { facts: {} });
  assert.deepEqual(source.lookup(ipv4FromValue(90)), { facts: {} });
});
