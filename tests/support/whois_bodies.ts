import { jcard, text } from "./rdap_bodies.ts";

/** Responses as whois servers send them, with made-up names and people. */

/** Like those of generic registries: a referral and no contacts. */
export const registryText = `\
   Domain Name: EXAMPLE.TEST
   Registry Domain ID: 2336799_DOMAIN_TEST-VRSN
   Registrar WHOIS Server: whois.registrar.test
   Registrar URL: http://www.registrar.test
   Updated Date: 2024-08-14T07:01:34Z
   Creation Date: 1995-08-14T04:00:00Z
   Registry Expiry Date: 2027-08-13T04:00:00Z
   Registrar: Example Registrar, Inc.
   Registrar IANA ID: 9999
   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited
   Domain Status: ok (https://icann.org/epp#ok)
   Name Server: A.EXAMPLE-SERVERS.TEST
   Name Server: b.example-servers.test
   DNSSEC: unsigned
>>> Last update of whois database: 2026-11-21T10:00:00Z <<<

TERMS OF USE: You are not authorized to access or query our database: no.
`;

/** Like those of registrars: contacts, some of them redacted. */
export const registrarText = `\
Domain Name: example.test
Registrar WHOIS Server: whois.registrar.test
Registrar: Example Registrar (Ltd)
Registrar Abuse Contact Email: abuse@registrar.test
Registrar Abuse Contact Phone: +1.5555550100
Registrant Name: REDACTED FOR PRIVACY
Registrant Organization: Example Holdings
Registrant Email: Select Contact Domain Holder link at https://www.registrar.test
Admin Name: Jane Roe
Admin Email: jane@example.test
Tech Name: REDACTED FOR PRIVACY
Tech Organization: REDACTED FOR PRIVACY
Tech Email: REDACTED FOR PRIVACY
Tech Phone: REDACTED FOR PRIVACY
`;

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
      roles: ["registrar"],
      vcardArray: jcard(text("fn", "Example Registrar, Inc.")),
      entities: [{
        objectClassName: "entity",
        roles: ["abuse"],
        vcardArray: jcard(
          text("fn", "Abuse Desk"),
          text("email", "abuse@registrar.test"),
          text("tel", "tel:+1.5555550100"),
        ),
      }],
    },
  ],
  nameservers: [
    { ldhName: "NS1.EXAMPLE.TEST" },
    { ldhName: "ns2.example.test" },
    { ldhName: "ns1.example.test" },
  ],
  port43: "whois.nic.test",
  links: [{
    rel: "self",
    href: "https://rdap.test/domain/xn--bcher-kva.test",
    type: "application/rdap+json",
  }],
};
