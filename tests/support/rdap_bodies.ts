/**
 * Responses as the registries send them, with documentation networks and
 * made-up people.
 */

type Property = readonly [string, object, string, unknown];

/** A jCard with these properties. */
export function jcard(...properties: Property[]) {
  return ["vcard", [["version", {}, "text", "4.0"], ...properties]];
}

/** A text property. */
export function text(name: string, value: unknown, parameters = {}): Property {
  return [name, parameters, "text", value];
}

const arinAbuse = {
  objectClassName: "entity",
  handle: "ABUSE1-ARIN",
  roles: ["abuse"],
  vcardArray: jcard(
    ["adr", { label: "1 Example Way" }, "text", ["", "", "", "", "", "", ""]],
    text("fn", "Abuse Desk"),
    text("kind", "group"),
    text("email", "abuse@example.net"),
    ["tel", { type: ["work", "voice"] }, "text", "+1-555-555-0100"],
  ),
};

/**
 * Like ARIN's: the abuse contact is nested in the registrant, and `cidr0` lists
 * the blocks.
 */
export const arinNetwork = {
  rdapConformance: ["nro_rdap_profile_0", "rdap_level_0", "cidr0"],
  notices: [{ title: "Terms of Service", description: ["Text."] }],
  objectClassName: "ip network",
  handle: "NET-198-51-100-0-1",
  startAddress: "198.51.100.0",
  endAddress: "198.51.100.255",
  ipVersion: "v4",
  name: "EXAMPLE-NET",
  type: "DIRECT ALLOCATION",
  parentHandle: "NET-198-0-0-0-0",
  events: [
    { eventAction: "last changed", eventDate: "2012-02-24T09:44:34-05:00" },
    { eventAction: "registration", eventDate: "1992-12-01T00:00:00-05:00" },
  ],
  links: [
    {
      value: "https://rdap.example/ip/198.51.100.7",
      rel: "self",
      type: "application/rdap+json",
      href: "https://rdap.example/ip/198.51.100.0",
    },
    { rel: "odd", href: "javascript:alert(1)" },
  ],
  entities: [{
    objectClassName: "entity",
    handle: "EXMPL",
    roles: ["registrant"],
    vcardArray: jcard(text("fn", "Example Networks"), text("kind", "org")),
    entities: [arinAbuse],
  }],
  port43: "whois.arin.net",
  status: ["active"],
  cidr0_cidrs: [{ v4prefix: "198.51.100.0", length: 24 }],
};

/** Like RIPE's: registrants include maintainers, and no blocks are listed. */
export const ripeNetwork = {
  objectClassName: "ip network",
  handle: "2001:db8::/32",
  startAddress: "2001:db8::",
  endAddress: "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
  name: "ZZ-EXAMPLE",
  country: "nl",
  parentHandle: "2001::/23",
  entities: [
    {
      handle: "example-mnt",
      roles: ["registrant"],
      vcardArray: jcard(text("fn", "example-mnt"), text("kind", "individual")),
    },
    {
      handle: "ORG-EX1-RIPE",
      roles: ["registrant"],
      vcardArray: jcard(text("fn", "Example B.V."), text("kind", "org")),
    },
    {
      handle: "AR1-RIPE",
      roles: ["abuse"],
      vcardArray: jcard(
        text("fn", "Abuse-C Role"),
        text("kind", "group"),
        text("email", "abuse@example.org", { type: "abuse" }),
      ),
    },
  ],
  port43: "whois.ripe.net",
};

export const autnum = {
  objectClassName: "autnum",
  handle: "AS64496",
  startAutnum: 64496,
  endAutnum: 64496,
  name: "EXAMPLE-AS",
  country: "US",
  status: ["active"],
  events: [
    { eventAction: "registration", eventDate: "2000-03-30T00:00:00-05:00" },
    { eventAction: "last changed", eventDate: "2012-02-24" },
  ],
  entities: [],
  port43: "whois.arin.net",
};
