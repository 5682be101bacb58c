import assert from "node:assert/strict";
import fc from "fast-check";
import {
  decodeWhois,
  parseWhoisRecord,
  recordLines,
} from "../../../lib/whois/whois_record.ts";
import { parseDomain } from "../../../lib/net/domain.ts";
import { RegistryError } from "../../../lib/whois/rdap/registry_error.ts";
import { registrarText, registryText } from "../../support/whois_bodies.ts";
import { codePoint } from "../../support/code_point.ts";

const encoder = new TextEncoder();

Deno.test("decodeWhois - decodes each line in its own encoding", () => {
  const bytes = Uint8Array.from([
    ...encoder.encode("Name: Müller\r\nName: "),
    ...[0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x0d, 0x0a],
    ...[0x80, 0x0a],
    ...encoder.encode("東京"),
  ]);
  assert.equal(decodeWhois(bytes), "Name: Müller\nName: Müller\n€\n東京");
});

Deno.test("decodeWhois - leaves UTF-8 as it is, except line endings", () => {
  assert.equal(decodeWhois(new Uint8Array()), "");
  const text = fc.string({ unit: "grapheme" }).filter((text) =>
    !/[\r\n\ufeff]/.test(text)
  );
  fc.assert(fc.property(fc.array(text), (lines) => {
    const sent = encoder.encode(lines.map((line) => `${line}\r\n`).join(""));
    assert.equal(decodeWhois(sent), lines.join("\n"));
  }));
});

Deno.test("decodeWhois - strips all carriage returns from line ends only, in linear time", () => {
  assert.equal(decodeWhois(encoder.encode("a\rb\r\r\n\r\nc\r")), "a\rb\n\nc");
  // In quadratic time, this takes minutes.
  const returns = "\r".repeat(256 * 1024 - 1);
  assert.equal(decodeWhois(encoder.encode(`${returns}x`)), `${returns}x`);
});

Deno.test("decodeWhois - decodes any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    assert(decodeWhois(bytes).isWellFormed());
  }));
});

Deno.test("recordLines - drops invisible characters, repeated blank lines and long lines", () => {
  const long = "x".repeat(301);
  assert.deepEqual(
    recordLines(`a:\tb\u0000\u001b[31m  \n\n\n \n${long}\n  c`),
    ["a:  b[31m", "", "  c"],
  );
  assert.deepEqual(recordLines("x".repeat(300)), ["x".repeat(300)]);
  assert.equal(recordLines("a\n".repeat(5_000)).length, 1_000);
  assert.equal(recordLines("\n".repeat(250_000)).length, 1);
});

function parse(name: string, text: string) {
  return parseWhoisRecord(parseDomain(name)!, text);
}

const NOTHING = {
  handle: null,
  registrar: null,
  registrarUrl: null,
  referral: null,
  createdAt: null,
  updatedAt: null,
  expiresAt: null,
  statuses: [],
  nameServers: [],
  contacts: [],
};

Deno.test("parseWhoisRecord - reads responses of generic registries", () => {
  assert.deepEqual(parse("example.test", registryText), {
    domain: "example.test",
    handle: "2336799_DOMAIN_TEST-VRSN",
    registrar: "Example Registrar, Inc.",
    registrarUrl: "http://www.registrar.test/",
    referral: "whois.registrar.test",
    createdAt: "1995-08-14T04:00:00.000Z",
    updatedAt: "2024-08-14T07:01:34.000Z",
    expiresAt: "2027-08-13T04:00:00.000Z",
    statuses: ["client delete prohibited", "ok"],
    nameServers: ["a.example-servers.test", "b.example-servers.test"],
    contacts: [],
  });
});

Deno.test("parseWhoisRecord - reads contacts and their redactions", () => {
  const record = parse("example.test", registrarText);
  assert.deepEqual(record?.contacts, [
    {
      roles: ["registrant"],
      name: null,
      organisation: "Example Holdings",
      emails: [],
      phones: [],
      isRedacted: true,
    },
    {
      roles: ["administrative"],
      name: "Jane Roe",
      organisation: null,
      emails: ["jane@example.test"],
      phones: [],
      isRedacted: false,
    },
    {
      roles: ["technical"],
      name: null,
      organisation: null,
      emails: [],
      phones: [],
      isRedacted: true,
    },
    {
      roles: ["abuse"],
      name: null,
      organisation: null,
      emails: ["abuse@registrar.test"],
      phones: ["+1.5555550100"],
      isRedacted: false,
    },
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
    registrar: "Example Ltd [Tag = EX]",
    registrarUrl: "https://www.example.uk/",
    createdAt: "1996-11-26T00:00:00.000Z",
    updatedAt: "2026-10-25T00:00:00.000Z",
    expiresAt: "2027-11-26T00:00:00.000Z",
    nameServers: ["ns1.example.uk", "ns2.example.uk"],
  });
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
    nameServers: ["ns1.example.jp", "ns2.example.jp"],
    contacts: [{
      roles: ["registrant"],
      name: "Example K.K.",
      organisation: null,
      emails: [],
      phones: [],
      isRedacted: false,
    }],
  });
});

Deno.test("parseWhoisRecord - returns null for every known sentence for not found", () => {
  for (
    const text of [
      'No match for "A.TEST".\r\n>>> Last update <<<',
      "NOT FOUND\n",
      "No Data Found\r\n",
      "% No entries found for the selected source(s).",
      "The queried object does not exist: no match",
      "Domain not found.",
      "Domain a.test has not been registered",
      '"a.test" is not registered',
      "a.test is available for registration",
      "Domain Status: No Object Found",
      "Domain: a.test\nStatus: free",
      "Status:\tAVAILABLE",
    ]
  ) {
    assert.equal(parse("a.test", text), null, text);
  }
});

Deno.test("parseWhoisRecord - rejects a response that is neither a record nor a message that there is none", () => {
  for (
    const text of [
      "",
      "Query rate exceeded. Try again later.",
      "Status: NOT AVAILABLE",
      "If the domain is not found, it is free.",
      "Registrar:\nCreation Date:\n",
    ]
  ) {
    assert.throws(() => parse("a.test", text), {
      name: "RegistryError",
      code: "malformed",
      message: "malformed",
    }, text);
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
    const record = parse(
      "a.test",
      `Registrar: X\nRegistrar WHOIS Server: ${text}\n`,
    );
    assert.equal(record?.referral, referral, text);
  }
});

Deno.test("parseWhoisRecord - drops misleading text, and invalid names and URLs", () => {
  const record = parse(
    "a.test",
    [
      "Registrar: Evil\u202eInc",
      "Registrar URL: javascript:alert(1)",
      "Creation Date: 2020-01-31",
      "Name Server: ns1.a.test",
      "Name Server: <script>.test",
      "constructor: x",
      "__proto__: y",
      "toString: z",
    ].join("\n"),
  );
  assert.deepEqual(record, {
    ...NOTHING,
    domain: null,
    createdAt: "2020-01-31T00:00:00.000Z",
    nameServers: ["ns1.a.test"],
  });
});

Deno.test("parseWhoisRecord - returns a record or null, or throws malformed, for any text", () => {
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
  fc.assert(
    fc.property(fc.constantFrom(...tlds), text, (tld, text) => {
      try {
        parse(`a.${tld}`, text);
      } catch (error) {
        assert(error instanceof RegistryError);
        assert.equal(error.code, "malformed");
      }
    }),
    { numRuns: 2_000 },
  );
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
