import assert from "node:assert/strict";
import { contact } from "../../support/registration_contact.ts";
import type { Entity } from "../../../lib/whois/rdap/rdap_entity.ts";
import { contactsOf, registrarOf } from "../../../lib/whois/contacts.ts";

function entity(fields: Partial<Entity>): Entity {
  return {
    handle: null,
    roles: [],
    kind: null,
    name: null,
    org: null,
    emails: [],
    phones: [],
    address: [],
    isRedacted: false,
    ianaId: null,
    entities: [],
    ...fields,
  };
}

Deno.test("contactsOf - lists the registrant first, and each contact once with all roles", () => {
  const jane = { handle: "J1", name: "Jane Roe", emails: ["j@a.example"] };
  const contacts = contactsOf([
    entity({ ...jane, roles: ["technical"] }),
    entity({
      roles: ["registrar"],
      name: "Registrar Inc.",
      entities: [entity({ roles: ["abuse"], phones: ["+1.5550100"] })],
    }),
    entity({ ...jane, roles: ["administrative", "technical"] }),
    entity({ roles: ["registrant"], org: "Example", isRedacted: true }),
    entity({ roles: ["sponsor"], name: "Somebody" }),
  ]);
  assert.deepEqual(contacts, [
    contact({ roles: ["registrant"], organisation: "Example", redacted: true }),
    contact({ ...jane, roles: ["administrative", "technical"] }),
    contact({ roles: ["abuse"], phones: ["+1.5550100"] }),
    contact({ roles: ["sponsor"], name: "Somebody" }),
  ]);
});

Deno.test("contactsOf - drops empty contacts unless they are redacted", () => {
  const contacts = contactsOf([
    entity({ handle: "X-MNT", roles: ["registrant"] }),
    entity({ roles: ["billing"] }),
    entity({ handle: "REDACTED FOR PRIVACY", roles: ["noc"], org: "A" }),
    entity({ roles: ["technical"], isRedacted: true }),
    entity({ name: "Nobody's" }),
  ]);
  assert.deepEqual(
    contacts.map(({ roles, handle, name }) => [roles, handle, name]),
    [
      [["registrant"], "X-MNT", null],
      [["technical"], null, null],
      [["noc"], null, null],
      [[], null, "Nobody's"],
    ],
  );
});

Deno.test("contactsOf - marks partly redacted contacts, and adds those that are wholly redacted", () => {
  const contacts = contactsOf([
    entity({ roles: ["registrant"], org: "Example" }),
    entity({ roles: ["abuse"], name: "Desk" }),
  ], new Set(["technical", "registrant"]));
  assert.deepEqual(
    contacts.map(({ roles, redacted }) => [roles, redacted]),
    [[["registrant"], true], [["technical"], true], [["abuse"], false]],
  );
  const technical = contact({ roles: ["technical"], redacted: true });
  assert.deepEqual(contacts[1], technical);
});

Deno.test("contactsOf - limits contacts and their values", () => {
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, i) => `${prefix}${i}`);
  const lists = {
    roles: many(20, "r"),
    emails: many(20, "e"),
    phones: many(20, "p"),
  };
  const contacts = contactsOf(
    many(300, "n").map((name) => entity({ name, ...lists })),
  );
  assert.equal(contacts.length, 200);
  const { roles, emails, phones } = contacts[199];
  assert.deepEqual([roles.length, emails.length, phones.length], [10, 10, 10]);
});

Deno.test("registrarOf - returns the organization, else the name, else the handle, and the IANA ID", () => {
  const registrar = { roles: ["registrar"], handle: "9999" };
  const organization = { name: "Desk", org: "Registrar Inc.", ianaId: "7" };
  const jane = entity({ roles: ["registrant"], name: "Jane Roe" });
  const cases: [Entity[], name: string | null, ianaId?: string][] = [
    [[jane, entity({ ...registrar, ...organization })], "Registrar Inc.", "7"],
    [[entity({ ...registrar, name: "Desk" })], "Desk"],
    [[entity(registrar)], "9999"],
    [[], null],
  ];
  for (const [entities, registrar, registrar_iana_id = null] of cases) {
    const found = { registrar, registrar_iana_id };
    assert.deepEqual(registrarOf(entities), found, `${registrar}`);
  }
});
