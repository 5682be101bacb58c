import assert from "node:assert/strict";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import { type IpAddress, parseIp } from "../../../lib/net/ip_address.ts";
import { bundledData, openBundled } from "../../support/bundled_data.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

Deno.test("openBundledGeo - opens the city edition", async () => {
  const { geo, asn, infos } = await openBundled(bundledData, "city");
  assert.equal(geo.isLoaded(4), true);
  assert.deepEqual(withoutEmpty(geo.lookup(ip("8.8.8.8"))), {
    countryCode: "US",
    country: "United States",
    continent: "North America",
    continentCode: "NA",
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
    continent: "North America",
    continentCode: "NA",
    region: "Quebec",
    regionCode: "QC",
    city: "Montreal",
    latitude: 45.5019,
    longitude: -73.5674,
    timezone: "America/Toronto",
  });
  assert.equal(asn.lookup(ip("8.8.8.8"))?.asn, 15169);
  assert.deepEqual(infos, [
    {
      name: "DB-IP city lite",
      builtAt: Date.parse("2026-06-05T13:42:02Z"),
      licence: "CC-BY-4.0",
      attribution: "IP Geolocation by DB-IP",
      url: "https://db-ip.com",
    },
    {
      name: "Autonomous systems",
      builtAt: Date.parse("2026-06-17T19:00:00Z"),
      licence: "CC-BY-4.0",
      attribution: "Routes by RouteViews and NRO, names by DB-IP",
      url: "https://www.routeviews.org",
    },
    {
      name: "Registered countries",
      builtAt: Date.parse("2026-06-17T19:00:00Z"),
      licence: "CC-BY-4.0",
      attribution: "Registrations by the NRO, countries of systems by IPtoASN",
      url: "https://www.nro.net",
    },
  ]);
});

Deno.test("openBundledGeo - opens the country edition, one file for both families", async () => {
  const { geo, infos } = await openBundled(bundledData, "country");
  assert.equal(geo.isLoaded(4), true);
  await geo.loaded(6);
  assert.deepEqual(withoutEmpty(geo.lookup(ip("8.8.8.8"))), {
    countryCode: "US",
    country: "United States",
    continent: "North America",
    continentCode: "NA",
  });
  assert.equal(geo.lookup(ip("2001:4860:4860::8888")).countryCode, "CA");
  assert.equal(infos[0].name, "DB-IP country lite");
});

Deno.test("openBundledGeo - rejects if the files are missing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await assert.rejects(
      openBundled(new URL(`file://${folder}/`), "country"),
      {
        name: "Error",
        message: "the databases are not built: run `deno task build`.",
      },
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
