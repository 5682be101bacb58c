import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { networkRows } from "../../../../lib/facts/network_facts.ts";
import { publicDnsRows } from "../../../../lib/facts/public_dns_facts.ts";
import {
  type NetworkClass,
  networkTypeOf,
} from "../../../../lib/ipinfo/risk/network_type.ts";
import { bundledData } from "../../../support/bundled_data.ts";

const table = AsnTable.load(
  await Deno.readFile(new URL("asn.bin", bundledData)),
);

const listed = networkRows().map(({ cells: { asns, ...cells }, at }) => ({
  ...cells,
  asns: asns.split(" ").map(Number),
  at,
}));

Deno.test("networks.csv, public_dns.csv - every number belongs to the holder on its line", () => {
  const holders = new Map<number, string>();
  for (const { asn, org } of table.organizations()) holders.set(asn, org);
  const rows = [...networkRows(), ...publicDnsRows()];
  for (const { cells: { holder, asns }, at } of rows) {
    for (const asn of asns.split(" ").map(Number)) {
      const org = holders.get(asn)?.toLowerCase() ?? "";
      assert(
        org.includes(holder.toLowerCase()),
        `${at}: AS${asn} is not ${holder} but ${org}`,
      );
    }
  }
});

Deno.test("networkTypeOf - the class of every number in networks.csv", () => {
  for (const { asns, at, ...row } of listed) {
    const isIpv6 = row.class === "access-ipv6";
    for (const asn of asns) {
      assert.deepEqual(
        networkTypeOf(asn, "", isIpv6 ? 6 : 4),
        { networkClass: isIpv6 ? "access" : row.class, basis: "list" },
        `${at}: AS${asn}`,
      );
      // Those listed for IPv6 alone are carriers for IPv4.
      if (!isIpv6) continue;
      assert.equal(networkTypeOf(asn, "")?.networkClass, "carrier", at);
    }
  }
});

Deno.test("networks.csv - include networks that other lists miss", () => {
  const hosts = [
    14544,
    14789,
    15395,
    19318,
    35106,
    36183,
    46844,
    55960,
    132892,
    135630,
    137409,
    200517,
    202623,
  ];
  for (const asn of hosts) {
    assert.deepEqual(
      networkTypeOf(asn, ""),
      { networkClass: "hosting", basis: "list" },
      `AS${asn}`,
    );
  }
  const asns = [174, 1299, 2914, 3257, 3356, 3549, 3561, 6453, 6461, 6762];
  for (const asn of asns) {
    assert.equal(networkTypeOf(asn, "")?.networkClass, "carrier", `AS${asn}`);
  }
});

Deno.test("networks.csv - mend what a name alone gets wrong", () => {
  const types = [2497, 23910, 24499, 33842, 37088, 45960, 59588, 216419]
    .map((asn) => networkTypeOf(asn, "")?.networkClass);
  assert.deepEqual(types, [
    "carrier",
    "education",
    "mobile",
    "carrier",
    "carrier",
    "mobile",
    "mobile",
    "carrier",
  ]);
});

/** The share of announced IPv4 addresses, or of IPv6 /48s, that have a class. */
async function classifiedShare(family: 4 | 6): Promise<number> {
  const ranges = await Deno.readTextFile(
    new URL(
      import.meta.resolve(`@ip-location-db/asn/asn-ipv${family}-num.csv`),
    ),
  );
  const keyOf = (text: string) =>
    family === 4 ? Number(text) : Number(BigInt(text) >> 80n);
  let announced = 0;
  let classified = 0;
  for (const range of ranges.split("\n")) {
    const [start, end, asn, ...org] = range.split(",");
    // 6to4 is larger than all other announcements, and has no lines.
    if (!asn || family === 6 && keyOf(start) === SIX_TO_FOUR) continue;
    const count = keyOf(end) - keyOf(start) + 1;
    announced += count;
    if (networkTypeOf(Number(asn), org.join(","), family)) classified += count;
  }
  assert(announced > 3e9, `${announced}`);
  return classified / announced;
}

