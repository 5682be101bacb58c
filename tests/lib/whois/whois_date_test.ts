import assert from "node:assert/strict";
import fc from "fast-check";
import { parseWhoisDate } from "../../../lib/whois/whois_date.ts";
import { codePoint } from "../../support/code_point.ts";

Deno.test("parseWhoisDate - reads the ways in which registries write a day", () => {
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

Deno.test("parseWhoisDate - gives null for what is no day, or could be two", () => {
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

Deno.test("parseWhoisDate - gives a time or null for any text", () => {
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
