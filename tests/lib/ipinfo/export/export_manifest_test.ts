import assert from "node:assert/strict";
import type { Tables } from "../../../../lib/data/tables.ts";
import { openFeeds } from "../../../../lib/ipinfo/export/export_manifest.ts";
import { writeExport } from "../../../../lib/ipinfo/export/write_export.ts";
import { configuredFeeds } from "../../../../lib/data/update/update_settings.ts";

const dataRoot = new URL("../../../../_data/", import.meta.url);

Deno.test("openFeeds - leaves out what must not be redistributed", async () => {
  const settings: Parameters<typeof configuredFeeds>[0] = {
    DATA_DIR: "",
    GEO_EDITION: "city",
    DATA_URLS: [["iptoasn", "https://data.example/bought.tsv.gz"]],
    GEOFEEDS: [{ url: "https://feed.example/", networks: [64500] }],
  };
  const feeds = await configuredFeeds(settings, dataRoot, () => 0);
  const open = openFeeds(feeds, new Set(["iptoasn"]));
  const others = feeds.filter((feed) => !open.includes(feed));
  assert(open.some(({ name }) => name === "dbip-city"));
  const names = [
    ...["geolite-city", "geolite-asn", "iptoasn", "anycast-census-v4"],
    ...["rir-arin", "icloud-relay"],
  ];
  for (const name of names) {
    assert(others.some((feed) => feed.name === name), name);
  }
  const kindsWithout = (replaced: string) =>
    new Set(openFeeds(feeds, new Set([replaced])).map(({ kind }) => kind));
  assert.deepEqual(kindsWithout("iptoasn"), new Set(["asn", "geo"]));
  // The names of systems come from it.
  assert.deepEqual(kindsWithout("dbip-asn"), new Set(["geo"]));
  for (const { license, credentials } of open) {
    assert(["CC-BY-4.0", "CC0-1.0", "PDDL-1.0"].includes(license));
    assert.equal(credentials, undefined);
  }
});

const info = { name: "x", builtAt: 0, attribution: "", url: "" };
const open = { ...info, license: "CC-BY-4.0" };

const refused = {
  "a file of the operator": {
    infos: [open, { ...info, license: "NOASSERTION" }],
  },
  "GeoLite": { infos: [{ ...info, license: "LicenseRef-GeoLite2-EULA" }] },
  "labels": { infos: [open], labels: {} },
  "a regional file": { infos: [open], regional: [{}] },
};
for (const [name, tables] of Object.entries(refused)) {
  Deno.test(`writeExport - refuses tables with ${name}`, async () => {
    const all = { regional: [], labels: undefined, ...tables };
    const written = writeExport({
      tables: all as unknown as Tables,
      describe: () => assert.fail("described"),
      ...{ folder: "/nonexistent", stamp: "", now: 0 },
    });
    await assert.rejects(written, { message: /^Cannot export / });
  });
}
