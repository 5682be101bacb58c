import assert from "node:assert/strict";
import fc from "fast-check";
import { formatCidr, lastAddress } from "../../../../lib/net/cidr.ts";
import { ipv4FromValue, parseIp } from "../../../../lib/net/ip_address.ts";
import {
  cidrsOfRange,
  parseAutnum,
  parseDomainRecord,
  parseIpNetwork,
} from "../../../../lib/whois/rdap/rdap_record.ts";
import { RegistryError } from "../../../../lib/whois/rdap/registry_error.ts";
import {
  arinNetwork,
  autnum,
  jcard,
  ripeNetwork,
  text,
} from "../../../support/rdap_bodies.ts";
import samples from "./rdap_record.json" with { type: "json" };

Deno.test("cidrsOfRange - returns one block, the fewest, or none for an invalid range", () => {
  const cases = [
    ["0.0.0.0", "255.255.255.255", "0.0.0.0/0"],
    ["::", `ffff${":ffff".repeat(7)}`, "::/0"],
    ["192.0.2.7", "192.0.2.7", "192.0.2.7/32"],
    ["0.0.0.1", "0.0.0.4", "0.0.0.1/32", "0.0.0.2/31", "0.0.0.4/32"],
    ["::ffff:ffff", "::1:0:1", "::ffff:ffff/128", "::1:0:0/127"],
    ["192.0.2.7", "192.0.2.6"],
    ["192.0.2.7", "2001:db8::"],
  ];
  for (const [start, end, ...blocks] of cases) {
    const found = cidrsOfRange(parseIp(start)!, parseIp(end)!);
    assert.deepEqual(found.map(formatCidr), blocks, start);
  }
});

Deno.test("cidrsOfRange - returns adjacent blocks from start to end", () => {
  const value = fc.integer({ min: 0, max: 0xffffffff });
  fc.assert(fc.property(value, value, (a, b) => {
    const [start, end] = [Math.min(a, b), Math.max(a, b)];
    const cidrs = cidrsOfRange(ipv4FromValue(start), ipv4FromValue(end));
    let next = start;
    for (const cidr of cidrs) {
      const last = lastAddress(cidr);
      assert(cidr.address.family === 4 && last.family === 4);
      assert.equal(cidr.address.value, next);
      next = last.value + 1;
    }
    assert.equal(next, end + 1);
    assert(cidrs.length <= 62);
  }));
});

Deno.test("parseIpNetwork - reads a response of ARIN", () => {
  const network = parseIpNetwork(arinNetwork);
  const { startAddress, endAddress, cidrs, ...rest } = network;
  assert.equal(startAddress?.text, "198.51.100.0");
  assert.equal(endAddress?.text, "198.51.100.255");
  assert.deepEqual(cidrs.map(formatCidr), ["198.51.100.0/24"]);
  assert.deepEqual(rest, {
    handle: "NET-198-51-100-0-1",
    name: "EXAMPLE-NET",
    type: "DIRECT ALLOCATION",
    country: null,
    parentHandle: "NET-198-0-0-0-0",
    originAsns: [],
    status: ["active"],
    events: {
      registration: "1992-12-01T05:00:00.000Z",
      lastChanged: "2012-02-24T14:44:34.000Z",
      expiration: null,
    },
    timeline: [
      { action: "last changed", at: "2012-02-24T14:44:34.000Z" },
      { action: "registration", at: "1992-12-01T05:00:00.000Z" },
    ],
    redactions: { properties: [], roles: new Set(), fields: [] },
    port43: "whois.arin.net",
    links: [{
      rel: "self",
      href: "https://rdap.example/ip/198.51.100.0",
      type: "application/rdap+json",
    }],
    remarks: [],
    notices: [{ title: "Terms of Service", text: ["Text."] }],
    entities: samples.entitiesOfArin,
  });
});

