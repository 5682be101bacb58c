import assert from "node:assert/strict";
import {
  parseWhoisDate,
  whoisContacts,
} from "../../../lib/whois/whois_fields.ts";
import fc from "fast-check";
import { codePoint } from "../../support/code_point.ts";

function contacts(fields: Record<string, string>) {
  return whoisContacts((label) => fields[label] ?? null);
}

Deno.test("whoisContacts - reads contacts under all known labels", () => {
  assert.deepEqual(
    contacts({
      "technical e-mail": "tech@a.example",
      "admin name": "Jane Roe",
      "admin phone": "+1 555 0100",
      "registrant organisation": "Example",
      "registrar abuse contact email": "abuse@registrar.example",
      "registrar name": "not a contact",
    }),
    [
      {
        roles: ["registrant"],
        name: null,
        organisation: "Example",
        emails: [],
        phones: [],
        isRedacted: false,
      },
      {
        roles: ["administrative"],
        name: "Jane Roe",
        organisation: null,
        emails: [],
        phones: ["+1 555 0100"],
        isRedacted: false,
      },
      {
        roles: ["technical"],
        name: null,
        organisation: null,
        emails: ["tech@a.example"],
        phones: [],
        isRedacted: false,
      },
      {
        roles: ["abuse"],
        name: null,
        organisation: null,
        emails: ["abuse@registrar.example"],
        phones: [],
        isRedacted: false,
      },
    ],
  );
});

Deno.test("whoisContacts - drops a redaction placeholder and marks the contact as redacted", () => {
  const hidden = {
    roles: ["registrant"],
    name: null,
    organisation: null,
    emails: [],
    phones: [],
    isRedacted: true,
  };
  const ways: Record<string, string>[] = [
    { "registrant name": "REDACTED FOR PRIVACY" },
    { "registrant organization": "Not Disclosed" },
    { "registrant email": "https://registrar.example/contact" },
    { "registrant phone": "REDACTED" },
  ];
  for (const way of ways) assert.deepEqual(contacts(way), [hidden]);
});

Deno.test("parseWhoisDate - reads the date formats of registries", () => {
  const ways = [
    "2020-01-31",
    "2020-01-31T00:00:00Z",
    " 2020-01-31T00:00:00.0Z ",
    "2020-01-31 00:00:00",
    "2020-01-31 someone@registry.example",
    "2020/01/31",
    "2020/01/31 10:11:12 (JST)",
    "2020.01.31",
    "2020. 01. 31.",
    "20200131",
    "20200131 #12345",
    "31-Jan-2020",
    "31 Jan 2020",
    "31 January 2020",
    "31-jan-2020 10:11:12",
    "Fri, 31 Jan 2020",
    "January 31 2020",
    "Jan 31, 2020",
    "Fri Jan 31 2020",
    "31.01.2020",
    "31.1.2020",
    "31/01/2020",
    "31-01-2020",
    "01/31/2020",
  ];
  for (const text of ways) {
    assert.equal(parseWhoisDate(text), "2020-01-31T00:00:00.000Z", text);
  }
  assert.equal(
    parseWhoisDate("2020-01-31T10:20:30+02:00"),
    "2020-01-31T08:20:30.000Z",
  );
  assert.equal(parseWhoisDate("02/02/2020"), "2020-02-02T00:00:00.000Z");
});

Deno.test("parseWhoisDate - returns null for anything else, and for ambiguous dates", () => {
  for (
    const text of [
      "",
      "before Aug-1996",
      "01/02/2020",
      "2020-02-31",
      "2020-13-01",
      "31.13.2020",
      "31-Foo-2020",
      "202001311",
      "31/31/2020",
      "1.2.20201",
      "x2020-01-31",
    ]
  ) {
    assert.equal(parseWhoisDate(text), null, text);
  }
});

Deno.test("parseWhoisDate - returns an ISO time or null for any text", () => {
  const pieces = fc.constantFrom(..."0123456789-/. :TZ+,aJanFriMay".split(""));
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join("")),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  fc.assert(fc.property(text, (text) => {
    const time = parseWhoisDate(text);
    if (time !== null) assert.equal(new Date(time).toISOString(), time);
  }));
});
