import { jcard, text } from "./rdap_bodies.ts";
/** Responses as registries send them, with made-up names and people. */
import registryText from "./whois_registry.txt" with { type: "text" };
import registrarText from "./whois_registrar.txt" with { type: "text" };

/** Over whois, as generic registries send it: a referral and no contacts; and as registrars do: contacts, some of them redacted. */
export { registrarText, registryText };

/** Like IANA's for a top-level domain. */
export function rootText(server: string): string {
  return `% IANA WHOIS server\n\nrefer:        ${server}\n\ndomain:       TEST\nwhois:        ${server}\n`;
}

/**
 * A domain over RDAP: an internationalized name, a redacted registrant, and the
 * registrar's abuse contact nested in the registrar.
 */
export const domainBody = {
  objectClassName: "domain",
  handle: "1234_DOMAIN-TEST",
  ldhName: "XN--BCHER-KVA.TEST.",
  unicodeName: "bücher.test",
  status: ["client delete prohibited", "active"],
  events: [
    { eventAction: "expiration", eventDate: "2027-08-13T04:00:00Z" },
    { eventAction: "registration", eventDate: "1995-08-14T04:00:00Z" },
    { eventAction: "Transfer", eventDate: "2001-02-03" },
    { eventAction: "last changed", eventDate: "2024-08-14T07:01:34Z" },
    { eventAction: "last update of RDAP database", eventDate: "soon" },
  ],
  entities: [
    {
      objectClassName: "entity",
      roles: ["registrant"],
      vcardArray: jcard(text("fn", ""), text("email", "redacted")),
    },
    {
      objectClassName: "entity",
      handle: "9999",
      publicIds: [{ type: "IANA Registrar ID", identifier: "9999" }],
      roles: ["registrar"],
      vcardArray: jcard(text("fn", "Example Registrar, Inc.")),
      entities: [{
        objectClassName: "entity",
        roles: ["abuse"],
        vcardArray: jcard(
          text("fn", "Abuse Desk"),
          ["adr", {}, "text", ["", "", "1 Way", "Oslo", "", "0150", "NO"]],
          text("email", "abuse@registrar.test"),
          text("tel", "tel:+1.5555550100"),
        ),
      }],
    },
  ],
  nameservers: [
    {
      ldhName: "NS1.EXAMPLE.TEST",
      ipAddresses: { v4: ["192.0.2.1", "x"], v6: ["2001:DB8::1"] },
    },
    { ldhName: "ns2.example.test" },
    { ldhName: "ns1.example.test" },
  ],
  secureDNS: {
    delegationSigned: true,
    dsData: [
      { keyTag: 1, algorithm: 13, digestType: 2, digest: "AB".repeat(32) },
      { keyTag: 70_000, algorithm: 13, digestType: 2, digest: "ab" },
    ],
    keyData: [{ flags: 257, protocol: 3, algorithm: 13, publicKey: "AA==" }],
  },
  variants: [{
    relation: ["registered"],
    variantNames: [{ ldhName: "bucher.test" }],
  }],
  remarks: [{ title: "Note", description: ["One.", "Two."] }],
  notices: [{ title: "Terms of Use", description: "Be kind." }],
  redacted: [
    {
      name: { description: "Registrant Name" },
      method: "emptyValue",
      reason: { description: "Server policy" },
      prePath:
        "$.entities[?(@.roles[0]=='registrant')].vcardArray[1][?(@[0]=='fn')][3]",
    },
    { name: { type: "Registry Domain ID" } },
  ],
  port43: "whois.nic.test",
  links: [{
    rel: "self",
    href: "https://rdap.test/domain/xn--bcher-kva.test",
    type: "application/rdap+json",
  }],
};
