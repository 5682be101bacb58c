/** What a registry says over RDAP is in the JSON and on the page. */
import assert from "node:assert/strict";
import * as read from "../../../lib/whois/rdap_registration.ts";
import * as parse from "../../../lib/whois/rdap/rdap_record.ts";
import {
  type Registration,
  registrationJson,
} from "../../../lib/whois/registration.ts";
import { registrationView } from "../../../lib/whois/registration_view.ts";
import {
  arinNetwork,
  autnum,
  jcard,
  ripeNetwork,
  text,
} from "../../support/rdap_bodies.ts";

const url = new URL("https://rdap.test/");
const query = { target: "x", name: "x", atMs: 0 };
const of = <T>(json: object, parse: (json: unknown) => T) => ({
  record: parse(json),
  url,
  json,
});

/** Facts that a registration lacks in its JSON, or on its page. */
function missingFrom(found: Registration, facts: readonly string[]) {
  const { raw: _, ...data } = registrationJson(found).data;
  const { raw: __, ...view } = registrationView(found, 0);
  return [data, view].flatMap((shown) => {
    const all = JSON.stringify(shown);
    return facts.filter((fact) => !all.includes(fact));
  });
}

const registrar = {
  roles: ["registrar"],
  handle: "9998",
  publicIds: [{ type: "IANA Registrar ID", identifier: "9997" }],
  vcardArray: jcard(
    text("fn", "Registrar Inc."),
    ["adr", {}, "text", ["", "", "1 Way", "Oslo", "", "0150", "NO"]],
    ["tel", { type: "voice" }, "uri", "tel:+1.5555550111;ext=7"],
    text("email", "info@registrar.test"),
  ),
};
const ofRegistrar = [
  ...["9997", "9998", "Registrar Inc.", "1 Way", "Oslo", "0150", "NO"],
  ...["+1.5555550111 ext. 7", "info@registrar.test"],
];
const zone = {
  objectClassName: "domain",
  ldhName: "2.0.192.in-addr.arpa",
  handle: "2.0.192-TEST",
  status: ["client hold"],
  // AFNIC's spelling.
  secureDns: {
    dsData: [
      { keyTag: 53080, algorithm: 13, digestType: 2, digest: "ef".repeat(32) },
    ],
  },
  network: { cidr0_cidrs: [{ v4prefix: "192.0.2.0", length: 24 }] },
  nameservers: [{
    ldhName: "ns1.a.test",
    ipAddresses: { v6: ["2001:db8::1"] },
  }],
  variants: [{ variantNames: [{ unicodeName: "exämple.test" }] }],
  entities: [registrar, { roles: ["technical"], handle: "TE1-TEST" }],
  events: [{ eventAction: "transfer", eventDate: "2001-02-03" }],
  remarks: [{ title: "Note", description: ["One."] }],
  notices: [{ title: "Terms", description: ["Two."] }],
  redacted: [{ name: { type: "Tech Email" }, reason: { type: "Policy" } }],
  port43: "whois.nic.test",
  links: [{ href: "https://rdap.test/self" }],
};
const entity = {
  ...registrar,
  objectClassName: "entity",
  networks: [{ startAddress: "192.0.2.0", endAddress: "192.0.2.255" }],
  autnums: [{ startAutnum: 64498 }],
  entities: [{ roles: ["noc"], handle: "NOC1-TEST" }],
};

const withOrigin = { ...arinNetwork, arin_originas0_originautnums: [64499] };

const cases: readonly [string, Registration, readonly string[]][] = [
  [
    "a zone",
    read.domainRegistration(of(zone, parse.parseDomainRecord), query),
    [
      ...ofRegistrar,
      ...["2.0.192.in-addr.arpa", "2.0.192-TEST", "client hold", "TE1-TEST"],
      ...["53080", "ef".repeat(32), "192.0.2.0/24", "ns1.a.test", "One."],
      ...["exämple.test", "2001-02-03", "Note", "Terms", "Two.", "Tech Email"],
      ...["2001:db8::1", "Policy", "whois.nic.test", "https://rdap.test/self"],
    ],
  ],
  [
    "ARIN's network",
    read.networkRegistration(of(withOrigin, parse.parseIpNetwork), query),
    [
      ...["NET-198-51-100-0-1", "198.51.100.0 – 198.51.100.255", "EXAMPLE-NET"],
      ...["DIRECT ALLOCATION", "NET-198-0-0-0-0", "2012-02-24", "1992-12-01"],
      ...["EXMPL", "Example Networks", "ABUSE1-ARIN", "Abuse Desk"],
      ...["1 Example Way", "abuse@example.net", "+1-555-555-0100", "active"],
      ...["198.51.100.0/24", "AS64499", "whois.arin.net", "Terms of Service"],
    ],
  ],
  [
    "RIPE's network",
    read.networkRegistration(of(ripeNetwork, parse.parseIpNetwork), query),
    [
      ...["2001:db8::/32", "ZZ-EXAMPLE", "NL", "2001::/23", "example-mnt"],
      ...["ORG-EX1-RIPE", "Example B.V.", "AR1-RIPE", "abuse@example.org"],
    ],
  ],
  [
    "an autonomous system",
    read.autnumRegistration(of(autnum, parse.parseAutnum), query),
    ["AS64496", "EXAMPLE-AS", "US", "active", "2000-03-30", "2012-02-24"],
  ],
  [
    "a handle",
    read.entityRegistration(of(entity, parse.parseEntityRecord), query),
    [...ofRegistrar, "192.0.2.0/24", "AS64498", "NOC1-TEST"],
  ],
];

for (const [name, found, facts] of cases) {
  Deno.test(`RDAP - every key fact about ${name} is in the JSON and on the page`, () =>
    assert.deepEqual(missingFrom(found, facts), []));
}
