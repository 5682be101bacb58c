import assert from "node:assert/strict";
import { edgesOf } from "../../../lib/lookup/lookup_deps.ts";
import { a, aaaa, cname, mx, txt } from "./records.ts";

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
