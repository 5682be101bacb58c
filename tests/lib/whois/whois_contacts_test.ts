import assert from "node:assert/strict";
import { whoisContacts } from "../../../lib/whois/whois_contacts.ts";

function contacts(fields: Record<string, string>) {
  return whoisContacts((label) => fields[label] ?? null);
}

Deno.test("whoisContacts - finds the people by any of their labels", () => {
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

Deno.test("whoisContacts - a stand-in is no value, and says that there is one", () => {
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
