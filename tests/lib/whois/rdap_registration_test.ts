import assert from "node:assert/strict";
import { contact } from "../../support/registration_contact.ts";
import fc from "fast-check";
import {
  autnumRegistration,
  domainRegistration,
  entityRegistration,
  networkRegistration,
  rawJson,
} from "../../../lib/whois/rdap_registration.ts";
import {
  parseAutnum,
  parseDomainRecord,
  parseEntityRecord,
  parseIpNetwork,
} from "../../../lib/whois/rdap/rdap_record.ts";
import { EMPTY_REGISTRATION } from "../../../lib/whois/registration.ts";
import {
  arinNetwork,
  autnum,
  jcard,
  ripeNetwork,
  text,
} from "../../support/rdap_bodies.ts";
import { domainBody } from "../../support/whois_bodies.ts";

function nested(depth: number): unknown {
  return JSON.parse("[".repeat(depth) + "]".repeat(depth));
}

Deno.test("rawJson - indents the response", () => {
  assert.deepEqual(rawJson({ a: [1, "x"] }), {
    type: "json",
    text: '{\n  "a": [\n    1,\n    "x"\n  ]\n}',
  });
});

Deno.test("rawJson - parses back to the response", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (json) => {
    const again = JSON.parse(rawJson(json).text);
    assert.equal(JSON.stringify(again), JSON.stringify(json));
  }));
});

Deno.test("rawJson - rejects more than 32 levels", () => {
  assert.equal(JSON.parse(rawJson(nested(32)).text).length, 1);
  for (const depth of [33, 5_000, 120_000]) {
    assert.throws(() => rawJson(nested(depth)), {
      name: "RegistryError",
      code: "malformed",
    });
  }
});

Deno.test("rawJson - does not indent a long response", () => {
  const wide = { a: { b: Array(100_000).fill(1) } };
  const { text } = rawJson(wide);
  assert.equal(text.length, 200_013);
  assert.equal(text.slice(0, 14), '{"a":{"b":[1,1');
});

const atMs = Date.UTC(2026, 10, 21, 12);
const fetchedAt = "2026-11-21T12:00:00.000Z";

/** The response of a registry, and what was asked. */
const responseOf = <T>(json: object, parse: (json: unknown) => T) => ({
  record: parse(json),
  url: new URL("https://rdap.test/x"),
  json,
});
const domainOf = (json: object, target = "example.test") => {
  const query = { target, name: "example.test", atMs };
  return domainRegistration(responseOf(json, parseDomainRecord), query);
};
const networkOf = (json: object, target: string) =>
  networkRegistration(responseOf(json, parseIpNetwork), { target, atMs });
const autnumOf = (json: object, target = "AS64496") =>
  autnumRegistration(responseOf(json, parseAutnum), { target, atMs });

Deno.test("domainRegistration - returns every field of a response", () => {
  const serverPolicy = "Server policy";
  assert.deepEqual(domainOf(domainBody, "www.example.test"), {
    ...EMPTY_REGISTRATION,
    kind: "domain",
    target: "www.example.test",
    subject: "xn--bcher-kva.test",
    unicode_name: "bücher.test",
    source: "rdap",
    server: "rdap.test",
    object_type: "domain",
    handle: "1234_DOMAIN-TEST",
    registrar: "Example Registrar, Inc.",
    registrar_iana_id: "9999",
    contacts: [
      contact({ roles: ["registrant"], redacted: true }),
      contact({
        roles: ["abuse"],
        name: "Abuse Desk",
        address: ["1 Way", "Oslo", "0150", "NO"],
        emails: ["abuse@registrar.test"],
        phones: ["+1.5555550100"],
      }),
    ],
    whois_server: "whois.nic.test",
    created_at: "1995-08-14T04:00:00.000Z",
    updated_at: "2024-08-14T07:01:34.000Z",
    expires_at: "2027-08-13T04:00:00.000Z",
    events: [
      { action: "registration", at: "1995-08-14T04:00:00.000Z" },
      { action: "transfer", at: "2001-02-03T00:00:00.000Z" },
      { action: "last changed", at: "2024-08-14T07:01:34.000Z" },
      { action: "expiration", at: "2027-08-13T04:00:00.000Z" },
    ],
    statuses: ["client delete prohibited", "active"],
    name_servers: ["ns1.example.test", "ns2.example.test"],
    glue: [
      { name: "ns1.example.test", addresses: ["192.0.2.1", "2001:db8::1"] },
    ],
    dnssec: {
      signed: true,
      ds: [
        { key_tag: 1, algorithm: 13, digest_type: 2, digest: "ab".repeat(32) },
      ],
      keys: [{ flags: 257, protocol: 3, algorithm: 13, public_key: "AA==" }],
    },
    variants: ["bucher.test"],
    remarks: [{ title: "Note", text: ["One.", "Two."] }],
    notices: [{ title: "Terms of Use", text: ["Be kind."] }],
    redacted: [
      { name: "Registrant Name", method: "emptyValue", reason: serverPolicy },
      { name: "Registry Domain ID", method: "removal", reason: null },
    ],
    links: [{
      rel: "self",
      href: "https://rdap.test/domain/xn--bcher-kva.test",
      type: "application/rdap+json",
    }],
    raw: { type: "json", text: JSON.stringify(domainBody, null, 2) },
    fetchedAt,
  });
});

