import assert from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import {
  lenientList,
  lenientText,
  lenientTexts,
  parseEvents,
  parseRedactions,
  timeOf,
  webUrl,
} from "../../../../lib/whois/rdap/lenient.ts";
import { codePoint } from "../../../support/code_point.ts";

Deno.test("lenientText - returns one line", () => {
  const cases = [
    [" a\n\tb\u0000c ", "a b c"],
    ["Île\u2028de\u2029France\ufeff", "Île de France"],
    ["\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"],
    ["x".repeat(1000), "x".repeat(1000)],
    ...["x".repeat(1001), " \n", 7, null].map((value) => [value, null]),
  ];
  for (const [value, expected] of cases) {
    assert.equal(lenientText.parse(value), expected);
  }
});

Deno.test("lenientText - refuses text that could pass for another", () => {
  const values = [
    ...["NET\u202eevil", "ab\u202euse@example.net", "a\u200eb", "a\u200fb"],
    ...["a\u061cb", "a\u2066b", "a\u2069b", "a\u200bb", "\ud800"],
  ];
  for (const value of values) {
    assert.equal(lenientText.parse(value), null, JSON.stringify(value));
  }
});

Deno.test("lenientText - returns null or a text that it leaves unchanged", () => {
  fc.assert(fc.property(fc.string({ unit: codePoint }), (value) => {
    const text = lenientText.parse(value);
    if (text === null) return;
    assert.match(text, /^\S(?:.*\S)?$/u);
    assert.equal(lenientText.parse(text), text);
  }));
});

Deno.test("lenientTexts - drops empty texts", () => {
  const texts = lenientTexts.parse(["a", "", 7, "b\u202e", "c"]);
  assert.deepEqual(texts, ["a", "c"]);
  assert.deepEqual(lenientTexts.parse("a"), []);
});

Deno.test("lenientList - stops at the limit", () => {
  const list = lenientList(z.number());
  const items = ["x", ...Array.from({ length: 3000 }, (_, i) => i)];
  const read = list.parse(items);
  assert.equal(read.length, 999);
  assert.deepEqual([read[0], read.at(-1)], [0, 998]);
});

Deno.test("webUrl - refuses a URL without a scheme or with a user, and any other text", () => {
  const parse = (text: string) => webUrl.safeParse(text).data ?? null;
  assert.equal(parse("https://a.test/?b#c"), "https://a.test/?b#c");
  assert.equal(parse("HTTPS://A.test"), "https://a.test/");
  const texts = [
    ...["www.registrar.test", "registrar.test:80/x", "//a.test", "http:", ""],
    ...["https://u:p@a.test/", "javascript:alert(1)", "ftp://a.test/"],
  ];
  for (const text of texts) assert.equal(parse(text), null, text);
  fc.assert(fc.property(fc.string(), (text) => {
    const url = parse(text);
    assert(url === null || /^https?:\/\//.test(url));
  }));
});

/** The part of a path that leads to the contacts of a role. */
const of = (role: string) => `entities[?(@.roles[0]=='${role}')]`;

Deno.test("parseRedactions - reads the property and its role, the innermost, or none for all contacts", () => {
  const cases: [path: string, ...found: (string | null)[]][] = [
    [
      `$.${of("registrant")}.vcardArray[1][?(@[0]=='FN')][3]`,
      ...["registrant", "fn"],
    ],
    [
      `$.entities[?(@.roles[0]=="registrar")].entities[?(@.roles[0]=="abuse")].vcardArray[1][?(@[0] == "tel")]`,
      ...["abuse", "tel"],
    ],
    ["$.entities[*].vcardArray[1][?(@[0]=='email')]", null, "email"],
    ["$.handle"],
    [`$.${of("technical")}`],
  ];
  for (const [prePath, ...found] of cases) {
    const { properties } = parseRedactions([{ prePath }]);
    const [role, property] = found;
    assert.deepEqual(properties, property ? [{ role, property }] : [], prePath);
  }
});

Deno.test("parseRedactions - returns a list for any JSON", () => {
  const path = fc.oneof(fc.string(), fc.jsonValue());
  const member = fc.record({ prePath: path, postPath: path });
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), fc.array(member)), (value) => {
    for (const { property } of parseRedactions(value).properties) {
      assert.match(property, /^[\w-]+$/);
    }
  }));
});

