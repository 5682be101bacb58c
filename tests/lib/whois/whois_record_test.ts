import assert from "node:assert/strict";
import { contact } from "../../support/registration_contact.ts";
import fc from "fast-check";
import { parseWhoisRecord } from "../../../lib/whois/whois_record.ts";
import { parseDomain } from "../../../lib/net/domain.ts";
import { RegistryError } from "../../../lib/whois/rdap/registry_error.ts";
import { registrarText, registryText } from "../../support/whois_bodies.ts";
import { whoisFormats } from "../../support/whois_formats.ts";
import { codePoint } from "../../support/code_point.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./whois_record.json" with { type: "json" };

function parse(name: string, text: string) {
  return parseWhoisRecord(parseDomain(name)!, text);
}

const NOTHING = samples.nothing;

/** Asserts that each text throws this code, and says which did not. */
function assertThrows(code: string, texts: readonly string[]) {
  const error = { name: "RegistryError", code, message: code };
  for (const text of texts) {
    assert.throws(() => parse("a.test", text), error, text);
  }
}

Deno.test("parseWhoisRecord - reads responses of generic registries", () =>
  assert.deepEqual(parse("example.test", registryText), samples.generic));

Deno.test("parseWhoisRecord - reads contacts and their redactions", () => {
  const organisation = "Example Holdings";
  const jane = { name: "Jane Roe", emails: ["jane@example.test"] };
  const desk = { emails: ["abuse@registrar.test"], phones: ["+1.5555550100"] };
  const record = parse("example.test", registrarText);
  assert.deepEqual(record?.contacts, [
    contact({ roles: ["registrant"], organisation, redacted: true }),
    contact({ roles: ["administrative"], ...jane }),
    contact({ roles: ["technical"], redacted: true }),
    contact({ roles: ["abuse"], ...desk }),
  ]);
});

Deno.test("parseWhoisRecord - reads indented blocks", () => {
  const text = `
    Domain name:
        example.uk

    Registrar:
        Example Ltd [Tag = EX]
        URL: https://www.example.uk

    Relevant dates:
        Registered on: 26-Nov-1996
        Expiry date:  26-Nov-2027
        Last updated:  25-Oct-2026

    Name servers:
        ns1.example.uk            192.0.2.1
        ns2.example.uk
`;
  assert.deepEqual(parse("example.uk", text), {
    ...NOTHING,
    domain: "example.uk",
    registrar: "Example Ltd",
    registrarUrl: "https://www.example.uk/",
    createdAt: "1996-11-26T00:00:00.000Z",
    updatedAt: "2026-10-25T00:00:00.000Z",
    expiresAt: "2027-11-26T00:00:00.000Z",
    nameServers: [
      { name: "ns1.example.uk", addresses: ["192.0.2.1"] },
      { name: "ns2.example.uk", addresses: [] },
    ],
  });
});

Deno.test("parseWhoisRecord - takes the time when the database was updated for none of the record", () => {
  const updatedAt = (separator: string) => {
    const dates = ["created: 1996-11-26", "last updated on: 2026-10-25"];
    const text = `domain: example.uk\n${dates.join(separator)}`;
    return parse("example.uk", text)?.updatedAt;
  };
  assert.equal(updatedAt("\n"), "2026-10-25T00:00:00.000Z");
  assert.equal(updatedAt("\n\n"), null);
});

Deno.test("parseWhoisRecord - takes from the registrar's block only what is the registrar's, and from a maintainer only a URL", () => {
  const text =
    "Domain name: example.uk\n\nRegistrar:\n  Name: Example\n  Status: member\n  Created: 2001-02-03\n\nMaintainer: EXAMPLE.UK\n";
  const expected = { domain: "example.uk", registrar: "Example" };
  assert.deepEqual(parse("example.uk", text), { ...NOTHING, ...expected });
});

Deno.test("parseWhoisRecord - reads the order of dates from the domain's country", () => {
  const createdAt = (name: string) =>
    parse(name, `registrar: X\ncreated: 01/02/2020`)?.createdAt;
  assert.equal(createdAt("a.gg"), null);
  assert.equal(createdAt("a.tr"), "2020-02-01T00:00:00.000Z");
});

