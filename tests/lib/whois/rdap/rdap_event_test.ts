import assert from "node:assert/strict";
import fc from "fast-check";
import { parseEvents, timeOf } from "../../../../lib/whois/rdap/rdap_event.ts";
import { codePoint } from "../../../support/code_point.ts";

Deno.test("parseEvents - reads events with an action and a time, and keeps their order", () => {
  assert.deepEqual(
    parseEvents([
      { eventAction: "Last Changed", eventDate: "2012-02-24T09:44:34-05:00" },
      { eventAction: " registration ", eventDate: "1992-12-01" },
      { eventAction: "expiration", eventDate: "never" },
      { eventAction: "evil\u202e", eventDate: "1992-12-01" },
      { eventAction: 7, eventDate: "1992-12-01" },
      { eventDate: "1992-12-01" },
      null,
    ]),
    [
      { action: "last changed", at: "2012-02-24T14:44:34.000Z" },
      { action: "registration", at: "1992-12-01T00:00:00.000Z" },
    ],
  );
  for (const value of [undefined, null, {}, "events"]) {
    assert.deepEqual(parseEvents(value), []);
  }
});

Deno.test("timeOf - reads a time without a zone as UTC", () => {
  const cases: [string, string | null][] = [
    ["2020-01-31", "2020-01-31T00:00:00.000Z"],
    ["2020-01-31T10:20:30", "2020-01-31T10:20:30.000Z"],
    ["2020-01-31 10:20", "2020-01-31T10:20:00.000Z"],
    [" 2020-01-31T10:20:30.5z ", "2020-01-31T10:20:30.500Z"],
    ["2020-01-31T10:20:30+0200", "2020-01-31T08:20:30.000Z"],
    ["2020-13-01", null],
    ["31.01.2020", null],
    ["", null],
  ];
  for (const [text, expected] of cases) {
    assert.equal(timeOf(text), expected, text);
  }
});

Deno.test("timeOf - returns an ISO time or null for any text", () => {
  const text = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  fc.assert(fc.property(text, (text) => {
    const time = timeOf(text);
    if (time !== null) assert.equal(timeOf(time), time);
  }));
});
