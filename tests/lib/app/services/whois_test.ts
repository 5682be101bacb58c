import assert from "node:assert/strict";
import { readConfig } from "../../../../lib/app/config.ts";
import {
  openRdapClient,
  openWhois,
} from "../../../../lib/app/services/whois.ts";
import { RdapClient } from "../../../../lib/whois/rdap/rdap_client.ts";
import { parseWhoisTarget } from "../../../../lib/whois/whois_target.ts";
import { autnum } from "../../../support/rdap_bodies.ts";
import {
  rdap,
  type RdapServer,
  startRdapServer,
} from "../../../support/rdap_server.ts";
import { caller } from "../../../support/caller.ts";

const { signal } = caller;

function partsOf(env: Record<string, string>) {
  return {
    config: readConfig((name) => env[name]),
    resolver: {
      addresses: () => Promise.resolve({ ips: [], ttlSeconds: null }),
    },
    now: () => 0,
  };
}

Deno.test("openRdapClient - returns null unless RDAP is on", async () => {
  assert.equal(await openRdapClient(partsOf({})), null);
  assert.equal(await openRdapClient(partsOf({ RDAP: "off" })), null);
});

Deno.test("openWhois - returns null only if WHOIS is off", () => {
  const of = (env: Record<string, string>) =>
    openWhois({ ...partsOf(env), rdap: null });
  assert.equal(of({ WHOIS: "off", RDAP: "on" }), null);
  assert.notEqual(of({}), null);
});

Deno.test("openWhois - fails in words if no server can be reached", async () => {
  const env = { RDAP_BOOTSTRAP_URL: "http://127.0.0.1:1" };
  const whois = openWhois({ ...partsOf(env), rdap: null })!;
  const params = { reason: "registry_failed", failure: "no_bootstrap" };
  await assert.rejects(
    whois.describe(parseWhoisTarget("example.com"), caller),
    { status: 422, code: "QUERY_FAILED", params },
  );
});

Deno.test("openWhois - uses the given client, within the allowed networks", async () => {
  await using registry: RdapServer = startRdapServer((path) =>
    path === "/asn.json"
      ? rdap({ services: [[["1-99999"], [registry.url]]] })
      : rdap(autnum)
  );
  const env = { RDAP: "on", RDAP_BOOTSTRAP_URL: registry.url };
  const target = parseWhoisTarget("AS64496");

  const refusing = await openRdapClient(partsOf(env));
  assert(refusing instanceof RdapClient);
  const refused = { name: "RegistryError", code: "server_not_allowed" };
  await assert.rejects(refusing.autnum(64496, signal), refused);

  const open = partsOf({ ...env, RDAP_ALLOW_NETWORKS: "127.0.0.1" });
  const whois = openWhois({ ...open, rdap: await openRdapClient(open) });
  const { subject } = await whois!.describe(target, caller);
  assert.equal(subject, "AS64496");
  const found = registry.requests;
  assert.deepEqual(found, ["/asn.json", "/asn.json", "/autnum/64496"]);
});
