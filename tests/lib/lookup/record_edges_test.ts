import assert from "node:assert/strict";
import {
  edgesOf,
  MAX_EDGES,
  recordEdges,
} from "../../../lib/lookup/record_edges.ts";
import type { Edge } from "../../../lib/dns/index/dns_index.ts";
import { DEFAULT_POLICY } from "../../../lib/lookup/lookup_deps.ts";
import { MemoryIndex } from "./memory_index.ts";
import { a, aaaa, cname, mx, txt } from "./records.ts";

const to = (value: string): Edge => ({
  kind: "address",
  name: "a.test",
  value,
});

Deno.test("recordEdges - records 64 edges of a lookup, and reads no more", () => {
  const index = new MemoryIndex();
  let read = 0;
  function* edges() {
    for (; read < 4_000; read++) yield to(`9.9.${read >> 8}.${read & 255}`);
  }
  assert.equal(recordEdges(edges(), { index, policy: DEFAULT_POLICY }), 64);
  assert.deepEqual([index.rows.length, read, MAX_EDGES], [64, 64, 64]);
});

Deno.test("recordEdges - records no reserved address in any form, even if they are shown", () => {
  const index = new MemoryIndex();
  const policy = { ...DEFAULT_POLICY, showsReserved: true };
  const edges: Edge[] = [
    ...["10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.1.1"].map(to),
    ...["::1", "fd00::1", "fe80::1", "::ffff:10.0.0.1"].map(to),
    ...["64:ff9b::a00:1", "2002:a00:1::1", "9.9.9.9", "2620:fe::9"].map(to),
    { kind: "ptr", name: "nas.test", value: "192.168.1.2" },
    { kind: "cname", name: "a.test", value: "www.test" },
  ];
  assert.equal(recordEdges(edges, { index, policy }), 3);
  assert.deepEqual(index.rows.map(({ name, value }) => [name, value].join()), [
    "a.test,9.9.9.9",
    "a.test,2620:fe::9",
    "a.test,www.test",
    "www.test,a.test",
  ]);
});

Deno.test("recordEdges - records nothing if lookups are not recorded", () => {
  const index = new MemoryIndex();
  const policy = { ...DEFAULT_POLICY, feedsIndex: false };
  assert.equal(recordEdges([to("9.9.9.9")], { index, policy }), 0);
  assert.deepEqual(index.rows, []);
});

Deno.test("edgesOf - returns addresses and aliases only", () => {
  const records = [
    a("a.test", "192.0.2.1"),
    aaaa("a.test", "2001:db8::1"),
    cname("w.test", "a.test"),
    mx("a.test", 1, "m.test"),
    txt("a.test", "text"),
  ];
  assert.deepEqual(edgesOf(records), [
    { kind: "address", name: "a.test", value: "192.0.2.1" },
    { kind: "address", name: "a.test", value: "2001:db8::1" },
    { kind: "cname", name: "a.test", value: "w.test" },
  ]);
});
