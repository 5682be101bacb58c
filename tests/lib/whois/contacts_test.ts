import assert from "node:assert/strict";
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
    isRedacted: false,
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
    {
      roles: ["registrant"],
      name: null,
      organisation: "Example",
      emails: [],
      phones: [],
      isRedacted: true,
    },
    {
      roles: ["administrative", "technical"],
      name: "Jane Roe",
      organisation: null,
      emails: ["j@a.example"],
      phones: [],
      isRedacted: false,
    },
    {
      roles: ["abuse"],
      name: null,
      organisation: null,
      emails: [],
      phones: ["+1.5550100"],
      isRedacted: false,
    },
    {
      roles: ["sponsor"],
      name: "Somebody",
      organisation: null,
      emails: [],
      phones: [],
      isRedacted: false,
    },
  ]);
});

Deno.test("contactsOf - drops empty contacts unless they are redacted", () => {
  const contacts = contactsOf([
    entity({ handle: "X-MNT", roles: ["registrant"] }),
    entity({ roles: ["technical"], isRedacted: true }),
    entity({ name: "Nobody's" }),
  ]);
  assert.deepEqual(contacts.map(({ roles, name }) => [roles, name]), [
    [["technical"], null],
    [[], "Nobody's"],
  ]);
});

Deno.test("contactsOf - marks partly redacted contacts, and adds those that are wholly redacted", () => {
  const contacts = contactsOf(
    [
      entity({ roles: ["registrant"], org: "Example" }),
      entity({ roles: ["abuse"], name: "Desk" }),
    ],
    new Set(["technical", "registrant"]),
  );
  assert.deepEqual(
    contacts.map(({ roles, isRedacted }) => [roles, isRedacted]),
    [[["registrant"], true], [["technical"], true], [["abuse"], false]],
  );
  assert.deepEqual(contacts[1], {
    roles: ["technical"],
    name: null,
    organisation: null,
    emails: [],
    phones: [],
    isRedacted: true,
  });
});

Deno.test("contactsOf - limits contacts and their values", () => {
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, i) => `${prefix}${i}`);
  const contacts = contactsOf(
    many(300, "n").map((name) =>
      entity({
        name,
        roles: many(20, "r"),
        emails: many(20, "e"),
        phones: many(20, "p"),
      })
    ),
  );
  assert.equal(contacts.length, 200);
  const { roles, emails, phones } = contacts[199];
  assert.deepEqual([roles.length, emails.length, phones.length], [10, 10, 10]);
});

Deno.test("registrarOf - returns the organization, else the name, else the handle", () => {
  const registrar = { roles: ["registrar"], handle: "9999" };
  assert.equal(
    registrarOf([
      entity({ roles: ["registrant"], name: "Jane Roe" }),
      entity({ ...registrar, name: "Desk", org: "Registrar Inc." }),
    ]),
    "Registrar Inc.",
  );
  assert.equal(registrarOf([entity({ ...registrar, name: "Desk" })]), "Desk");
  assert.equal(registrarOf([entity(registrar)]), "9999");
  assert.equal(registrarOf([]), null);
});
