import assert from "node:assert/strict";
import fc from "fast-check";
import { timezoneAt } from "../../../lib/data/time_zones.ts";

Deno.test("timezoneAt - names the zone of a place", () => {
  assert.equal(timezoneAt(52.52, 13.405), "Europe/Berlin");
  assert.equal(timezoneAt(43.8256, 87.6168), "Asia/Urumqi");
  assert.equal(timezoneAt(-33.8688, 151.2093), "Australia/Sydney");
});

Deno.test("timezoneAt - knows no zone at sea", () => {
  assert.equal(timezoneAt(0, -30), undefined);
});

Deno.test("timezoneAt - knows no zone of impossible coordinates", () => {
  for (
    const [latitude, longitude] of [[91, 0], [0, 181], [NaN, 0], [0, Infinity]]
  ) assert.equal(timezoneAt(latitude, longitude), undefined);
});

Deno.test("timezoneAt - gives zones that the platform knows", () => {
  fc.assert(fc.property(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    (latitude, longitude) => {
      const zone = timezoneAt(latitude, longitude);
      if (zone === undefined) return;
      assert.doesNotThrow(() =>
        new Intl.DateTimeFormat("en", { timeZone: zone })
      );
    },
  ));
});
