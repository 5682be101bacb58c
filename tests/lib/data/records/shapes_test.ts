import assert from "node:assert/strict";
import { factsOfIpinfo } from "../../../../lib/data/records/shapes.ts";

Deno.test("factsOfIpinfo - only existing time zones, in IANA's spelling", () => {
  const cases = [
    ["Europe/Berlin", { timezone: "Europe/Berlin" }],
    ["europe/berlin", { timezone: "Europe/Berlin" }],
    ["Asia/Kolkata", { timezone: "Asia/Kolkata" }],
    ["Factory", {}],
    ["half past nine", {}],
    ["+01:00", {}],
    [7, {}],
  ];
  for (const [timezone, expected] of cases) {
    assert.deepEqual(factsOfIpinfo({ timezone }), expected);
  }
});

Deno.test("factsOfIpinfo - coordinates under their short and their long names", () => {
  const facts = { latitude: 37.4, longitude: -122.1 };
  assert.deepEqual(factsOfIpinfo({ lat: "37.4", lng: "-122.1" }), facts);
  assert.deepEqual(factsOfIpinfo(facts), facts);
});
