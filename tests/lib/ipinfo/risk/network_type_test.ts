import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/asn_table.ts";
import { HOSTING_ASNS } from "../../../../lib/ipinfo/risk/hosting_asns.ts";
import { MOBILE_ASNS } from "../../../../lib/ipinfo/risk/mobile_asns.ts";
import {
  isSatelliteNetwork,
  networkTypeOf,
  SATELLITE_ASNS,
} from "../../../../lib/ipinfo/risk/network_type.ts";
import { bundledData } from "../../../support/bundled_data.ts";

const table = AsnTable.load(
  await Deno.readFile(new URL("asn.bin", bundledData)),
);
const holders = new Map<number, string>();
for (const { asn, org } of table.organisations()) holders.set(asn, org);

const lists = { HOSTING_ASNS, MOBILE_ASNS, SATELLITE_ASNS };
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

Deno.test("HOSTING_ASNS, MOBILE_ASNS and SATELLITE_ASNS - name a number once", () => {
  const all = [...HOSTING_ASNS, ...MOBILE_ASNS, ...SATELLITE_ASNS]
    .flatMap(([, ...asns]) => asns);
  assert.equal(new Set(all).size, all.length);
});

const cases: [
  asn: number,
  org: string,
  type: "hosting" | "mobile" | "commercial" | "residential" | null,
  evidence: "list" | "name" | null,
][] = [
  [24940, "Hetzner Online GmbH", "hosting", "list"],
  [24940, "renamed", "hosting", "list"],
  [51207, "Free Mobile SAS", "mobile", "list"],
  [64500, "Example Hosting Ltd", "hosting", "name"],
  [64500, "ACME DATA CENTER", "hosting", "name"],
  [64500, "Example Cellular Inc.", "mobile", "name"],
  [64500, "Telefonica Moviles El Salvador", "mobile", "name"],
  [64500, "Cloud 9 Wireless LLC", "residential", "name"],
  [64500, "Automobile Club", null, null],
  [64500, "All Mobile Video Inc", null, null],
  [64500, "Deutsche Telekom AG", "residential", "name"],
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
  [16591, "Google Fiber Inc.", "residential", "name"],
  [60339, "Hutchison 3G UK Limited", "mobile", "list"],
  [35228, "Telefonica UK Limited", "mobile", "list"],
  [15895, '"Kyivstar" PJSC', "mobile", "list"],
  [210719, "ADRIA MOBIL, d.o.o. Novo mesto", null, null],
  [1766, "Exxon Mobil Corporation", null, null],
  [135794, "Route Mobile Limited", null, null],
  [134003, "Centre For Cellular And Molecular Platforms", null, null],
  [64293, "Mobile Heartbeat", null, null],
  [266470, "GSM BAHIA PROVEDOR DE INTERNET LTDA", "residential", "name"],
  [64500, "Comcast Cable Communications, LLC", "residential", "name"],
  [64500, "PJSC Rostelecom", "residential", "name"],
  [64500, "Vodafone GmbH", "residential", "name"],
  [64500, "Brasil Banda Larga", "residential", "name"],
  [64500, "COLOMBIA TELECOMUNICACIONES S.A. ESP", "residential", "name"],
  [64500, "Wells Fargo Bank, N.A.", "commercial", "name"],
  [64500, "TASCOMBANK PJSC", "commercial", "name"],
  [64500, "Universitaet Stuttgart", "commercial", "name"],
  [64500, "The University of Tokyo", "commercial", "name"],
  [64500, "Prefeitura Municipal de Tangara da Serra", "commercial", "name"],
  [64500, "State of Washington", "commercial", "name"],
  [64500, "UK Ministry of Defence", "commercial", "name"],
  [64500, "Teachers Credit Union", "commercial", "name"],
  [64500, "Ford Motor Company", "commercial", "name"],
  [64500, "Delta County Telephone Company", "residential", "name"],
  [64500, "University of Posts and Telecommunications", "residential", "name"],
  [64500, "Example Hosting University", "commercial", "name"],
  [64500, "Example Internet Exchange", null, null],
  [64500, "Internet Archive", null, null],
  [64500, "Fiberglass Industries", null, null],
  [64500, "Tampnet AS", null, null],
];
for (const [asn, org, type, evidence] of cases) {
  Deno.test(`networkTypeOf - AS${asn} "${org}" is ${type} by ${evidence}`, () => {
    assert.deepEqual(networkTypeOf(asn, org), { type, evidence });
  });
}

const links: [asn: number, isSatellite: boolean][] = [
  [14593, true],
  [6621, true],
  [12684, true],
  // NAP Info and SITA, which others count as satellite networks.
  [45700, false],
  [206433, false],
  [3320, false],
];
for (const [asn, isSatellite] of links) {
  Deno.test(`isSatelliteNetwork - AS${asn} is ${isSatellite ? "one" : "none"}`, () => {
    assert.equal(isSatelliteNetwork(asn), isSatellite);
  });
}