Deno.test("domainRegistration - falls back to the queried name if the response has no valid one", () => {
  for (const ldhName of [undefined, "<b>.test", "a b.test"]) {
    const json = {
      objectClassName: "domain",
      ldhName,
      unicode_name: "Example.test",
      port43: "whois.test/x",
      nameservers: [{ ldhName: "a b" }, { ldhName: "NS1.test." }],
    };
    const found = domainOf(json);
    assert.equal(found.subject, "example.test");
    assert.equal(found.unicode_name, null);
    assert.equal(found.whois_server, null);
    assert.deepEqual(found.name_servers, ["ns1.test"]);
    assert.deepEqual(found.glue, []);
  }
});

Deno.test("domainRegistration - shows the name in Unicode only if it is the same name", () => {
  const cases = [
    ["xn--bcher-kva.test", "Bücher.test", "Bücher.test"],
    ["xn--bcher-kva.test", "bucher.test", null],
    ["example.test", "Example.test", null],
    ["example.test", "еxample.test", null],
    ["example.test", undefined, null],
  ];
  for (const [ldhName, unicodeName, expected] of cases) {
    const json = { objectClassName: "domain", ldhName, unicodeName };
    assert.equal(domainOf(json).unicode_name, expected, unicodeName ?? "");
  }
});

Deno.test("domainRegistration - lists contacts that the registry withholds", () => {
  const { contacts } = domainOf({
    objectClassName: "domain",
    redacted: [{
      name: { description: "Administrative Contact" },
      prePath: "$.entities[?(@.roles[0]=='administrative')]",
      method: "removal",
    }],
  });
  const withheld = contact({ roles: ["administrative"], redacted: true });
  assert.deepEqual(contacts, [withheld]);
});

Deno.test("domainRegistration - limits its lists, but not the raw response", () => {
  const many = <T>(item: (i: number) => T) =>
    Array.from({ length: 5_000 }, (_, i) => item(i));
  const json = {
    objectClassName: "domain",
    status: many(() => "a"),
    events: many(() => ({ eventAction: "x", eventDate: "2020-01-01" })),
    links: many(() => ({ href: "https://a.test/" })),
    nameservers: many((i) => ({ ldhName: `ns${i}.test` })),
  };
  const { statuses, events, links, name_servers, raw } = domainOf(json);
  for (const { length } of [statuses, events, links, name_servers]) {
    assert.equal(length, 200);
  }
  assert.deepEqual(JSON.parse(raw.text), json);
});

Deno.test("networkRegistration - returns the range, its blocks and the contacts", () => {
  const holder = { handle: "EXMPL", name: "Example Networks" };
  const desk = {
    handle: "ABUSE1-ARIN",
    name: "Abuse Desk",
    address: ["1 Example Way"],
    emails: ["abuse@example.net"],
    phones: ["+1-555-555-0100"],
  };
  const { raw, ...rest } = networkOf(arinNetwork, "198.51.100.7");
  assert.equal(raw.text, JSON.stringify(arinNetwork, null, 2));
  assert.deepEqual(rest, {
    ...EMPTY_REGISTRATION,
    kind: "ip",
    target: "198.51.100.7",
    subject: "198.51.100.0 – 198.51.100.255",
    source: "rdap",
    server: "rdap.test",
    object_type: "ip network",
    handle: "NET-198-51-100-0-1",
    name: "EXAMPLE-NET",
    allocation_type: "DIRECT ALLOCATION",
    networks: ["198.51.100.0/24"],
    parent_handle: "NET-198-0-0-0-0",
    contacts: [
      contact({ roles: ["registrant"], ...holder }),
      contact({ roles: ["abuse"], ...desk }),
    ],
    whois_server: "whois.arin.net",
    created_at: "1992-12-01T05:00:00.000Z",
    updated_at: "2012-02-24T14:44:34.000Z",
    events: [
      { action: "registration", at: "1992-12-01T05:00:00.000Z" },
      { action: "last changed", at: "2012-02-24T14:44:34.000Z" },
    ],
    statuses: ["active"],
    notices: [{ title: "Terms of Service", text: ["Text."] }],
    links: [{
      rel: "self",
      href: "https://rdap.example/ip/198.51.100.0",
      type: "application/rdap+json",
    }],
    fetchedAt,
  });
});