Deno.test("parseWhoisRecord - takes a name below a heading for that of the domain", () => {
  const text = "Domain Information:\n  Name: a.test\n  Created: 2020-01-31\n";
  assert.equal(parse("a.test", text)?.domain, "a.test");
});

Deno.test("parseWhoisRecord - reads labels in brackets", () => {
  const text = `
[Domain Name]                   EXAMPLE.JP
[Registrant]                    Example K.K.
[Name Server]                   ns1.example.jp
[Name Server]                   ns2.example.jp
[Created on]                    2001/03/26
[Expires on]                    2027/03/31
[Status]                        Active
`;
  assert.deepEqual(parse("example.jp", text), {
    ...NOTHING,
    domain: "example.jp",
    createdAt: "2001-03-26T00:00:00.000Z",
    expiresAt: "2027-03-31T00:00:00.000Z",
    statuses: ["Active"],
    nameServers: [
      { name: "ns1.example.jp", addresses: [] },
      { name: "ns2.example.jp", addresses: [] },
    ],
    contacts: [contact({ roles: ["registrant"], name: "Example K.K." })],
  });
});

Deno.test("parseWhoisRecord - takes any one of these for a record, and nothing less", () => {
  const lines = [
    ...["Registrar: X", "Created: 2020-01-31", "Expires: 2020-01-31"],
    ...["Name Server: ns1.a.test", "Domain: a.test\nUpdated: 2020-01-31"],
    ...["Domain: a.test\nStatus: active", "Domain: a.test\nAdmin Name: Jane"],
  ];
  for (const text of lines) assert(parse("a.test", text), text);
  const texts = [
    ...["Updated: 2020-01-31", "Status: active", "Admin Name: Jane"],
    ...["Domain: a.test", "Domain: a.test\nStatus: invalid"],
  ];
  assertThrows("malformed", texts);
});

Deno.test("parseWhoisRecord - reads single values", () => {
  const at = "2020-02-01T00:00:00.000Z";
  const a = { name: "ns1.a.test", addresses: ["192.0.2.1"] };
  const key = { key_tag: 1, algorithm: 13, digest_type: 2 };
  const ds = { ...key, digest: "ab".repeat(32) };
  const web = "http://x.test/";
  const only = { registrar: "X" };
  const dsText = `1 13 2 ${ds.digest}`;
  const signed = { signed: true, ds: [], keys: [] };
  const withDs = { ...signed, ds: [ds] };
  const cases: Record<string, Partial<ReturnType<typeof parse>>> = {
    "Registrar: X (R1-AB) (http://x.test) t/a Y [Tag = Y]": only,
    "Registrar: 'X R12-AB'\nRegistrar: Y": only,
    "Registrar: none\nRegistrar: -\nRegistrar: Y": { registrar: "Y" },
    "Registrar ID: R-1 (X)": only,
    "Registrar:\n  Company: X\n  Registrar IANA ID: 9999\n  Web: http://x.test":
      { registrar: "X", registrarIanaId: "9999", registrarUrl: web },
    "Registrar:\n  X\n  Name Server: ns1.a.test 192.0.2.1": {
      nameServers: [a],
    },
    "Registrar IANA ID: 99 (X)": { registrarIanaId: null },
    "Registrar URL: x.test": { registrarUrl: web },
    "Maintainer: http://x.test": { registrarUrl: web },
    "Domain Information:\n  Maintainer: X.TEST": { registrarUrl: null },
    "Updated: 2020-02-01\nUpdated: 2020-03-01\nChanged: 2020-04-01\n\nx: y\nUpdated: 2020-05-01":
      { updatedAt: "2020-03-01T00:00:00.000Z" },
    "Created: x\nCreated: 2020-02-01": { createdAt: at },
    "DNS: a.test": { nameServers: [{ name: "a.test", addresses: [] }] },
    "DNS: a.test\nDNS: ns1.a.test 192.0.2.1 192.0.2.1 x": { nameServers: [a] },
    "Name Servers: ns1.a.test, ns2.a.test\nName Server: ns1.a.test. (192.0.2.1)":
      { nameServers: [a, { name: "ns2.a.test", addresses: [] }] },
    "Name Server: localhost\nName Server: not.defined": { nameServers: [] },
    "Name Servers:\n  ns1.a.test 192.0.2.1\n  DNSSEC: yes\n  Created: 2020-02-01":
      { nameServers: [a], dnssec: signed, createdAt: null },
    [`Name Servers:\n  Name: ns1.a.test 192.0.2.1\n  DS Data: ${dsText}`]: {
      nameServers: [a],
      dnssec: withDs,
    },
    [`DNSSEC: unsigned\nDS Data: ${dsText}`]: { dnssec: withDs },
    "DNSSEC: unknown\nDNSSEC: active": { dnssec: signed },
    "DNSSEC: unknown": { dnssec: null },
    "Registrant:\n  Name: J\n  Created: 2020-02-01": { createdAt: null },
    "Registrant:\n  J\n  Host: ns1.a.test 192.0.2.1": { nameServers: [a] },
  };
  for (const [text, expected] of Object.entries(cases)) {
    const head = "Domain ID: 1\nExpires: 2029-01-31\n\n";
    const found = Object.entries(parse("a.test", head + text)!)
      .filter(([key]) => key in expected!);
    assert.deepEqual(Object.fromEntries(found), expected, text);
  }
});

