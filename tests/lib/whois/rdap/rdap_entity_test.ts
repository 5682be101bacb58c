import assert from "node:assert/strict";
import fc from "fast-check";
import {
  entitiesOfRole,
  type Entity,
  parseEntities,
} from "../../../../lib/whois/rdap/rdap_entity.ts";
import {
  parseJcard,
  parseJscard,
} from "../../../../lib/whois/rdap/contact_card.ts";
import { jcard, text } from "../../../support/rdap_bodies.ts";
import samples from "./rdap_entity.json" with { type: "json" };

const nobody = {
  kind: null,
  name: null,
  org: null,
  address: [],
  emails: [],
  phones: [],
  isRedacted: false,
};

Deno.test("parseJcard - reads kind, name, organization, e-mail and phone", () => {
  const card = jcard(
    text("FN", "Abuse  Desk"),
    text("kind", "Group"),
    text("org", ["Example Ltd", "Network Operations"]),
    text("email", "abuse@example.net"),
    text("email", "noc@example.net"),
    text("title", "Engineer"),
    ["tel", { type: ["work", "voice"] }, "uri", "tel:+1-555-555-0100;ext=102"],
    ["tel", { type: "fax" }, "uri", "tel:+1-555-555-0101"],
    ["tel", {}, "text", "+31 20 555 0100"],
  );
  assert.deepEqual(parseJcard(card), {
    ...nobody,
    kind: "group",
    name: "Abuse Desk",
    org: "Example Ltd",
    emails: ["abuse@example.net", "noc@example.net"],
    phones: ["+1-555-555-0100 ext. 102", "+31 20 555 0100"],
  });
});

Deno.test("parseJcard - reads an address from its parts, else from its label", () => {
  const parts = ["", "", ["1 Way", "Floor 2"], "Oslo", "", "0150", "Norway"];
  const adr = (value: unknown, parameters = {}) =>
    parseJcard(jcard(["adr", parameters, "text", value])).address;
  assert.deepEqual(adr(parts), ["1 Way", "Floor 2", "Oslo", "0150", "Norway"]);
  const empty = ["", "", "", "", "", "", ""];
  const label = { label: "1 Way\nOslo\n\nNorway" };
  assert.deepEqual(adr(empty, label), ["1 Way", "Oslo", "Norway"]);
  assert.deepEqual(adr(empty, { label: 7 }), []);
  const hidden = ["", "", "REDACTED", "", "", "", "NO"];
  const redacted = parseJcard(jcard(["adr", {}, "text", hidden]));
  assert.deepEqual(redacted, { ...nobody, address: ["NO"], isRedacted: true });
});

Deno.test("parseJscard - reads a JSContact card", () => {
  assert.deepEqual(parseJscard(samples.jscard), {
    kind: "individual",
    name: "Jane Roe",
    org: "Example",
    address: ["1 Way", "Oslo", "NO"],
    emails: ["jane@example.net"],
    phones: ["+1-555-0100"],
    isRedacted: false,
  });
  const redacted = parseJscard({ name: { full: "REDACTED" }, emails: 7 });
  assert.deepEqual(redacted, { ...nobody, isRedacted: true });
  assert.equal(parseJscard(undefined), null);
});

Deno.test("parseJscard - returns null or short lines for any JSON", () => {
  const member = fc.oneof(fc.jsonValue(), fc.record({ a: fc.jsonValue() }));
  const names = ["name", "organizations", "emails", "phones", "addresses"];
  const card = fc.record(
    Object.fromEntries(names.map((name) => [name, member])),
  );
  fc.assert(fc.property(fc.oneof(fc.jsonValue(), card), (value) => {
    const contact = parseJscard(value);
    if (contact === null) return;
    for (const line of [contact.name, contact.org, ...contact.address]) {
      assert(line === null || /^\P{Cc}{1,20000}$/u.test(line), String(line));
    }
  }));
});

Deno.test("parseJcard - drops malformed e-mail addresses and phone numbers", () => {
  const emails = [
    ...["abuse at example.net", "https://example.net/contact"],
    ...["<b>@example.net", ""],
  ];
  const card = jcard(
    ...emails.map((email) => text("email", email)),
    ...["call us", "tel:", "+", 555].map((phone) => text("tel", phone)),
  );
  assert.deepEqual(parseJcard(card), nobody);
});

