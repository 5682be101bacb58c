import assert from "node:assert/strict";
import {
  delegation,
  EMPTY_REGISTRATION,
  type Registration,
  registrationJson,
} from "../../../lib/whois/registration.ts";

const contact = {
  roles: ["registrant"],
  handle: "JR1",
  name: "Jane Roe",
  organisation: null,
  address: [],
  emails: [],
  phones: [],
};
const dnssec = {
  signed: true,
  ds: [{ key_tag: 1, algorithm: 13, digest_type: 2, digest: "ab" }],
  keys: [{ flags: 257, protocol: 3, algorithm: 13, public_key: "AA==" }],
};
const registration: Registration = {
  ...EMPTY_REGISTRATION,
  kind: "domain",
  target: "www.example.test",
  subject: "example.test",
  source: "rdap",
  server: "rdap.test",
  object_type: "domain",
  contacts: [{ ...contact, redacted: true }],
  ...delegation([
    { name: "ns1.example.test", addresses: ["192.0.2.1"] },
    { name: "ns2.example.test", addresses: [] },
  ]),
  dnssec,
  raw: { type: "json", text: '{"a":[1]}' },
  fetchedAt: "2026-11-21T12:00:00.000Z",
};

Deno.test("registrationJson - has every field in order, and the raw response", () => {
  const json = {
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
      autonomous_systems: [],
      parent_handle: null,
      registrar: null,
      registrar_iana_id: null,
      contacts: [{ ...contact, redacted: true }],
      whois_server: null,
      created_at: null,
      updated_at: null,
      expires_at: null,
      events: [],
      statuses: [],
      name_servers: ["ns1.example.test", "ns2.example.test"],
      glue: [{ name: "ns1.example.test", addresses: ["192.0.2.1"] }],
      dnssec,
      links: [],
      variants: [],
      remarks: [],
      notices: [],
      redacted: [],
      raw: { a: [1] },
    },
    meta: {
      source: "rdap",
      server: "rdap.test",
      fetched_at: "2026-11-21T12:00:00.000Z",
    },
  };
  assert.equal(
    JSON.stringify(registrationJson(registration)),
    JSON.stringify(json),
  );
});

Deno.test("registrationJson - returns a whois response as text", () => {
  const { data } = registrationJson({
    ...registration,
    raw: { type: "text", text: "Domain Name: {}" },
  });
  assert.equal(data.raw, "Domain Name: {}");
});
