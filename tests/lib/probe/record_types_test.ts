import assert from "node:assert/strict";
import { typeName } from "../../../lib/probe/record_types.ts";

Deno.test("typeName - names the types that resolvers ask for, and numbers others", () => {
  assert.deepEqual(
    [1, 2, 6, 16, 28, 43, 48, 64, 65, 255, 0, 99, 65_535].map(typeName),
    [
      ...["A", "NS", "SOA", "TXT", "AAAA", "DS", "DNSKEY", "SVCB", "HTTPS"],
      ...["ANY", "TYPE0", "TYPE99", "TYPE65535"],
    ],
  );
});