Deno.test("parseWhoisRecord - returns null for every known sentence for not found", () => {
  for (const text of samples.notFound) {
    assert.equal(parse("a.test", text), null, text);
  }
});

Deno.test("parseWhoisRecord - takes no response of a busy server for a free name", () => {
  assertThrows("busy", [
    "%% Too many requests...\n%%\n%% No entries found in the Database.",
    "WHOIS LIMIT EXCEEDED - SEE WWW.NIC.TEST/WHOIS FOR DETAILS",
    'Error for "a.test".\n The WHOIS query quota for 192.0.2.1 has been exceeded',
    "Your connection limit exceeded. Please slow down and try again later.",
    "% Error: 55 Connection refused; access control limit reached.",
    "# Too many connections.",
    "Please go away for 13 Seconds",
    "Query rate exceeded. Try again later.",
    "whois.nic.test: only 1 request per second allowed, try again later",
    "* Sorry, the Whois database is currently down.",
  ]);
});

Deno.test("parseWhoisRecord - takes no refusal and no failure for a free name", () => {
  assertThrows("malformed", samples.refusals);
  // Terms of use say what would happen.
  const terms =
    "No match for a.test.\n% Excessive queries will lead to denied access, and your IP address may be blocked.";
  assert.equal(parse("a.test", terms), null);
});

Deno.test("parseWhoisRecord - rejects a response that is neither a record nor a message that there is none", () => {
  assertThrows("malformed", [
    ...["", "Status: NOT AVAILABLE", "Registrar:\nCreation Date:\n"],
    "If the domain is not found, it is free.",
  ]);
});

Deno.test("parseWhoisRecord - takes a message about another name for none about this one", () => {
  assertThrows("other_name", [
    ...['No match for "other.test".', "No match for domain other.example"],
    ...["Domain not found: other.test", "other.test: not found"],
    "Domain: other.test\nStatus: free",
    "domain: TEST\nstatus: ACTIVE\nwhois: whois.nic.test",
  ]);
  const cases = [
    "No match for A.TEST.",
    "No match for a.test; see www.nic.test",
    "No entries found at whois.nic.test",
    "No match for bücher.test (xn--bcher-kva.test)",
    "No data found. Times are in 10.30 UTC, see registry.example",
    "Not found. Ask whois.nic.test",
    "Domain: a.test\nStatus: free",
    "Domain: A\nStatus: free",
  ];
  for (const text of cases) {
    const name = text.includes("b\u00fccher") ? "bücher.test" : "a.test";
    assert.equal(parse(name, text), null, text);
  }
});

Deno.test("parseWhoisRecord - accepts a referral to a host on port 43 only", () => {
  const cases: [string, string | null][] = [
    ["whois.registrar.test", "whois.registrar.test"],
    ["whois://WHOIS.registrar.test/", "whois.registrar.test"],
    ["whois.registrar.test:43", "whois.registrar.test"],
    ["127.0.0.1", "127.0.0.1"],
    ["whois.registrar.test:6379", null],
    ["http://registrar.test/", null],
    ["rwhois://registrar.test:4321", null],
    ["whois.registrar.test/path", null],
    ["[::1]", null],
    ["a\\b", null],
  ];
  for (const [text, referral] of cases) {
    const lines = `Registrar: X\nRegistrar WHOIS Server: ${text}\n`;
    assert.equal(parse("a.test", lines)?.referral, referral, text);
  }
});

