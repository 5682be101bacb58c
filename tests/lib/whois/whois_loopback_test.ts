/**
 * Registries as the internet has them, on loopback: IANA's whois server, one of
 * a regional registry and one of a top-level domain, and RDAP servers that fail
 * or have no entry.
 */
import assert from "node:assert/strict";
import { createRdapClient } from "../../../lib/whois/rdap/rdap_client.ts";
import { WhoisClient } from "../../../lib/whois/whois_client.ts";
import { WhoisService } from "../../../lib/whois/whois_service.ts";
import { parseRegistryTarget } from "../../../lib/whois/whois_target.ts";
import { caller } from "../../support/caller.ts";
import {
  rdap,
  type RdapServer,
  startRdapServer,
} from "../../support/rdap_server.ts";
import { startWhoisServer } from "../../support/whois_server.ts";
import { ruleOf } from "./rdap/local_registry.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const rule = ruleOf(undefined, {
  "whois.iana.org": ["127.0.0.1"],
  "whois.rir.test": ["127.0.0.2"],
});

const iana: Record<string, string> = {
  test:
    "domain:       TEST\n\norganisation: Example Registry\n\nnserver:      A.NIC.TEST 192.0.2.53\n\nstatus:       ACTIVE\ncreated:      1999-06-02\n",
  none: "% This query returned 0 objects.\n",
};
const rir: Record<string, string> = {
  "198.51.100.7":
    "% Abuse contact for '198.51.100.0/24' is 'abuse@a.test'\n\ninetnum: 198.51.100.0 - 198.51.100.255\nnetname: EX\ndescr: Example\ncountry: nl\nstatus: ASSIGNED PA\ncreated: 2001-02-03T04:05:06Z\n",
  "198.51.100.0/25":
    "inetnum: 198.51.100.0 - 198.51.100.255\nnetname: EX\ndescr: Example\n",
  "2001:db8::7": "inet6num: 2001:db8::/32\nnetname: SIX\norg-name: Example\n",
  AS64496: "aut-num: AS64496\nas-name: EX-AS\norg-name: Example\n",
};

const missing = (reason: string, target: string) => (
  { status: 404, params: { reason, target } }
);

/** @param rdapStatus what the RDAP server of all numbers responds */
async function withRegistries(
  rdapStatus: number,
  check: (
    describe: (text: string) => ReturnType<WhoisService["describe"]>,
    queries: () => Record<"rdap" | "iana" | "rir", readonly string[]>,
  ) => Promise<void>,
) {
  await using registry: RdapServer = startRdapServer((path) =>
    path.endsWith(".json")
      ? rdap({ services: [[["0.0.0.0/0", "::/0", "0-99999"], [registry.url]]] })
      : new Response(null, { status: rdapStatus })
  );
  await using root = await startWhoisServer((query) =>
    iana[query] ?? "refer:        whois.rir.test\n"
  );
  const none = "% No entries found\n\n%ERROR:101: no entries found\n";
  const at = { address: "127.0.0.2", port: root.port };
  await using regional = await startWhoisServer((q) => rir[q] ?? none, at);
  const now = () => NOW;
  const bootstrapUrl = new URL(registry.url);
  const service = new WhoisService({
    rdap: createRdapClient({ ...rule, now, bootstrapUrl }),
    whois: new WhoisClient({ ...rule, now, port: root.port }),
    now,
  });
  await check(
    (text) => service.describe(parseRegistryTarget(text), caller),
    () => ({
      rdap: registry.requests.filter((path) => !path.endsWith(".json")),
      iana: root.queries,
      rir: regional.queries,
    }),
  );
}

Deno.test("WhoisService - describes a top-level domain by IANA's whois server", () =>
  withRegistries(500, async (describe, queries) => {
    const found = await describe("TEST");
    const { source, server, subject, created_at, glue, statuses } = found;
    assert.deepEqual([source, server], ["whois", "whois.iana.org"]);
    assert.deepEqual([subject, statuses], ["test", ["ACTIVE"]]);
    assert.equal(created_at, "1999-06-02T00:00:00.000Z");
    assert.deepEqual(glue, [{ name: "a.nic.test", addresses: ["192.0.2.53"] }]);
    assert.equal(found.contacts[0].organisation, "Example Registry");
    const text = `# whois.iana.org\n\n${iana.test.trim()}`;
    assert.deepEqual(found.raw, { type: "text", text });
    await assert.rejects(describe("none"), missing("not_registered", "none"));
    assert.deepEqual(queries(), { rdap: [], iana: ["test", "none"], rir: [] });
  }));

Deno.test("WhoisService - describes numbers by the regional registry's whois server if its RDAP server fails", () =>
  withRegistries(500, async (describe, queries) => {
    const facts = async (text: string) => {
      const { kind, source, server, subject, name, networks, contacts } =
        await describe(text);
      assert.deepEqual([source, server], ["whois", "whois.rir.test"]);
      assert.equal(contacts[0].organisation, "Example");
      return { kind, subject, name, networks };
    };
    assert.deepEqual(await facts("198.51.100.7"), {
      kind: "ip",
      subject: "198.51.100.0 – 198.51.100.255",
      name: "EX",
      networks: ["198.51.100.0/24"],
    });
    const found = await describe("198.51.100.7");
    const expected = ["NL", "ASSIGNED PA"];
    assert.deepEqual([found.country, found.allocation_type], expected);
    assert.equal(found.created_at, "2001-02-03T04:05:06.000Z");
    assert.deepEqual(found.contacts[1].emails, ["abuse@a.test"]);
    assert.equal((await facts("198.51.100.0/25")).name, "EX");
    assert.deepEqual(await facts("2001:db8::7"), {
      kind: "ip",
      subject: "2001:db8:: – 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
      name: "SIX",
      networks: ["2001:db8::/32"],
    });
    const system = { kind: "asn", subject: "AS64496", name: "EX-AS" };
    assert.deepEqual(await facts("AS64496"), { ...system, networks: [] });
    const none = missing("not_registered", "AS64497");
    await assert.rejects(describe("AS64497"), none);
    const others = ["2001:db8::7", "AS64496", "AS64497"];
    assert.deepEqual(queries(), {
      // Paused after three failures.
      rdap: ["/ip/198.51.100.7", "/ip/198.51.100.0/25", "/ip/2001:db8::7"],
      iana: ["198.51.100.7", "198.51.100.0", ...others],
      rir: ["198.51.100.7", "198.51.100.0/25", ...others],
    });
  }));

Deno.test("WhoisService - takes RDAP's 404 about a number for an answer, and asks no whois server about a handle", () =>
  withRegistries(404, async (describe, queries) => {
    await assert.rejects(describe("AS64496"), { status: 404 });
    const none = missing("not_assigned", "XY12-TEST");
    await assert.rejects(describe("XY12-TEST"), none);
    assert.deepEqual(queries(), { rdap: ["/autnum/64496"], iana: [], rir: [] });
  }));
