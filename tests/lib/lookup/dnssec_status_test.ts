import assert from "node:assert/strict";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import type { NameServer } from "../../../lib/dns/name_server.ts";
import { dnssecStatus } from "../../../lib/lookup/dnssec_status.ts";
import { lookUpRecords } from "../../../lib/lookup/record_lookup.ts";
import { caller } from "../../support/caller.ts";
import { startNsd } from "../../support/nsd.ts";
import { SIGNER, signZone } from "../../support/signed_zone.ts";
import { startUnbound, unboundTest } from "../../support/unbound.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { MemoryIndex } from "./memory_index.ts";
import { policy } from "./policy.ts";
import { response, scriptedClient } from "./scripted_client.ts";

const programs = ["/usr/sbin/nsd", SIGNER];

async function lookUp(nameServer: NameServer, name: string) {
  using client = new DnsClient({ nameServers: [nameServer] });
  const { data } = await lookUpRecords(
    { dnsType: "dns_lookup", input: name, normalized: name, recordType: null },
    { client, index: new MemoryIndex(), now: Date.now, policy },
    caller,
  );
  return data;
}

const RECORDS = ["www A 192.0.2.1", "loop1 CNAME loop2", "loop2 CNAME loop1"];

Deno.test("dnssecStatus - of a failure, the extended errors 6 to 12 mean that validation failed", async () => {
  const [bogus, unknown] = ["bogus", "unknown"];
  const statuses = [[5, unknown], [6, bogus], [12, bogus], [
    13,
    unknown,
  ]] as const;
  for (const [code, expected] of statuses) {
    const extendedErrors = [{ code, text: "" }];
    const { status } = await dnssecStatus(
      "a.test",
      new Map([["A", response({ rcode: "SERVFAIL", extendedErrors })]]),
      { client: scriptedClient({}) },
      { ...caller, timeoutMs: 1_000 },
    );
    assert.equal(status, expected, String(code));
  }
});

unboundTest(
  "lookUpRecords - the DNSSEC status is what a validating resolver says",
  async () => {
    const signed = await signZone("signed.test", RECORDS);
    const longAgo = new Date("2021-01-01");
    const expired = await signZone("expired.test", RECORDS, longAgo);
    await using nsd = await startNsd({
      "signed.test": signed,
      "expired.test": expired,
      "plain.test": RECORDS.join("\n"),
    });
    const servers = [`127.0.0.1@${nsd.port}`];
    await using valid = await startUnbound({
      zone: "signed.test",
      servers,
      anchor: signed.ds,
      settings: ["ede: yes"],
    });
    const { dnssec, records } = await lookUp(valid, "www.signed.test");
    assert.deepEqual(dnssec, { status: "authenticated", extended_errors: [] });
    assert.deepEqual(records.A.map(({ value }) => value), ["192.0.2.1"]);

    const cases = [[["ede: yes"], [6, 9]], [[], []]] as const;
    for (const [settings, extendedErrors] of cases) {
      await using bogus = await startUnbound({
        zone: "expired.test",
        servers,
        anchor: expired.ds,
        settings,
      });
      await assert.rejects(lookUp(bogus, "www.expired.test"), (error) => {
        assert(error instanceof AppError);
        assert.deepEqual([error.status, error.code], [422, "QUERY_FAILED"]);
        const { params } = error;
        assert(params.reason === "dnssec_validation_failed");
        assert.deepEqual(params.extendedErrors.toSorted(), extendedErrors);
        return true;
      });
    }
    await using plain = await startUnbound({ zone: "plain.test", servers });
    // Its root zone cannot be reached, so nobody knows whether it validates.
    for (const server of [plain, nsd]) {
      const { dnssec } = await lookUp(server, "www.plain.test");
      assert.equal(dnssec.status, "unknown", String(server.port));
    }
  },
  { programs },
);

unboundTest("lookUpRecords - tells a loop of aliases", async () => {
  await using nsd = await startNsd({ "plain.test": RECORDS.join("\n") });
  await using unbound = await startUnbound({
    zone: "plain.test",
    servers: [`127.0.0.1@${nsd.port}`],
  });
  for (const server of [nsd, unbound]) {
    const data = await lookUp(server, "loop1.plain.test");
    const { alias_loop, cname_chain } = data;
    assert.equal(alias_loop, true);
    assert.deepEqual(cname_chain.map(({ name, value }) => `${name} ${value}`), [
      "loop1.plain.test loop2.plain.test",
      "loop2.plain.test loop1.plain.test",
    ]);
  }
  assert.equal((await lookUp(nsd, "www.plain.test")).alias_loop, false);
}, { programs });
