import assert from "node:assert/strict";
import { parseDnsQuery } from "../../../../lib/lookup/dns_query.ts";
import { findDomains } from "../../../../lib/lookup/scan/ip_domains.ts";
import { scanPool } from "../../../../lib/lookup/lookup_deps.ts";
import { MemoryIndex } from "../memory_index.ts";
import { policy } from "../policy.ts";
import { ptr } from "../records.ts";
import { type Script, scriptedClient } from "../scripted_client.ts";
import { caller } from "../../../support/caller.ts";

const NOW = Date.UTC(2026, 10, 21);

async function find(
  input: string,
  script: Script,
  index = new MemoryIndex(),
  maxScans = 1,
) {
  const query = parseDnsQuery({ input, dnsType: "ip_domains" });
  assert(query.dnsType === "ip_domains");
  return await findDomains(query, {
    client: scriptedClient(script),
    index,
    now: () => NOW,
    policy,
    scans: scanPool({ maxScans, queueTimeoutMs: 1 }),
  }, caller);
}

function remembering(): MemoryIndex {
  const index = new MemoryIndex(() => 0);
  index.add([
    { kind: "address", name: "site.test", value: "192.0.2.1" },
    { kind: "ptr", name: "old.test", value: "192.0.2.1" },
    { kind: "ptr", name: "one.test", value: "192.0.2.1" },
    { kind: "cname", name: "alias.test", value: "192.0.2.1" },
    { kind: "ptr", name: "other.test", value: "198.51.100.1" },
    { kind: "ptr", name: "three.test", value: "192.0.2.3" },
  ]);
  return index;
}

const then = "1970-01-01";
const now = "2026-11-21";

Deno.test("findDomains - combines reverse DNS and the index, each name once", async () => {
  const { data, found, total, isTruncated } = await find("192.0.2.0/30", {
    "192.0.2.1 PTR": [ptr("x", "one.test")],
    "192.0.2.2 PTR": [ptr("x", "two.test")],
  }, remembering());
  const ip = "192.0.2.1";
  assert.deepEqual(data.rows, [
    { ip, domain: "old.test", source: "index", seen_at: then },
    { ip, domain: "one.test", source: "ptr", seen_at: now },
    { ip, domain: "site.test", source: "index", seen_at: then },
    { ip: "192.0.2.2", domain: "two.test", source: "ptr", seen_at: now },
    { ip: "192.0.2.3", domain: "three.test", source: "index", seen_at: then },
  ]);
  assert.deepEqual([found, total, isTruncated], [5, 5, false]);
});

Deno.test("findDomains - returns the index's names if no server responds", async () => {
  const script = { "192.0.2.3 PTR": null };
  const found = await find("192.0.2.3", script, remembering());
  const { data, total, isTruncated } = found;
  assert.deepEqual(data.rows, [
    { ip: "192.0.2.3", domain: "three.test", source: "index", seen_at: then },
  ]);
  assert.deepEqual([data.failed, total, isTruncated], [1, null, false]);
});

Deno.test("findDomains - has no total if some addresses gave no response", async () => {
  const { data, total, isTruncated } = await find("192.0.2.0/31", {
    "192.0.2.0 PTR": null,
    "192.0.2.1 PTR": [ptr("x", "one.test")],
  });
  assert.equal(data.rows.length, 1);
  assert.deepEqual([data.failed, total, isTruncated], [1, null, false]);
});

Deno.test("findDomains - accepts an IPv6 address", async () => {
  const { data, total } = await find("2001:db8::1", {
    "2001:db8::1 PTR": [ptr("x", "six.test")],
  });
  assert.deepEqual(data.rows, [
    { ip: "2001:db8::1", domain: "six.test", source: "ptr", seen_at: now },
  ]);
  assert.equal(total, 1);
});

Deno.test("findDomains - throws QUERY_FAILED if no server responds and the index is empty", async () => {
  const failed = find("192.0.2.3", { "192.0.2.3 PTR": null });
  await assert.rejects(failed, { name: "AppError", status: 422 });
  // Without a free scan, the names of the index are not all there may be.
  const busy = find("192.0.2.0/30", {}, remembering(), 0);
  await assert.rejects(busy, { name: "AppError", status: 503 });
});

Deno.test("findDomains - returns reverse DNS names if the index is unavailable", async () => {
  const index = remembering();
  index.isDown = true;
  const { data, total, isTruncated } = await find("192.0.2.1", {
    "192.0.2.1 PTR": [ptr("x", "one.test")],
  }, index);
  assert.deepEqual([data.rows.length, total, isTruncated], [1, null, true]);
});