function rolesOf(...redacted: unknown[]): string[] {
  return [...parseRedactions(redacted).roles];
}

Deno.test("parseRedactions - roles: reads the paths of properties and of whole contacts", () => {
  const billing =
    `$.entities[?(@.roles[0]=="Billing")].vcardArray[1][?(@[0]=="contact-uri")]`;
  const roles = rolesOf(
    { prePath: `$.${of("registrant")}.vcardArray[1][?(@[0]=='fn')][3]` },
    { prePath: `$.${of("technical")}` },
    { replacementPath: billing },
    { postPath: `$.${of("registrar")}.${of("administrative")}.handle` },
  );
  const expected = ["registrant", "technical", "billing", "administrative"];
  assert.deepEqual(roles, expected);
});

Deno.test("parseRedactions - fields: the description or else the type, by default removed", () => {
  const { fields } = parseRedactions([
    { name: { description: "A", type: "a" }, reason: { type: "Privacy" } },
    { name: { type: "B" }, method: "emptyValue" },
    { name: {} },
  ]);
  assert.deepEqual(fields, [
    { name: "A", method: "removal", reason: "Privacy" },
    { name: "B", method: "emptyValue", reason: null },
  ]);
});

Deno.test("parseRedactions - roles: reads field names if there is no path", () => {
  const roles = rolesOf(
    { name: { type: "Registrant Email" } },
    { name: { description: "Administrative Contact" } },
    { name: { type: "Registry Tech ID" }, method: "removal" },
    { name: { type: "Registrant Phone" } },
  );
  assert.deepEqual(roles, ["registrant", "administrative", "technical"]);
});

Deno.test("parseRedactions - roles: ignores redactions of anything but contacts", () => {
  const roles = rolesOf(
    { name: { type: "Registry Domain ID" }, prePath: "$.handle" },
    { name: { type: "Technology Fund" } },
    { name: "Registrant Name" },
    { prePath: `$.${of("registrar")}` },
    { prePath: "$.entities[*].vcardArray[1][?(@[0]=='registrant')]" },
    { prePath: [`$.${of("registrant")}`] },
    null,
  );
  assert.deepEqual(roles, []);
  assert.deepEqual([...parseRedactions({ 0: {} }).roles], []);
});

Deno.test("parseRedactions - roles: returns only known roles for any JSON", () => {
  const known = ["registrant", "administrative", "technical", "billing"];
  const near = ["Registrant x", "Tech", "['billing']", "['abuse']"];
  const text = fc.oneof(fc.string(), fc.constantFrom(...near), fc.jsonValue());
  const name = fc.oneof(text, fc.record({ type: text, description: text }));
  const member = fc.record({ name, prePath: text, postPath: text });
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), fc.array(member)), (value) => {
    const { roles } = parseRedactions(value);
    for (const role of roles) assert(known.includes(role), role);
  }));
});

Deno.test("parseEvents - reads events with an action and a time, and keeps their order", () => {
  const events = parseEvents([
    { eventAction: "Last Changed", eventDate: "2012-02-24T09:44:34-05:00" },
    { eventAction: " registration ", eventDate: "1992-12-01" },
    { eventAction: "expiration", eventDate: "never" },
    { eventAction: "evil\u202e", eventDate: "1992-12-01" },
    { eventAction: 7, eventDate: "1992-12-01" },
    { eventDate: "1992-12-01" },
    null,
  ]);
  assert.deepEqual(events, [
    { action: "last changed", at: "2012-02-24T14:44:34.000Z" },
    { action: "registration", at: "1992-12-01T00:00:00.000Z" },
  ]);
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
