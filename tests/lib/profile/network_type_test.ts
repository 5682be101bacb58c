import assert from "node:assert/strict";
import { AsnTable } from "../../../lib/data/asn_table.ts";
import { HOSTING_ASNS } from "../../../lib/profile/hosting_asns.ts";
import { MOBILE_ASNS } from "../../../lib/profile/mobile_asns.ts";
import { networkTypeOf } from "../../../lib/profile/network_type.ts";
import { bundledData } from "../../support/bundled_data.ts";

const table = AsnTable.load(
  await Deno.readFile(new URL("asn.bin", bundledData)),
);
const holders = new Map<number, string>();
for (const { asn, org } of table.organisations()) holders.set(asn, org);

const lists = { HOSTING_ASNS, MOBILE_ASNS };
for (const [name, list] of Object.entries(lists)) {
  Deno.test(`${name} - every number belongs to the holder it stands under`, () => {
    for (const [holder, ...asns] of list) {
      assert(asns.length > 0, holder);
      for (const asn of asns) {
        const org = holders.get(asn)?.toLowerCase() ?? "";
        assert(org.includes(holder.toLowerCase()), `AS${asn} is ${org}`);
      }
    }
  });
}

Deno.test("HOSTING_ASNS and MOBILE_ASNS - name a number once", () => {
  const all = [...HOSTING_ASNS, ...MOBILE_ASNS]
    .flatMap(([, ...asns]) => asns);
  assert.equal(new Set(all).size, all.length);
});

const cases: [
  asn: number,
  org: string,
  type: "hosting" | "mobile" | null,
  evidence: "list" | "name" | null,
][] = [
  [24940, "Hetzner Online GmbH", "hosting", "list"],
  [24940, "renamed", "hosting", "list"],
  [51207, "Free Mobile SAS", "mobile", "list"],
  [64500, "Example Hosting Ltd", "hosting", "name"],
  [64500, "ACME DATA CENTER", "hosting", "name"],
  [64500, "Example Cellular Inc.", "mobile", "name"],
  [64500, "Telefonica Moviles El Salvador", "mobile", "name"],
  [64500, "Cloud 9 Wireless LLC", null, null],
  [64500, "Automobile Club", null, null],
  [64500, "All Mobile Video Inc", null, null],
  [64500, "Deutsche Telekom AG", null, null],
  [64500, "", null, null],
  [8068, "Microsoft Corporation", "hosting", "list"],
  [12076, "Microsoft Corporation", "hosting", "list"],
  [43515, "Google Ireland Limited", "hosting", "list"],
  [8987, "Amazon Data Services Ireland Ltd", "hosting", "list"],
  [35540, "OVH SAS", "hosting", "list"],
  [30633, "Leaseweb USA, Inc.", "hosting", "list"],
  [199524, "G-Core Labs S.A.", "hosting", "list"],
  [36459, "GitHub, Inc.", "hosting", "list"],
  [46475, "Limestone Networks, Inc.", "hosting", "list"],
  [26347, "New Dream Network, LLC", "hosting", "list"],
  [16591, "Google Fiber Inc.", null, null],
  [60339, "Hutchison 3G UK Limited", "mobile", "list"],
  [35228, "Telefonica UK Limited", "mobile", "list"],
  [15895, '"Kyivstar" PJSC', "mobile", "list"],
  [210719, "ADRIA MOBIL, d.o.o. Novo mesto", null, null],
  [1766, "Exxon Mobil Corporation", null, null],
  [135794, "Route Mobile Limited", null, null],
  [134003, "Centre For Cellular And Molecular Platforms", null, null],
  [64293, "Mobile Heartbeat", null, null],
  [266470, "GSM BAHIA PROVEDOR DE INTERNET LTDA", null, null],
];
for (const [asn, org, type, evidence] of cases) {
  Deno.test(`networkTypeOf - AS${asn} "${org}" is ${type} by ${evidence}`, () => {
    assert.deepEqual(networkTypeOf(asn, org), { type, evidence });
  });
}
