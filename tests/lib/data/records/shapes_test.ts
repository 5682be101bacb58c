import assert from "node:assert/strict";
import { factsOfIpinfo } from "../../../../lib/data/records/shapes.ts";

Deno.test("factsOfIpinfo - only existing time zones, in IANA's spelling", () => {
  for (
    const [timezone, expected] of [
      ["Europe/Berlin", { timezone: "Europe/Berlin" }],
      ["europe/berlin", { timezone: "Europe/Berlin" }],
      ["Asia/Kolkata", { timezone: "Asia/Kolkata" }],
      ["Factory", {}],
      ["half past nine", {}],
      ["+01:00", {}],
      [7, {}],
    ]
  ) {
    assert.deepEqual(factsOfIpinfo({ timezone }), expected);
  }
});
