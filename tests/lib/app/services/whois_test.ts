import assert from "node:assert/strict";
import { readConfig } from "../../../../lib/app/config.ts";
import {
  openRdapClient,
  openWhois,
} from "../../../../lib/app/services/whois.ts";
import { RdapClient } from "../../../../lib/whois/rdap/rdap_client.ts";
import { RegistryError } from "../../../../lib/whois/rdap/registry_error.ts";
import { WhoisService } from "../../../../lib/whois/whois_service.ts";
import { parseWhoisTarget } from "../../../../lib/whois/whois_target.ts";
import { autnum } from "../../../support/rdap_bodies.ts";
import {
  rdap,
  type RdapServer,
  startRdapServer,
} from "../../../support/rdap_server.ts";
import { client as visitor } from "../../../support/caller.ts";

const { signal } = new AbortController();

function partsOf(env: Record<string, string>) {
  return {
    config: readConfig((name) => env[name]),
    resolver: {
      addresses: () => Promise.resolve({ ips: [], ttlSeconds: null }),
    },
    now: () => 0,
  };
}

Deno.test("openRdapClient - returns null if RDAP is off, and so does openWhois", async () => {
  const environments: Record<string, string>[] = [{}, { RDAP: "off" }];
  for (const env of environments) {
    const parts = partsOf(env);
    const client = await openRdapClient(parts);
    assert.equal(client, null);
    assert.equal(await openWhois({ ...parts, rdap: client }), null);
  }
});

Deno.test("openWhois - uses the given client, within the allowed networks", async () => {
  await using registry: RdapServer = startRdapServer((path) =>
    path === "/asn.json"
      ? rdap({ services: [[["1-99999"], [registry.url]]] })
      : rdap(autnum)
  );
  const env = { RDAP: "on", RDAP_BOOTSTRAP_URL: registry.url };
  const target = parseWhoisTarget("AS64496");

  const closed = partsOf(env);
  const refusing = await openRdapClient(closed);
  assert(refusing instanceof RdapClient);
  await assert.rejects(
    refusing.autnum(64496, signal),
    {
      name: "RegistryError",
      code: "server_not_allowed",
    } satisfies Partial<RegistryError>,
  );

  const open = partsOf({ ...env, RDAP_ALLOW_NETWORKS: "127.0.0.1" });
  const client = await openRdapClient(open);
  const whois = await openWhois({ ...open, rdap: client });
  assert(whois instanceof WhoisService);
  const { subject } = await whois.describe(target, {
    client: visitor,
    signal,
  });
  assert.equal(subject, "AS64496");
  assert.deepEqual(registry.asked, [
    "/asn.json",
    "/asn.json",
    "/autnum/64496",
  ]);
});
