import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { BUNDLED_ASN, BUNDLED_COUNTRIES } from "../../../lib/data/bundled.ts";
import { buildData } from "../../../lib/data/build_data.ts";
import type { Tables } from "../../../lib/data/tables.ts";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import { bundledData, openBundled } from "../../support/bundled_data.ts";
import { ip } from "../../support/address.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(withPending);

const NOT_BUILT = "the databases are not built: run `deno task build`.";

async function link(folder: URL, ...names: string[]) {
  for (const name of names) {
    await Deno.symlink(new URL(name, bundledData), new URL(name, folder));
  }
}

/** Copies a file of the build's data, with 4,000 bytes flipped in its middle. */
async function damage(folder: URL, name: string) {
  const bytes = await Deno.readFile(new URL(name, bundledData));
  const middle = bytes.length >> 1;
  for (let i = middle; i < middle + 4_000; i++) bytes[i] ^= 0xff;
  await Deno.writeFile(new URL(name, folder), bytes);
}

/** Uses a copy of the build's data with a damaged file. */
async function withDamaged(name: string, use: (folder: URL) => Promise<void>) {
  await using temporary = await tempFolder();
  const folder = pathToFileURL(`${temporary.path}/`);
  for (const { name: each } of Deno.readDirSync(bundledData)) {
    if (each !== name) await link(folder, each);
  }
  await damage(folder, name);
  await use(folder);
}

const cases = [
  ["asn.bin", "ASN table"],
  ["countries.bin", "table of registered countries"],
  ["places-country.bin", "place table"],
  ["places-city-ipv4.bin", "place table"],
  ["places-city-ipv6.bin", "place table", ({ geo }: Tables) => geo.loaded(6)],
  [
    "country-ranges-country.bin",
    "table of ranges by country",
    ({ countryRanges }: Tables) => countryRanges!.of(4, "DE"),
  ],
] as const;
for (const [name, table, use] of cases) {
  Deno.test(`openBundled - says what to do if ${name} is damaged`, () =>
    withDamaged(name, async (folder) => {
      const edition = name.includes("city") ? "city" : "country";
      const opening = openBundled(folder, edition);
      await assert.rejects(use ? opening.then<unknown>(use) : opening, {
        message:
          `Cannot load the ${table}: it is damaged (${name}). Run \`deno task build\`, or install Porthole again.`,
      });
    }));
}

/** Uses a folder as `writeTablesToStart` leaves it. */
async function withPending() {
  const temporary = await tempFolder();
  const folder = pathToFileURL(`${temporary.path}/`);
  await link(folder, BUNDLED_ASN, BUNDLED_COUNTRIES, "places-city-ipv4.bin");
  await Deno.writeTextFile(new URL("pending", folder), "city");
  return { ...temporary, folder };
}

test("openBundled - waits for IPv6 and does without lists while the build writes them", async ({ folder }) => {
  const { geo, countryRanges } = await openBundled(folder, "city");
  assert.equal(geo.isLoaded(4), true);
  let isLoaded = false;
  const loading = geo.loaded(6).then(() => isLoaded = true);
  assert.equal(await countryRanges!.of(4, "DE"), null);
  assert.equal(isLoaded, false);
  await link(folder, "places-city-ipv6.bin", "country-ranges-city.bin");
  await loading;
  assert.equal(geo.isLoaded(6), true);
  assert((await countryRanges!.of(4, "DE"))!.count > 0);
});

test("openBundled - reports what is missing once the build has ended", async ({ folder }) => {
  const { geo, countryRanges } = await openBundled(folder, "city");
  await Deno.remove(new URL("pending", folder));
  const error = { message: NOT_BUILT };
  await assert.rejects(geo.loaded(6), error);
  await assert.rejects(countryRanges!.of(4, "DE"), error);
});

test("buildData - for a start, removes what is damaged or out of date and not needed, and later compiles it", async ({ folder }) => {
  const all: string[] = [];
  const begin = (titles: readonly string[]) => void all.push(...titles);
  const report = { begin, end() {} };
  const damaged = "places-country.bin";
  await damage(folder, damaged);
  for (const name of [BUNDLED_ASN, BUNDLED_COUNTRIES, damaged]) {
    const version = `${name}.version`;
    const from = new URL(version, bundledData);
    await Deno.copyFile(from, new URL(version, folder));
  }
  const stale = new URL("places-city-ipv6.bin", folder);
  await Deno.writeTextFile(stale, "");
  const names = [BUNDLED_ASN, BUNDLED_COUNTRIES];
  await buildData(folder, { names, report });
  for (const file of [new URL(damaged, folder), stale]) {
    await assert.rejects(Deno.stat(file), Deno.errors.NotFound);
  }
  assert.deepEqual(all, []);
  await buildData(folder, { names: [damaged], report });
  assert.deepEqual(all, ["countries of addresses"]);
  const built = await Deno.readFile(new URL(damaged, bundledData));
  assert.deepEqual(await Deno.readFile(new URL(damaged, folder)), built);
});

const america = { continent: "North America", continentCode: "NA" };
const us = { countryCode: "US", country: "United States", ...america };

Deno.test("openBundledGeo - opens the city edition", async () => {
  const { geo, asn, infos } = await openBundled(bundledData, "city");
  assert.equal(geo.isLoaded(4), true);
  assert.deepEqual(withoutEmpty(geo.lookup(ip("8.8.8.8"))), {
    ...us,
    region: "California",
    regionCode: "CA",
    city: "Mountain View",
    latitude: 37.422,
    longitude: -122.085,
    timezone: "America/Los_Angeles",
  });
  await geo.loaded(6);
  assert.deepEqual(withoutEmpty(geo.lookup(ip("2001:4860:4860::8888"))), {
    countryCode: "CA",
    country: "Canada",
    ...america,
    region: "Quebec",
    regionCode: "QC",
    city: "Montreal",
    latitude: 45.5019,
    longitude: -73.5674,
    timezone: "America/Toronto",
  });
  assert.equal(asn.lookup(ip("8.8.8.8"))?.asn, 15169);
  const license = "CC-BY-4.0";
  const builtAt = Date.parse("2026-06-17T19:00:00Z");
  const faulty = { builtAt, license, isFaulty: true };
  assert.deepEqual(infos, [
    {
      name: "DB-IP city lite",
      builtAt: Date.parse("2026-06-05T13:42:02Z"),
      license,
      attribution: "IP Geolocation by DB-IP",
      url: "https://db-ip.com",
    },
    {
      ...faulty,
      name: "Autonomous systems",
      attribution:
        "Routes by RouteViews, registrations by the NRO, names by DB-IP",
      url: "https://www.routeviews.org",
    },
    {
      ...faulty,
      name: "Registered countries",
      attribution: "Registrations by the NRO, countries of systems by IPtoASN",
      url: "https://www.nro.net",
    },
  ]);
});

Deno.test("openBundledGeo - opens the country edition, one file for both families", async () => {
  const { geo, infos } = await openBundled(bundledData, "country");
  assert.equal(geo.isLoaded(4), true);
  await geo.loaded(6);
  assert.deepEqual(withoutEmpty(geo.lookup(ip("8.8.8.8"))), us);
  assert.equal(geo.lookup(ip("2001:4860:4860::8888")).countryCode, "CA");
  assert.equal(infos[0].name, "DB-IP country lite");
});

Deno.test("openBundledGeo - rejects if the files are missing", async () => {
  await using folder = await tempFolder();
  const url = new URL(`file://${folder.path}/`);
  const error = { name: "Error", message: NOT_BUILT };
  await assert.rejects(openBundled(url, "country"), error);
});
