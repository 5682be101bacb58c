import assert from "node:assert/strict";
import { parseDnsQuery } from "../../../../lib/lookup/dns_query.ts";
import {
  groupByAddress,
  MAX_CHARACTERS,
  RowBudget,
  scanNetwork,
  type ScanProgress,
} from "../../../../lib/lookup/scan/network_scan.ts";
import { scanPool } from "../../../../lib/lookup/lookup_deps.ts";
import { MemoryIndex } from "../memory_index.ts";
import { policy } from "../policy.ts";
import { ptr } from "../records.ts";
import { type Script, scriptedClient } from "../scripted_client.ts";
import { caller } from "../../../support/caller.ts";

async function scan(input: string, script: Script) {
  const query = parseDnsQuery({ input, dnsType: "rdns_scan" });
  assert(query.dnsType === "rdns_scan");
  const client = scriptedClient(script);
  const { queryPtr } = client;
  const steps = scanNetwork(query, {
    client: {
      ...client,
      // Responses come in any order.
      queryPtr: (ips) => queryPtr([...ips as Iterable<never>].reverse()),
    },
    index: new MemoryIndex(),
    now: () => 0,
    policy,
    scans: scanPool({ maxScans: 1, queueTimeoutMs: 1 }),
  }, caller);
  const seen: ScanProgress[] = [];
  for (;;) {
    const { done, value } = await steps.next();
    if (done) return { ...value, seen };
    seen.push(value);
  }
}

Deno.test("scanNetwork - yields rows as they arrive, sorted by address", async () => {
  const { data, found, total, isTruncated, seen } = await scan("192.0.2.0/28", {
    "192.0.2.2 PTR": [ptr("x", "two.test")],
    "192.0.2.9 PTR": [ptr("x", "nine.test"), ptr("x", "neun.test")],
    "192.0.2.10 PTR": [ptr("x", "ten.test")],
    "192.0.2.11 PTR": null,
  });
  const rows = [
    { ip: "192.0.2.2", hostname: "two.test" },
    { ip: "192.0.2.9", hostname: "nine.test" },
    { ip: "192.0.2.9", hostname: "neun.test" },
    { ip: "192.0.2.10", hostname: "ten.test" },
  ];
  const counts = { scanned: 16, failed: 1, reserved_addresses: 0 };
  assert.deepEqual(data, { cidr: "192.0.2.0/28", rows, ...counts });
  // One address gave no response, so it may have names.
  assert.deepEqual([found, total, isTruncated], [4, null, false]);
  assert.deepEqual(seen[0], { rows: [], scanned: 0, total: 16 });
  const names = seen.flatMap((step) => step.rows)
    .map(({ hostname }) => hostname);
  assert.deepEqual(names, rows.map(({ hostname }) => hostname));
});

Deno.test("scanNetwork - limits rows, and sets isTruncated", async () => {
  const names = Array.from({ length: 16 }, (_, i) => ptr("x", `n${i}.test`));
  const script: Script = {};
  for (let i = 0; i < 1024; i++) {
    script[`9.0.${i >> 8}.${i & 255} PTR`] = names;
  }
  const { data, found, total, isTruncated } = await scan("9.0.0.0/22", script);
  assert.deepEqual(
    [data.rows.length, data.scanned, found, total, isTruncated],
    [8192, 1024, 8192, 16_384, true],
  );
});

Deno.test("scanNetwork - has a total if every address gave a response", async () => {
  const { found, total } = await scan("192.0.2.0/30", {
    "192.0.2.1 PTR": [ptr("x", "one.test"), ptr("x", "eins.test")],
  });
  assert.deepEqual([found, total], [2, 2]);
});

Deno.test("scanNetwork - limits the characters of names, and sets isTruncated", async () => {
  const names = Array(8).fill(ptr("x", "x".repeat(1_000)));
  const script: Script = {};
  for (let i = 0; i < 256; i++) script[`9.0.0.${i} PTR`] = names;
  const { data, total, isTruncated } = await scan("9.0.0.0/24", script);
  assert.deepEqual(
    [data.rows.length, data.scanned, total, isTruncated],
    [1_000, 256, 2_048, true],
  );
});

const same = (name: string) => name;

Deno.test("RowBudget.take - limits rows across calls", () => {
  const budget = new RowBudget(3);
  assert.deepEqual(budget.take(["a", "b"], same), ["a", "b"]);
  assert.deepEqual(budget.take(["c", "d"], same), ["c"]);
  assert.deepEqual(budget.take(["e"], same), []);
});

Deno.test("RowBudget.take - limits characters across calls, and takes nothing after a row that does not fit", () => {
  const budget = new RowBudget(10_000);
  const long = Array.from({ length: 3_000 }, () => "x".repeat(1_000));
  assert.equal(budget.take(long, same).length * 1_000, MAX_CHARACTERS);
  assert.deepEqual(budget.take(["x"], same), []);
});

Deno.test("groupByAddress - sorts addresses numerically, and keeps the order of an address's rows", () => {
  const row = (ip: string, name: string) => ({ ip, name });
  const nine = row("192.0.2.9", "nine");
  const six = row("2001:db8::1", "six");
  const ten = [row("192.0.2.10", "b"), row("192.0.2.10", "a")];
  const grouped = groupByAddress([ten[0], six, nine, ten[1]]);
  assert.deepEqual(grouped, [[nine], ten, [six]]);
  assert.deepEqual(groupByAddress([]), []);
});