Deno.test("parseWhoisRecord - drops misleading text, and invalid names and URLs", () => {
  const lines = [
    ...["Registrar: Evil\u202eInc", "Registrar URL: javascript:alert(1)"],
    ...["Creation Date: 2020-01-31", "Name Server: ns1.a.test"],
    ...["Name Server: <script>.test", "constructor: x", "__proto__: y"],
    "toString: z",
  ];
  assert.deepEqual(parse("a.test", lines.join("\n")), {
    ...NOTHING,
    domain: null,
    createdAt: "2020-01-31T00:00:00.000Z",
    nameServers: [{ name: "ns1.a.test", addresses: [] }],
  });
});

Deno.test("parseWhoisRecord - returns a record or null, or throws, for any text", () => {
  const labels = fc.constantFrom(
    ...["Registrar", "registrar", "Domain Status", "nic-hdl", "holder-c"],
    ...["Name Server", "constructor", "[Created on]", "  Name", "domain"],
    ...["** Registrant", "% Admin", "Nameservers", "", "__proto__", "x"],
  );
  const line = fc.tuple(
    labels,
    fc.constantFrom(":", ": ", "", ":: ", "...: ", " "),
    fc.string({ unit: codePoint, maxLength: 20 }),
  ).map((parts) => parts.join(""));
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(line, { maxLength: 30 }).map((lines) => lines.join("\n")),
  );
  const tlds = ["test", "uk", "be", "gg", "ua", "jp", "it", "fr", "tr"];
  forAll([fc.constantFrom(...tlds), text], (tld, text) => {
    try {
      parse(`a.${tld}`, text);
    } catch (error) {
      assert(error instanceof RegistryError);
      assert.match(error.code, /^(?:malformed|other_name)$/);
    }
  }, { numRuns: 2_000 });
});

Deno.test("parseWhoisRecord - reads any 256 KiB", () => {
  const long = 262_144;
  const texts = [
    "\n".repeat(long),
    "a:\n".repeat(long / 3),
    "  a: b:\n".repeat(long / 8),
    "Registrar: x\n".repeat(long / 13),
    `Name Server: ${"ü".repeat(280)}.test\n`.repeat(long / 580),
    "[ ".repeat(long / 2),
  ];
  for (const tld of ["test", "uk", "it", "jp", "fr", "ua", "tr"]) {
    for (const text of texts) {
      try {
        parse(`a.${tld}`, text);
      } catch (error) {
        assert(error instanceof RegistryError, String(error));
      }
    }
  }
});

for (const { name, text, ...expected } of whoisFormats) {
  Deno.test(`parseWhoisRecord - reads the format of ${name}`, () => {
    const record = parseWhoisRecord({ ascii: name }, text)!;
    const registrant = record.contacts
      .find(({ roles }) => roles.includes("registrant"));
    const found = {
      created: record.createdAt?.slice(0, 10),
      updated: record.updatedAt?.slice(0, 10),
      expires: record.expiresAt?.slice(0, 10),
      registrar: record.registrar ?? undefined,
      statuses: record.statuses,
      nameServers: record.nameServers.map(({ name, addresses }) =>
        [name, ...addresses].join(" ")
      ),
      registrant: registrant?.name ?? registrant?.organisation ?? undefined,
      isSigned: record.dnssec?.signed,
    };
    const none = Object.fromEntries(
      Object.keys(found).map((key) => [key, undefined]),
    );
    assert.deepEqual(found, { ...none, statuses: [], ...expected });
  });
}

Deno.test("parseWhoisRecord - describes a reserved name by its status only", () => {
  const texts = [
    "Reserved by Registry",
    "Name is restricted from registration",
    "Domain is not available or is reserved by the registry.",
    "Not available for registration.\nSecond level domain name is reserved.",
  ];
  for (const text of texts) {
    assert.deepEqual(parse("a.test", text)?.statuses, ["reserved"], text);
  }
});

Deno.test("parseWhoisRecord - takes a response about hosts of the same name for none", () => {
  assertThrows("malformed", [
    "Server Name: A.TEST.EXAMPLE\nRegistrar: X\nWhois Server: w.test",
  ]);
});
