import assert from "node:assert/strict";
import { parseDomain } from "../../../lib/net/domain.ts";
import { parseWhoisRecord } from "../../../lib/whois/whois_record.ts";
import {
  numberRegistration,
  whoisRegistration,
} from "../../../lib/whois/whois_registration.ts";
import { parseNumberRecord } from "../../../lib/whois/whois_number.ts";
import { parseWhoisTarget } from "../../../lib/whois/whois_target.ts";
import { contact } from "../../support/registration_contact.ts";
import { registrarText, registryText } from "../../support/whois_bodies.ts";
import samples from "./whois_registration.json" with { type: "json" };

const domain = parseDomain("example.test")!;
const registry = {
  server: "whois.nic.test",
  text: registryText,
  record: parseWhoisRecord(domain, registryText)!,
};
const registrar = {
  server: "whois.registrar.test",
  text: registrarText,
  record: parseWhoisRecord(domain, registrarText)!,
};
const query = {
  target: "www.example.test",
  name: "example.test",
  atMs: Date.UTC(2026, 10, 21, 12),
};

Deno.test("whoisRegistration - combines the registry's values and the registrar's contacts", () => {
  const { contacts, raw, ...rest } = whoisRegistration(
    [registry, registrar],
    query,
  );
  assert.deepEqual(rest, samples.combined);
  assert.deepEqual(contacts, registrar.record.contacts);
  assert.deepEqual(raw, {
    type: "text",
    text:
      `# whois.nic.test\n\n${registryText.trim()}\n\n# whois.registrar.test\n\n${registrarText.trim()}`,
  });
});

Deno.test("whoisRegistration - takes the registrar's values if the registry has none", () => {
  const { record } = registry;
  const silent = {
    ...registry,
    record: {
      ...record,
      domain: null,
      registrar: null,
      createdAt: null,
      updatedAt: null,
      expiresAt: null,
      statuses: [],
      contacts: registrar.record.contacts,
    },
  };
  const other = {
    ...registrar,
    record: {
      ...registrar.record,
      createdAt: "1995-08-15T00:00:00.000Z",
      statuses: ["active"],
      contacts: [],
    },
  };
  const found = whoisRegistration([silent, other], query);
  assert.equal(found.subject, "example.test");
  assert.equal(found.registrar, "Example Registrar (Ltd)");
  assert.equal(found.created_at, "1995-08-15T00:00:00.000Z");
  assert.deepEqual(found.events, [
    { action: "registration", at: "1995-08-15T00:00:00.000Z" },
  ]);
  assert.deepEqual(found.statuses, ["active"]);
  assert.deepEqual(found.contacts, registrar.record.contacts);
  assert.deepEqual(
    found.name_servers,
    record.nameServers.map(({ name }) => name),
  );
  assert.equal(
    whoisRegistration([registry], query).whois_server,
    "whois.nic.test",
  );
});

Deno.test("numberRegistration - has contacts only for a holder and an address for abuse", () => {
  const cases = [
    ["", []],
    ["owner: Ejemplo\n", [
      contact({ roles: ["registrant"], organisation: "Ejemplo" }),
    ]],
    ["OrgAbuseEmail: abuse@a.test\n", [
      contact({ roles: ["abuse"], emails: ["abuse@a.test"] }),
    ]],
  ] as const;
  for (const [line, contacts] of cases) {
    const text = `inetnum: 192.0.2.0/24\n${line}`;
    const target = parseWhoisTarget("192.0.2.1");
    assert(target.kind === "address");
    const record = parseNumberRecord(target, text)!;
    const server = "whois.registry.test";
    const found = numberRegistration({ record, server, text }, {
      target: "192.0.2.1",
      atMs: query.atMs,
      kind: "ip",
    });
    assert.deepEqual(found.contacts, contacts, line);
    assert.equal(found.subject, "192.0.2.0 – 192.0.2.255");
  }
});
