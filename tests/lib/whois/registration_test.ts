import assert from "node:assert/strict";
import {
  EMPTY_REGISTRATION,
  registrationJson,
} from "../../../lib/whois/registration.ts";

const contact = {
  roles: ["registrant"],
  name: "Jane Roe",
  organisation: null,
  emails: [],
  phones: [],
};
const registration = {
  ...EMPTY_REGISTRATION,
  kind: "domain",
  target: "www.example.test",
  subject: "example.test",
  source: "rdap",
  server: "rdap.test",
  objectType: "domain",
  contacts: [{ ...contact, isRedacted: true }],
  raw: { type: "json", text: '{"a":[1]}' },
  fetchedAt: "2026-11-21T12:00:00.000Z",
} as const;

Deno.test("registrationJson - has every field and the raw response", () => {
  assert.deepEqual(registrationJson(registration), {
    ok: true,
    query: { target: "www.example.test", type: "domain" },
    data: {
      subject: "example.test",
      unicode_name: null,
      object_type: "domain",
      handle: null,
      name: null,
      allocation_type: null,
      country: null,
      networks: [],
      parent_handle: null,
      registrar: null,
      contacts: [{ ...contact, redacted: true }],
      whois_server: null,
      created_at: null,
      updated_at: null,
      expires_at: null,
      events: [],
      statuses: [],
      name_servers: [],
      links: [],
      raw: { a: [1] },
    },
    meta: {
      source: "rdap",
      server: "rdap.test",
      fetched_at: "2026-11-21T12:00:00.000Z",
    },
  });
});

Deno.test("registrationJson - returns a whois response as text", () => {
  const { data } = registrationJson({
    ...registration,
    raw: { type: "text", text: "Domain Name: {}" },
  });
  assert.equal(data.raw, "Domain Name: {}");
});
