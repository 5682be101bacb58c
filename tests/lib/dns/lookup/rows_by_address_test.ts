import assert from "node:assert/strict";
import { rowsByAddress } from "../../../../lib/dns/lookup/rows_by_address.ts";

Deno.test("rowsByAddress - addresses in numeric order, rows of one as they came", () => {
  const row = (ip: string, name: string) => ({ ip, name });
  assert.deepEqual(
    rowsByAddress([
      row("192.0.2.10", "b"),
      row("2001:db8::1", "six"),
      row("192.0.2.9", "nine"),
      row("192.0.2.10", "a"),
    ]),
    [
      [row("192.0.2.9", "nine")],
      [row("192.0.2.10", "b"), row("192.0.2.10", "a")],
      [row("2001:db8::1", "six")],
    ],
  );
  assert.deepEqual(rowsByAddress([]), []);
});
