import assert from "node:assert/strict";
import {
  chainFrom,
  hasAddress,
  MAX_CHAIN_LENGTH,
} from "../../../../lib/dns/lookup/alias_chain.ts";
import { a, aaaa, cname, txt } from "./records.ts";

Deno.test("chainFrom - leads from alias to alias, whatever their order", () => {
  const one = cname("a.test", "b.test");
  const two = cname("b.test", "c.test");
  const other = cname("x.test", "y.test");
  assert.deepEqual(chainFrom("a.test", [two, other, one]), [one, two]);
  assert.deepEqual(chainFrom("c.test", [two, other, one]), []);
});

Deno.test("chainFrom - of several aliases of a name the first leads on", () => {
  const first = cname("a.test", "b.test");
  assert.deepEqual(chainFrom("a.test", [first, cname("a.test", "c.test")]), [
    first,
  ]);
});

Deno.test("chainFrom - ends where it bites its own tail", () => {
  const loop = [cname("a.test", "b.test"), cname("b.test", "a.test")];
  assert.deepEqual(chainFrom("a.test", loop), loop);
  const self = [cname("a.test", "a.test")];
  assert.deepEqual(chainFrom("a.test", self), self);
});

Deno.test("chainFrom - is cut behind its longest", () => {
  const long = Array.from(
    { length: MAX_CHAIN_LENGTH + 4 },
    (_, i) => cname(`n${i}.test`, `n${i + 1}.test`),
  );
  assert.equal(chainFrom("n0.test", long).length, MAX_CHAIN_LENGTH);
});

Deno.test("hasAddress - counts both families, of the name alone", () => {
  const records = [
    a("a.test", "192.0.2.1"),
    aaaa("b.test", "2001:db8::1"),
    txt("c.test", "text"),
  ];
  assert.deepEqual(
    ["a.test", "b.test", "c.test", "d.test"].map((name) =>
      hasAddress(name, records)
    ),
    [true, true, false, false],
  );
});
