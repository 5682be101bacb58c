import assert from "node:assert/strict";
import { contact } from "../../support/registration_contact.ts";
import { whoisContacts } from "../../../lib/whois/whois_contacts.ts";
import { parseRows, recordLines } from "../../../lib/whois/whois_rows.ts";

function contactsIn(text: string) {
  return whoisContacts(parseRows(recordLines(text)));
}

function contacts(fields: Record<string, string>) {
  return contactsIn(
    Object.entries(fields).map(([label, value]) => `${label}: ${value}`)
      .join("\n"),
  );
}

Deno.test("whoisContacts - reads contacts under labels with roles", () => {
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
      contact({ roles: ["registrant"], organisation: "Example" }),
      contact({
        roles: ["administrative"],
        name: "Jane Roe",
        phones: ["+1 555 0100"],
      }),
      contact({ roles: ["technical"], emails: ["tech@a.example"] }),
      contact({ roles: ["abuse"], emails: ["abuse@registrar.example"] }),
    ],
  );
});

Deno.test("whoisContacts - drops a redaction placeholder and marks the contact as redacted", () => {
  const hidden = contact({ roles: ["registrant"], redacted: true });
  const ways: Record<string, string>[] = [
    { "registrant name": "REDACTED FOR PRIVACY" },
    { "registrant organization": "Not Disclosed" },
    { "registrant email": "https://registrar.example/contact" },
    { "registrant phone": "REDACTED" },
  ];
  for (const way of ways) assert.deepEqual(contacts(way), [hidden]);
});

Deno.test("whoisContacts - drops a value that says that there is none, which is not withheld", () => {
  for (const value of ["N/A", "none", "-", "...", "not available", "null"]) {
    assert.deepEqual(
      contacts({ "registrant name": "Jane", "registrant city": value }),
      [contact({ roles: ["registrant"], name: "Jane" })],
    );
  }
});

const jane = contact({
  roles: ["registrant"],
  name: "Jane Roe",
  address: ["1 Way", "NO"],
  emails: ["jane@a.example"],
  phones: ["+47 555 01000"],
});

Deno.test("whoisContacts - reads a block of lines, labels below a heading, and an object with a handle", () => {
  const ways = [
    "Registrant:\n  1 Way\n  NO\n  jane@a.example\n  +47 555 01000 (Phone)",
    "Registrant\nName: Jane Roe\nStreet: 1 Way\nCountry: NO\nE-mail: jane@a.example\nPhone Number: +47 555 01000",
    "domain: a.example\nholder-c: JR1-TEST\n\nnic-hdl: JR1-TEST\nperson: Jane Roe\naddress: 1 Way\ncountry: NO\nphone: +47 555 01000\ne-mail: jane@a.example",
    "domain: a.example\nregistrant: SB:JR1\n\ncontact: SB:JR1\nname: Jane Roe\naddress: 1 Way\ncountry: NO\nphone: +47 555 01000\ne-mail: jane@a.example",
  ];
  assert.deepEqual(contactsIn(ways[0]), [{
    ...jane,
    name: null,
    organisation: "1 Way",
    address: ["NO"],
  }]);
  const handles = [null, "JR1-TEST", "SB:JR1"];
  for (const [i, text] of ways.slice(1).entries()) {
    assert.deepEqual(contactsIn(text), [{ ...jane, handle: handles[i] }], text);
  }
});

Deno.test("whoisContacts - tells names, handles and ways to contact apart", () => {
  const registrant = { roles: ["registrant"] };
  const cases: [text: string, ...found: ReturnType<typeof contact>[]][] = [
    [
      "Registrant:\n  Jane Roe\n  555-0100",
      contact({
        ...registrant,
        organisation: "Jane Roe",
        phones: ["555-0100"],
      }),
    ],
    [
      "Registrant:\n  Jane Roe <jane@a.example>",
      contact({
        ...registrant,
        name: "Jane Roe",
        emails: ["jane@a.example"],
      }),
    ],
    [
      "Registrant:\n  Registrant Name: Jane",
      contact({ ...registrant, name: "Jane" }),
    ],
    [
      "Registrar:\n  Admin Name: Jane\n  Abuse Contact Email: a@x.example",
      contact({ roles: ["abuse"], emails: ["a@x.example"] }),
    ],
    [
      "domain: a.example\nhandle: XY1-TEST\nregistrant: Roe\nowner: Jane Roe\nadmin-c: jr1\ntech-c: jr1\nadmin: jr1\n\nnic-hdl: JR1\ncontact: Jane Roe\nperson: Roe",
      contact({ ...registrant, name: "Roe" }),
      contact({ roles: ["administrative"], handle: "jr1", name: "Jane Roe" }),
      contact({ roles: ["technical"], handle: "jr1", name: "Jane Roe" }),
    ],
    [
      "registrant email: contact@a.example",
      contact({ ...registrant, emails: ["contact@a.example"] }),
    ],
    [
      "registrant email: use the contact form",
      contact({ ...registrant, redacted: true }),
    ],
    ["registrant email: x", contact(registrant)],
  ];
  for (const [text, ...found] of cases) {
    assert.deepEqual(contactsIn(text), found, text);
  }
});

Deno.test("whoisContacts - takes few digits in an address block for no telephone number", () => {
  assert.deepEqual(contactsIn("Registrant:\n  Jane Roe\n  123-456\n"), [
    contact({
      roles: ["registrant"],
      organisation: "Jane Roe",
      handle: "123-456",
    }),
  ]);
});

Deno.test("whoisContacts - reads IANA's contacts, and the organization above them", () => {
  const text =
    "domain: TEST\n\norganisation: Example Registry\naddress: 1 Way\n\ncontact: technical\nname: Jane Roe\norganisation: Example\nphone: +47 555 01000";
  assert.deepEqual(contactsIn(text), [
    contact({
      roles: ["registrant"],
      organisation: "Example Registry",
      address: ["1 Way"],
    }),
    contact({
      roles: ["technical"],
      name: "Jane Roe",
      organisation: "Example",
      phones: ["+47 555 01000"],
    }),
  ]);
});

Deno.test("whoisContacts - takes a name of one word for a name, and a handle for a handle", () => {
  assert.equal(contactsIn("Registrant: Example")[0].name, "Example");
  assert.deepEqual(contactsIn("registrant: XY12-TEST"), [
    contact({ roles: ["registrant"], handle: "XY12-TEST" }),
  ]);
});