Deno.test("parseIpNetwork - computes blocks if none are listed", () => {
  const { country, cidrs } = parseIpNetwork(ripeNetwork);
  assert.equal(country, "NL");
  assert.deepEqual(cidrs.map(formatCidr), ["2001:db8::/32"]);
  const half = [{ v6prefix: "2001:db8::", length: 33 }];
  const listed = parseIpNetwork({ ...ripeNetwork, cidr0_cidrs: half });
  assert.deepEqual(listed.cidrs.map(formatCidr), ["2001:db8::/33"]);
  const cases = [
    ["192.0.2.8", "192.0.2.3/32", "192.0.2.4/30", "192.0.2.8/32"],
    ["192.0.2.3", "192.0.2.3/32"],
  ];
  for (const [endAddress, ...blocks] of cases) {
    const { cidrs } = parseIpNetwork({
      objectClassName: "ip network",
      startAddress: "192.0.2.3",
      endAddress,
    });
    assert.deepEqual(cidrs.map(formatCidr), blocks, endAddress);
  }
});

Deno.test("parseIpNetwork - drops malformed fields only", () => {
  assert.deepEqual(parseIpNetwork(samples.malformed), {
    handle: null,
    name: "A network",
    type: null,
    country: null,
    startAddress: null,
    endAddress: null,
    cidrs: parseIpNetwork(ripeNetwork).cidrs,
    parentHandle: null,
    originAsns: [],
    status: ["active"],
    events: { registration: null, lastChanged: null, expiration: null },
    timeline: [],
    redactions: { properties: [], roles: new Set(), fields: [] },
    entities: [],
    port43: null,
    links: [],
    remarks: [],
    notices: [],
  });
});

Deno.test("parseAutnum - reads number, name and times, without a zone as UTC", () => {
  const expiration = "2030-01-02T03:04:05";
  const event = { eventAction: "expiration", eventDate: expiration };
  const { events, startAutnum, endAutnum, name, country } = parseAutnum({
    ...autnum,
    events: [...autnum.events, event],
  });
  assert.deepEqual(events, {
    registration: "2000-03-30T05:00:00.000Z",
    lastChanged: "2012-02-24T00:00:00.000Z",
    expiration: `${expiration}.000Z`,
  });
  assert.deepEqual([startAutnum, endAutnum], [64496, 64496]);
  assert.deepEqual([name, country], ["EXAMPLE-AS", "US"]);
});

Deno.test("parseDomainRecord - reads names, name servers and redactions", () => {
  const role = "@.roles[0]=='registrant'";
  const registrant = jcard(
    text("fn", "REDACTED FOR PRIVACY"),
    text("email", "a1b2c3@privacy.example"),
    text("org", "Example Org"),
  );
  const abuse = jcard(text("email", "abuse@example.com"));
  const record = parseDomainRecord({
    objectClassName: "domain",
    ldhName: "XN--EXMPLE-CUA.TEST",
    unicodeName: "exämple.test",
    nameservers: [{ ldhName: "NS1.Example.NET" }, {}],
    redacted: [{
      name: { description: "Registrant Email" },
      prePath: `$.entities[?(${role})].vcardArray[1][?(@[0]=='email')]`,
      method: "replacementValue",
    }],
    entities: [
      { roles: ["registrant"], vcardArray: registrant },
      { roles: ["abuse"], vcardArray: abuse },
    ],
    secureDNS: { delegationSigned: true },
    network: ripeNetwork,
  });
  assert.equal(record.dnssec?.signed, true);
  assert.deepEqual(record.cidrs.map(formatCidr), ["2001:db8::/32"]);
  assert.equal(record.ldhName, "xn--exmple-cua.test");
  assert.equal(record.unicodeName, "exämple.test");
  const server = { name: "ns1.example.net", addresses: [] };
  assert.deepEqual(record.nameservers, [server]);
  const contacts = record.entities.map(({ name, org, emails, isRedacted }) =>
    [name, org, emails, isRedacted] as const
  );
  assert.deepEqual(contacts, [
    [null, "Example Org", [], true],
    [null, null, ["abuse@example.com"], false],
  ]);
});

const parsers = [parseIpNetwork, parseAutnum, parseDomainRecord];

Deno.test("parseIpNetwork, parseAutnum, parseDomainRecord - reject an object of another class", () => {
  const bodies = [null, [], "x", {}, { objectClassName: "entity" }];
  for (const parse of parsers) {
    for (const body of bodies) {
      const error = { name: "RegistryError", code: "malformed" };
      assert.throws(() => parse(body), error, JSON.stringify(body));
    }
  }
  assert.throws(() => parseAutnum(arinNetwork), RegistryError);
  assert.throws(() => parseIpNetwork(autnum), RegistryError);
});

