import assert from "node:assert/strict";
import {
  withMunicipality,
  withWard,
} from "../../../../lib/data/places/municipalities.ts";

const inChina = (regionCode: string, city?: string, district?: string) => ({
  countryCode: "CN",
  regionCode,
  ...city && { city },
  ...district && { district },
});

Deno.test("withMunicipality - the municipality is the city, and the rest its district", () => {
  for (
    const [regionCode, city, municipality] of [
      ["BJ", "Jinrongjie", "Beijing"],
      ["SH", "Pudong", "Shanghai"],
      ["TJ", "河西区", "Tianjin"],
      ["CQ", "Wanzhou", "Chongqing"],
    ]
  ) {
    assert.deepEqual(
      withMunicipality(inChina(regionCode, city)),
      inChina(regionCode, municipality, city),
    );
  }
});

Deno.test("withMunicipality - keeps a district", () => {
  assert.deepEqual(
    withMunicipality(inChina("BJ", "Jinrongjie", "Xicheng District")),
    inChina("BJ", "Beijing", "Xicheng District"),
  );
});

Deno.test("withMunicipality - the municipality itself is no district", () => {
  for (const city of ["Beijing", "北京市", "Beijing Shi"]) {
    assert.deepEqual(
      withMunicipality(inChina("BJ", city)),
      inChina("BJ", "Beijing"),
    );
  }
});

Deno.test("withMunicipality - leaves other places alone", () => {
  for (
    const facts of [
      {},
      inChina("GD", "Shenzhen"),
      inChina("BJ"),
      { countryCode: "BG", regionCode: "SH", city: "Shumen" },
    ]
  ) assert.deepEqual(withMunicipality({ ...facts }), facts);
});

Deno.test("withWard - a ward of Tokyo has one name, however it is written", () => {
  const inTokyo = (city: string) => ({
    countryCode: "JP",
    regionCode: "13",
    city,
  });
  for (
    const [city, ward] of [
      ["Chiyoda City", "Chiyoda"],
      ["Minato", "Minato"],
      ["Minato-ku", "Minato"],
      ["Shibuya Ku", "Shibuya"],
      ["Nishi-Tokyo-shi", "Nishi-Tokyo-shi"],
      ["Tokyo", "Tokyo"],
    ]
  ) assert.deepEqual(withWard(inTokyo(city)), inTokyo(ward));
});

Deno.test("withWard - leaves other places alone", () => {
  for (
    const facts of [
      {},
      { countryCode: "JP", regionCode: "13" },
      { countryCode: "JP", regionCode: "23", city: "Minato-ku" },
      { countryCode: "PH", regionCode: "13", city: "Ota City" },
    ]
  ) assert.deepEqual(withWard({ ...facts }), facts);
});
