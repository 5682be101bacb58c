import assert from "node:assert/strict";
import { dateOrderOf, parseWhoisDate } from "../../../lib/whois/whois_dates.ts";
import fc from "fast-check";
import { codePoint } from "../../support/code_point.ts";
import samples from "./whois_dates.json" with { type: "json" };

Deno.test("parseWhoisDate - reads the date formats of registries", () => {
  for (const text of samples.sameDay) {
    assert.equal(parseWhoisDate(text), "2020-01-31T00:00:00.000Z", text);
  }
  const zoned = parseWhoisDate("2020-01-31T10:20:30+02:00");
  assert.equal(zoned, "2020-01-31T08:20:30.000Z");
  assert.equal(parseWhoisDate("02/02/2020"), "2020-02-02T00:00:00.000Z");
});

Deno.test("parseWhoisDate - returns null for anything else, and for ambiguous dates", () => {
  for (const text of samples.noDates) {
    assert.equal(parseWhoisDate(text), null, text);
  }
});

Deno.test("parseWhoisDate - reads an ambiguous date if the order is known", () => {
  assert.equal(parseWhoisDate("01/02/2020", "day"), "2020-02-01T00:00:00.000Z");
  assert.equal(
    parseWhoisDate("01/02/2020", "month"),
    "2020-01-02T00:00:00.000Z",
  );
  assert.equal(parseWhoisDate("16/09/03", "day"), "2003-09-16T00:00:00.000Z");
  assert.equal(parseWhoisDate("16/09/03"), null);
});

Deno.test("dateOrderOf - returns the order of the unambiguous dates, unless they contradict each other", () => {
  assert.equal(dateOrderOf(["01/02/2020", "31/01/2020 10:00"]), "day");
  assert.equal(dateOrderOf(["01/02/2020", "01-31-2020"]), "month");
  assert.equal(dateOrderOf(["31/01/2020", "01/31/2020"]), null);
  assert.equal(dateOrderOf(["31/12/2020", "12/12/2020"]), "day");
  assert.equal(dateOrderOf(["12/31/2020", "12/12/2020"]), "month");
  assert.equal(dateOrderOf(["31/31/2020", "31/01/2020"]), null);
  assert.equal(dateOrderOf(["01/02/2020", "2020-01-31", ""]), null);
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
