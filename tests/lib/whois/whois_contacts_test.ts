import assert from "node:assert/strict";
import { contact } from "../../support/registration_contact.ts";
import { whoisContacts } from "../../../lib/whois/whois_contacts.ts";
import { parseRows, recordLines } from "../../../lib/whois/whois_rows.ts";

function contactsIn(...lines: string[]) {
  return whoisContacts(parseRows(recordLines(lines.join("\n"))));
}

type Facts = Parameters<typeof contact>[0];
const withRole = (role: string) => (facts: Facts) =>
  contact({ roles: [role], ...facts });
const registrant = withRole("registrant");
const administrative = withRole("administrative");
const technical = withRole("technical");
const abuse = withRole("abuse");

Deno.test("whoisContacts - reads contacts under labels with roles", () => {
  const found = contactsIn(
    ...["technical e-mail: tech@a.example", "admin name: Jane Roe"],
    ...["admin phone: +1 555 0100", "registrant organisation: Example"],
    "registrar abuse contact email: abuse@registrar.example",
    "registrar name: not a contact",
  );
  assert.deepEqual(found, [
    registrant({ organisation: "Example" }),
    administrative({ name: "Jane Roe", phones: ["+1 555 0100"] }),
    technical({ emails: ["tech@a.example"] }),
    abuse({ emails: ["abuse@registrar.example"] }),
  ]);
});

Deno.test("whoisContacts - drops a redaction placeholder and marks the contact as redacted", () => {
  const lines = [
    ...["name: REDACTED FOR PRIVACY", "organization: Not Disclosed"],
    ...["email: https://registrar.example/contact", "phone: REDACTED"],
  ];
  for (const line of lines) {
    const found = contactsIn(`registrant ${line}`);
    assert.deepEqual(found, [registrant({ redacted: true })], line);
  }
});

Deno.test("whoisContacts - drops a value that says that there is none, which is not withheld", () => {
  for (const value of ["N/A", "none", "-", "...", "not available", "null"]) {
    const found = contactsIn(
      "registrant name: Jane",
      `registrant city: ${value}`,
    );
    assert.deepEqual(found, [registrant({ name: "Jane" })], value);
  }
});

const jane = registrant({
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
  const unnamed = { name: null, organisation: "1 Way", address: ["NO"] };
  assert.deepEqual(contactsIn(ways[0]), [{ ...jane, ...unnamed }]);
  const handles = [null, "JR1-TEST", "SB:JR1"];
  for (const [i, text] of ways.slice(1).entries()) {
    assert.deepEqual(contactsIn(text), [{ ...jane, handle: handles[i] }], text);
  }
});

Deno.test("whoisContacts - tells names, handles and ways to contact apart", () => {
  const cases: [text: string, ...found: ReturnType<typeof contact>[]][] = [
    [
      "Registrant:\n  Jane Roe\n  555-0100",
      registrant({ organisation: "Jane Roe", phones: ["555-0100"] }),
    ],
    [
      "Registrant:\n  Jane Roe <jane@a.example>",
      registrant({ name: "Jane Roe", emails: ["jane@a.example"] }),
    ],
    ["Registrant:\n  Registrant Name: Jane", registrant({ name: "Jane" })],
    [
      "Registrar:\n  Admin Name: Jane\n  Abuse Contact Email: a@x.example",
      abuse({ emails: ["a@x.example"] }),
    ],
    [
      "domain: a.example\nhandle: XY1-TEST\nregistrant: Roe\nowner: Jane Roe\nadmin-c: jr1\ntech-c: jr1\nadmin: jr1\n\nnic-hdl: JR1\ncontact: Jane Roe\nperson: Roe",
      registrant({ name: "Roe" }),
      administrative({ handle: "jr1", name: "Jane Roe" }),
      technical({ handle: "jr1", name: "Jane Roe" }),
    ],
    [
      "registrant email: contact@a.example",
      registrant({ emails: ["contact@a.example"] }),
    ],
    ["registrant email: use the contact form", registrant({ redacted: true })],
    ["registrant email: x", registrant({})],
  ];
  for (const [text, ...found] of cases) {
    assert.deepEqual(contactsIn(text), found, text);
  }
});

Deno.test("whoisContacts - takes few digits in an address block for no telephone number", () => {
  assert.deepEqual(contactsIn("Registrant:\n  Jane Roe\n  123-456\n"), [
    registrant({ organisation: "Jane Roe", handle: "123-456" }),
  ]);
});

Deno.test("whoisContacts - reads IANA's contacts, and the organization above them", () => {
  const text =
    "domain: TEST\n\norganisation: Example Registry\naddress: 1 Way\n\ncontact: technical\nname: Jane Roe\norganisation: Example\nphone: +47 555 01000";
  assert.deepEqual(contactsIn(text), [
    registrant({ organisation: "Example Registry", address: ["1 Way"] }),
    technical({
      name: "Jane Roe",
      organisation: "Example",
      phones: ["+47 555 01000"],
    }),
  ]);
});

Deno.test("whoisContacts - takes a name of one word for a name, and a handle for a handle", () => {
  assert.equal(contactsIn("Registrant: Example")[0].name, "Example");
  const holder = registrant({ handle: "XY12-TEST" });
  assert.deepEqual(contactsIn("registrant: XY12-TEST"), [holder]);
});