Deno.test("networkRegistration - computes missing blocks, and falls back to the target without a range", () => {
  const six = networkOf(ripeNetwork, "2001:db8::7");
  assert.deepEqual(six.networks, ["2001:db8::/32"]);
  assert.equal(six.country, "NL");
  const bare = networkOf({ objectClassName: "ip network" }, "192.0.2.0/24");
  assert.equal(bare.subject, "192.0.2.0/24");
  assert.deepEqual(bare.events, []);
});

Deno.test("autnumRegistration - returns a single number, or its block", () => {
  const found = autnumOf(autnum);
  assert.deepEqual(
    [found.kind, found.object_type, found.subject, found.name, found.country],
    ["asn", "autnum", "AS64496", "EXAMPLE-AS", "US"],
  );
  assert.equal(found.created_at, "2000-03-30T05:00:00.000Z");
  const block = autnumOf({ ...autnum, endAutnum: 64511 });
  assert.equal(block.subject, "AS64496 – AS64511");
  assert.equal(autnumOf({ objectClassName: "autnum" }).subject, "AS64496");
});

Deno.test("entityRegistration - returns who it is, what it holds and its contacts", () => {
  const prefix = { v4prefix: "192.0.2.0", length: 24 };
  const block = { startAutnum: 64496, endAutnum: 64497 };
  const json = {
    objectClassName: "entity",
    handle: "EX1-RIPE",
    roles: ["registrar"],
    vcardArray: jcard(text("fn", "Example"), text("kind", "org")),
    publicIds: [{ type: "IANA Registrar ID", identifier: "9999" }],
    status: ["active"],
    events: [{ eventAction: "registration", eventDate: "2010-01-02" }],
    networks: [
      { objectClassName: "ip network", cidr0_cidrs: [prefix] },
      { startAddress: "2001:db8::", endAddress: "2001:db8::ffff" },
      { startAddress: "2001:db8::" },
    ],
    autnums: [block, { startAutnum: 64511 }, {}],
    entities: [{ handle: "AB1-RIPE", roles: ["abuse"] }],
  };
  const response = responseOf(json, parseEntityRecord);
  const query = { target: "ex1-ripe", atMs };
  const { raw, ...found } = entityRegistration(response, query);
  assert.equal(raw.text, JSON.stringify(json, null, 2));
  assert.deepEqual(found, {
    ...EMPTY_REGISTRATION,
    kind: "entity",
    object_type: "entity",
    target: "ex1-ripe",
    subject: "EX1-RIPE",
    source: "rdap",
    server: "rdap.test",
    handle: "EX1-RIPE",
    name: "Example",
    allocation_type: "org",
    registrar_iana_id: "9999",
    networks: ["192.0.2.0/24", "2001:db8::/112"],
    autonomous_systems: ["AS64496 – AS64497", "AS64511"],
    contacts: [
      contact({ handle: "EX1-RIPE", name: "Example" }),
      contact({ roles: ["abuse"], handle: "AB1-RIPE" }),
    ],
    created_at: "2010-01-02T00:00:00.000Z",
    events: [{ action: "registration", at: "2010-01-02T00:00:00.000Z" }],
    statuses: ["active"],
    fetchedAt,
  });
  assert.throws(() => parseEntityRecord(arinNetwork), { code: "malformed" });
});

Deno.test("autnumRegistration - rejects a response that nests too deep", () => {
  assert.throws(() => autnumOf({ ...autnum, x: nested(5_000) }), {
    name: "RegistryError",
    code: "malformed",
  });
});
