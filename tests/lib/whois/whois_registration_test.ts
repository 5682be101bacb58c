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
const responseOf = (server: string, text: string) => ({
  server,
  text,
  record: parseWhoisRecord(domain, text)!,
});
const registry = responseOf("whois.nic.test", registryText);
const registrar = responseOf("whois.registrar.test", registrarText);
const query = {
  target: "www.example.test",
  name: "example.test",
  atMs: Date.UTC(2026, 10, 21, 12),
};

Deno.test("whoisRegistration - combines the registry's values and the registrar's contacts", () => {
  const both = [registry, registrar] as const;
  const { contacts, raw, ...rest } = whoisRegistration(both, query);
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
  const createdAt = "1995-08-15T00:00:00.000Z";
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
      createdAt,
      statuses: ["active"],
      contacts: [],
    },
  };
  const found = whoisRegistration([silent, other], query);
  assert.equal(found.subject, "example.test");
  assert.equal(found.registrar, "Example Registrar (Ltd)");
  assert.equal(found.created_at, createdAt);
  assert.deepEqual(found.events, [{ action: "registration", at: createdAt }]);
  assert.deepEqual(found.statuses, ["active"]);
  assert.deepEqual(found.contacts, registrar.record.contacts);
  const names = record.nameServers.map(({ name }) => name);
  assert.deepEqual(found.name_servers, names);
  const alone = whoisRegistration([registry], query);
  assert.equal(alone.whois_server, "whois.nic.test");
});

Deno.test("numberRegistration - has contacts only for a holder and an address for abuse", () => {
  const holder = contact({ roles: ["registrant"], organisation: "Ejemplo" });
  const abuse = contact({ roles: ["abuse"], emails: ["abuse@a.test"] });
  const cases = [
    ["", []],
    ["owner: Ejemplo\n", [holder]],
    ["OrgAbuseEmail: abuse@a.test\n", [abuse]],
  ] as const;
  const target = parseWhoisTarget("192.0.2.1");
  assert(target.kind === "address");
  for (const [line, contacts] of cases) {
    const text = `inetnum: 192.0.2.0/24\n${line}`;
    const record = parseNumberRecord(target, text)!;
    const { atMs } = query;
    const found = numberRegistration(
      { record, server: "whois.registry.test", text },
      { target: "192.0.2.1", atMs, kind: "ip" },
    );
    assert.deepEqual(found.contacts, contacts, line);
    assert.equal(found.subject, "192.0.2.0 – 192.0.2.255");
  }
});