Deno.test("parseJcard - drops redaction placeholders", () => {
  const standIns = [
    ...["REDACTED FOR PRIVACY", "Redacted for Privacy Purposes", "GDPR Masked"],
    ...["Withheld for Privacy ehf", "Statutory Masking Enabled"],
    "Not Disclosed",
    "Please query the RDDS service of the Registrar of Record",
    // These don't say that there is a value.
    ...["N/A", "-"],
  ];
  for (const standIn of standIns) {
    const names = ["fn", "org", "email", "tel"];
    const card = jcard(...names.map((name) => text(name, standIn)));
    const expected = { ...nobody, isRedacted: standIn.length > 3 };
    assert.deepEqual(parseJcard(card), expected, standIn);
  }
});

Deno.test("parseJcard - keeps names that resemble placeholders", () => {
  for (const name of ["Privacy International", "None Such Ltd", "Masked Owl"]) {
    const { name: read, isRedacted } = parseJcard(jcard(text("fn", name)));
    assert.deepEqual({ read, isRedacted }, { read: name, isRedacted: false });
  }
});

Deno.test("parseJcard - leaves out hidden properties", () => {
  const card = jcard(text("fn", "A"), text("email", "x@privacy.example"));
  const shown = { ...nobody, name: "A", isRedacted: true };
  assert.deepEqual(parseJcard(card, new Set(["email"])), shown);
});

Deno.test("parseJcard - returns an empty contact for anything else", () => {
  const values = [undefined, null, {}, [], ["vcard"], ["x", []], "vcard"];
  for (const value of values) assert.deepEqual(parseJcard(value), nobody);
  const odd = ["vcard", [null, [], ["fn"], ["fn", {}, "text", {}], 7]];
  assert.deepEqual(parseJcard(odd), nobody);
});

Deno.test("parseJcard - returns a contact of short lines for any JSON", () => {
  const property = fc.tuple(
    fc.constantFrom("fn", "email", "tel", "org", "kind"),
    fc.jsonValue(),
    fc.constant("text"),
    fc.oneof(fc.jsonValue(), fc.emailAddress(), fc.string()),
  );
  fc.assert(fc.property(fc.array(property), (properties) => {
    const { name, org, emails, phones } = parseJcard(["vcard", properties]);
    for (const line of [name, org, ...emails, ...phones]) {
      assert(line === null || /^\P{Cc}{1,1000}$/u.test(line), String(line));
    }
    assert(emails.every((email) => email.split("@").length === 2));
    assert(phones.every((phone) => /\d/.test(phone)));
  }));
});

const person = (name: string, roles: string[], entities: unknown[] = []) => ({
  roles,
  vcardArray: jcard(text("fn", name)),
  entities,
});

Deno.test("entitiesOfRole - finds nested entities, the least nested first", () => {
  const entities = parseEntities([
    person("a", ["registrant"], [person("deep", ["ABUSE"])]),
    person("b", ["technical", "abuse"]),
  ], []);
  const names = entitiesOfRole(entities, "abuse").map(({ name }) => name);
  assert.deepEqual(names, ["b", "deep"]);
  assert.deepEqual(entitiesOfRole(entities, "noc"), []);
});

Deno.test("parseEntities - hides redacted properties of the entities that they apply to", () => {
  const entities = parseEntities([
    person("a", ["registrant"], [person("deep", ["technical"])]),
    person("b", ["abuse"]),
  ], [
    { role: "registrant", property: "fn" },
    { role: "technical", property: "fn" },
  ]);
  const [registrant, abuse] = entities;
  assert.deepEqual(
    [registrant, registrant.entities[0], abuse]
      .map(({ name, isRedacted }) => [name, isRedacted]),
    [[null, true], [null, true], ["b", false]],
  );
});

Deno.test("parseEntities - reads a registrar's number at IANA among its ids", () => {
  const ids = [{ identifier: "1" }, { type: "x", identifier: "2" }];
  const iana = { type: "IANA Registrar ID", identifier: "292" };
  const of = (publicIds: unknown[]) => parseEntities([{ publicIds }], [])[0];
  assert.equal(of([...ids, iana]).ianaId, "292");
  assert.equal(of(ids).ianaId, null);
});

Deno.test("parseEntities - drops malformed entities", () => {
  assert.deepEqual(parseEntities("x", []), []);
  assert.deepEqual(parseEntities([null, 7, "x", []], []), []);
  assert.equal(parseEntities([{}], []).length, 1);
});

Deno.test("parseEntities - limits entities, nested ones included", () => {
  const count = (entities: readonly Entity[]): number =>
    entities.reduce((sum, { entities }) => sum + 1 + count(entities), 0);
  const many = Array.from({ length: 900 }, () => ({}));
  assert.equal(count(parseEntities(many, [])), 500);
  const some = many.slice(0, 30);
  const nested = some.map(() => ({ entities: some }));
  assert.equal(count(parseEntities(nested, [])), 500);
  const [first] = parseEntities([person("a", ["abuse"]), ...many], []);
  assert.equal(first.name, "a");
});