/** 2002::/16, by its first /48. */
const SIX_TO_FOUR = 0x2002_0000_0000;

Deno.test("networkTypeOf - classifies 94 % of the announced IPv4 addresses, and 69 % of the IPv6 /48s", async () => {
  const shares = [await classifiedShare(4), await classifiedShare(6)];
  assert(shares[0] >= 0.94, `${shares[0]}`);
  assert(shares[1] >= 0.69, `${shares[1]}`);
});

const cases: [
  asn: number,
  org: string,
  networkClass: NetworkClass | null,
  basis?: "list" | "name",
][] = [
  [24940, "Hetzner Online GmbH", "hosting", "list"],
  [24940, "renamed", "hosting", "list"],
  [51207, "Free Mobile SAS", "mobile", "list"],
  [17676, "SoftBank Corp.", "access", "list"],
  [7018, "AT&T Enterprises, LLC", "access", "list"],
  [8103, "Florida Division of Telecommunications", "government", "list"],
  [14593, "Space Exploration Technologies", "satellite", "list"],
  // NAP Info and SITA, which others count as satellite networks.
  [45700, "NAP Info Lintas Nusa", null],
  [206433, "SITA", null],
  [64500, "", null],
  // Hosting.
  [64500, "Example Hosting Ltd", "hosting"],
  [64500, "ACME DATA CENTER", "hosting"],
  [64500, "CHINANET Qinghai province IDC network", "hosting"],
  [64500, "ExampleHoster OU", "hosting"],
  [64500, "HostSlim B.V.", "hosting"],
  [64500, "MivoCloud SRL", "hosting"],
  [64500, "rootcloud LLC", "hosting"],
  [64500, "1GSERVERS, LLC", "hosting"],
  [64500, "Example Sunucu Hizmetleri", "hosting"],
  [64500, "ZERO VERI MERKEZI TEKNOLOJILERI A.S", "hosting"],
  [64500, "ACCESS HEBERGEMENT s.a.r.l.", "hosting"],
  [64500, "ODERLAND Webbhotell AB", "hosting"],
  [64500, "CloudiNet Provedor de Internet", "access"],
  [64500, "IWserver Internet Banda Larga Ltda.", "access"],
  [64500, "CloudWiFi", "access"],
  [64500, "Ghost Ltd", null],
  [64500, "Observer Media Group", null],
  [64500, "Hostel Example", null],
  [64500, "Baker & Hostetler, LLP", null],
  [64500, "Cloud 9 Wireless LLC", "access"],
  [64500, "White Cloud Communications US, LLC", "access"],
  [64500, "City of St. Cloud, MN", "government"],
  [64500, "Host Hotels and Resorts, L.P.", "business"],
  // Mobile.
  [64500, "Example Cellular Inc.", "mobile"],
  [64500, "Telefonica Moviles El Salvador", "mobile"],
  [64500, "Airtel Rwanda Ltd", "mobile"],
  [64500, "Automobile Club", null],
  [64500, "All Mobile Video Inc", null],
  [210719, "ADRIA MOBIL, d.o.o. Novo mesto", null],
  [64500, "Example Mobil Corporation", null],
  [135794, "Route Mobile Limited", null],
  [134003, "Centre For Cellular And Molecular Platforms", null],
  [64293, "Mobile Heartbeat", null],
  [64500, "CHINA MOBILE INTERNATIONAL (THAILAND) LTD.", null],
  [64500, "Worldwide Mobile Tracking Ltda", null],
  [266470, "GSM BAHIA PROVEDOR DE INTERNET LTDA", "access"],
  // Access.
  [64500, "Comcast Cable Communications, LLC", "access"],
  [64500, "PJSC Rostelecom", "access"],
  [64500, "Vodafone GmbH", "access"],
  [64500, "Brasil Banda Larga", "access"],
  [64500, "COLOMBIA TELECOMUNICACIONES S.A. ESP", "access"],
  [64500, "Dansk Kabel TV A/S", "access"],
  [64500, "Example Internet Exchange", null],
  [64500, "Internet Archive", null],
  [64500, "Canadian Internet Registration Authority", null],
  [64500, "Hughes Telecomunicacoes por Satelite", null],
  [64500, "Fiberglass Industries", "business"],
  [64500, "Tampnet AS", null],
  [64500, "Delta County Telephone Company", "access"],
  [64500, "American Samoa Telecommunications Authority", "access"],
  [64500, "Bredband i Kristianstad AB", "access"],
  [64500, "Hardanger Breiband AS", "access"],
  [64500, "NORDFIBER AS", "access"],
  [64500, "TUFIBRA PERU S.A.C.", "access"],
  [64500, "MN Glasfaser GmbH", "access"],
  [64500, "Glasvezelnetwerk Texel B.V.", "access"],
  [64500, "Hrubieszowska Telewizja Kablowa Sp. z o.o.", "access"],
  [64500, "TV Cabo de Santo Anastacio Ltda", "access"],
  [64500, "BOLIGNET A/S", "access"],
  [64500, "WiFi4all B.V.", "access"],
  [64500, "Fiberglass SpA", null],
  [64500, "FiberHome Technologies", null],
  // Business.
  [64500, "HanseMerkur Krankenversicherung AG", "business"],
  [64500, "Quick Sigorta A.S.", "business"],
  [64500, "Flughafen Wien Aktiengesellschaft", "business"],
  [64500, "HELIOS Kliniken GmbH", "business"],
  [64500, "Wells Fargo Bank, N.A.", "business"],
  [64500, "TASCOMBANK PJSC", "business"],
  [64500, "Schweizerische Nationalbank", "business"],
  [64500, "Teachers Credit Union", "business"],
  [64500, "Ford Motor Company", "business"],
  [64500, "University Hospital Example", "business"],
  [64500, "Allegheny Health Network", "business"],
  [64500, "SoftBank Corp.", null],
  [64500, "Cypress-Fairbanks ISD", null],
  [64500, "Burbank Ltd", null],
  [64500, "Korbank S. A.", null],
  [64500, "Parker Group", null],
  [64500, "Central Park Burgas EOOD", null],
  [64500, "Burgasnet LTD", null],
  [64500, "Lawson, Inc.", null],
  [64500, "Capital Networks", null],
  // Education.
  [64500, "Universitaet Stuttgart", "education"],
  [64500, "The University of Tokyo", "education"],
  [64500, "University of Posts and Telecommunications", "education"],
  [64500, "Example Hosting University", "education"],
  [64500, "Institute of Information and Communications", "education"],
  [64500, "Institutional Telephone Center", "access"],
  [64500, "Berkeley Broadband College Park", "access"],
  // Government.
  [64500, "Gemeente Amsterdam", "government"],
  [64500, "Comune di Novara", "government"],
  [64500, "Ayuntamiento de Murcia", "government"],
  [64500, "Prefeitura Municipal de Tangara da Serra", "government"],
  [64500, "State of Washington", "government"],
  [64500, "UK Ministry of Defence", "government"],
  [64500, "DoD Network Information Center", "government"],
  [64500, "Ministry of Communications", "government"],
  [64500, "Department of Communications", "government"],
  [64500, "Telecommunications Regulatory Authority", "government"],
  [64500, "Gavle kommun", "government"],
  [64500, "Kommunikationstechnik AG", null],
  [64500, "The Salvation Army", null],
  [64500, "Tullahoma Utilities Authority", null],
];
for (const [asn, org, networkClass, basis = "name"] of cases) {
  const by = networkClass ? ` by ${basis}` : "";
  Deno.test(`networkTypeOf - AS${asn} "${org}" is ${networkClass}${by}`, () => {
    assert.deepEqual(
      networkTypeOf(asn, org),
      networkClass && { networkClass, basis },
    );
  });
}
