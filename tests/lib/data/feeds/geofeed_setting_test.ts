import assert from "node:assert/strict";
import { parseGeofeed } from "../../../../lib/data/feeds/geofeed_setting.ts";

for (
  const [text, geofeed] of [
    ["https://a.example/geo.csv", {
      url: "https://a.example/geo.csv",
      networks: [],
    }],
    ["AS64500=https://a.example", {
      url: "https://a.example/",
      networks: [64500],
    }],
    ["AS64500+as4294967295=https://a.example/?a=b", {
      url: "https://a.example/?a=b",
      networks: [64500, 4294967295],
    }],
    ["http://a.example/geo.csv", null],
    ["AS64500=http://a.example/geo.csv", null],
    ["AS4294967296=https://a.example", null],
    ["AS0=https://a.example", null],
    ["64500=https://a.example", null],
    ["AS64500+=https://a.example", null],
    ["AS64500=", null],
    ["https://", null],
    ["https://user:secret@a.example/", null],
    ["geo.csv", null],
  ] as const
) {
  Deno.test(`parseGeofeed - ${text}`, () => {
    assert.deepEqual(parseGeofeed(text), geofeed);
  });
}