/** Objects with the member names of real ones and any values. */
const members = [
  ...Object.keys({ ...arinNetwork, ...autnum }),
  ...["ldhName", "nameservers", "redacted", "country", "vcardArray", "roles"],
];
const classes = ["ip network", "autnum", "domain"];
const anyBody = fc.tuple(
  fc.constantFrom(...classes),
  fc.dictionary(
    fc.constantFrom(...members),
    fc.oneof(
      fc.jsonValue(),
      fc.array(fc.jsonValue()),
      fc.array(fc.dictionary(fc.constantFrom(...members), fc.jsonValue())),
      fc.constantFrom("0.0.0.0", "255.255.255.255", "::", "2000-13-45T99:99Z"),
    ),
  ),
).map(([objectClassName, body]) => ({ ...body, objectClassName }));

/** Whether one of the parsers accepts the object's class. */
function fits(body: unknown): boolean {
  return typeof body === "object" && body !== null &&
    "objectClassName" in body &&
    classes.some((name) => name === body.objectClassName);
}

Deno.test("parseIpNetwork, parseAutnum, parseDomainRecord - return a record or throw RegistryError for any JSON", () => {
  fc.assert(fc.property(fc.oneof(anyBody, fc.jsonValue()), (body) => {
    const outcomes = parsers.map((parse) => {
      try {
        const { events, status, entities } = parse(body);
        assert(Array.isArray(status) && Array.isArray(entities));
        for (const time of Object.values(events)) {
          assert(time === null || new Date(time).toISOString() === time);
        }
        return true;
      } catch (error) {
        assert(error instanceof RegistryError, String(error));
        assert.equal(error.code, "malformed");
        return false;
      }
    });
    assert.equal(outcomes.filter(Boolean).length, fits(body) ? 1 : 0);
  }));
});

Deno.test("parseIpNetwork - does not overflow the stack on deep nesting", () => {
  const depth = 50_000;
  const body = JSON.parse(
    '{"objectClassName":"ip network","entities":' +
      '[{"entities":'.repeat(depth) + "[]" + "}]".repeat(depth) + "}",
  );
  let levels = 0;
  let { entities } = parseIpNetwork(body);
  for (; entities.length > 0; levels++) entities = entities[0].entities;
  assert.equal(levels, 4);
});

Deno.test("parseDomainRecord - drops links with another host's name before their own", () => {
  const hrefs = [
    "https://bank.example@evil.example/",
    "https://bank.example:443@evil.example/",
    ...["https://:x@evil.example/", "javascript:alert(1)"],
    "https://rdap.example/a@b",
  ];
  const links = hrefs.map((href) => ({ href }));
  const record = parseDomainRecord({ objectClassName: "domain", links });
  const own = { rel: null, href: "https://rdap.example/a@b", type: null };
  assert.deepEqual(record.links, [own]);
});

Deno.test("parseIpNetwork, parseDomainRecord - drop text that changes the direction of other text", () => {
  const vcardArray = jcard(
    text("fn", "A\u200fb"),
    text("email", "ab\u202euse@example.net"),
    text("email", "abuse@example.net"),
  );
  const { name, entities, links } = parseIpNetwork({
    objectClassName: "ip network",
    name: "NET\u202eevil",
    entities: [{ roles: ["abuse"], vcardArray }],
    links: [{ href: "https://rdap.example/\u202ea" }],
  });
  assert.equal(name, null);
  assert.equal(entities[0].name, null);
  assert.deepEqual(entities[0].emails, ["abuse@example.net"]);
  assert.equal(links.length, 1);
  assert.equal(links[0].href, "https://rdap.example/%E2%80%AEa");
  const { nameservers } = parseDomainRecord({
    objectClassName: "domain",
    nameservers: [{ ldhName: "ns\u202e.example" }, { ldhName: "NS.example" }],
  });
  assert.deepEqual(nameservers, [{ name: "ns.example", addresses: [] }]);
});
