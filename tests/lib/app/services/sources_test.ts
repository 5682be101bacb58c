import assert from "node:assert/strict";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import type { Ipv4Address } from "../../../../lib/net/ip_address.ts";
import { ip } from "../../../support/address.ts";
import { Profiles } from "../../../../lib/ipinfo/profiles.ts";
import { readConfig } from "../../../../lib/app/config.ts";
import {
  localSources,
  remoteSources,
} from "../../../../lib/app/services/sources.ts";
import { compileGeofeed } from "../../../../lib/data/feeds/geofeed.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { requireCidr } from "../../../../lib/net/cidr.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { RegisteredCountries } from "../../../../lib/data/networks/registered_countries.ts";
import { compileRegisteredCountries } from "../../../../lib/data/networks/registered_countries_build.ts";
import { bundledData, openBundled } from "../../../support/bundled_data.ts";
import { caller } from "../../../support/caller.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import samples from "./sources.json" with { type: "json" };

const tables = await openBundled(bundledData, "city");

Deno.test("localSources - describe an address from the bundled data", async () => {
  const profiles = new Profiles({ local: localSources(tables), now: () => 0 });
  const profile = profiles.describeLocal(ip("66.102.0.1"));
  assert.deepEqual(withoutEmpty(profile.facts), samples.google);
  assert.equal(profile.risk.isHosting, true);
  const expected = new Set(["open-geo", "asn-table", "network-lists", "iana"]);
  assert.deepEqual(new Set(Object.values(profile.sources)), expected);
  const china = profiles.describeLocal(ip("159.226.1.1"));
  assert.equal(china.isChinaIp, true);
  assert.equal(china.facts.regionCode, "BJ");
  // IPv6 tables may still be loading; `describe` waits for them.
  const six = await profiles.describe(ip("2001:4860:4860::8888"), caller);
  assert.equal(six.profile.facts.asn, 15169);
  // A resolver at many places has its operator's country and no city, whatever a table
  // says.
  assert.equal(six.profile.facts.countryCode, "US");
  assert.equal(six.profile.facts.city, undefined);
});

Deno.test("localSources - have no lists without feeds", async () => {
  const tables = await openBundled(bundledData, "country");
  const names = localSources(tables).map(({ name }) => name);
  assert.deepEqual(
    names,
    ["anycast", "open-geo", "asn-table", "network-lists", "iana"],
  );
});

Deno.test("localSources - after a reload of the data the sources vote anew, also on profiles in the cache", async () => {
  const guangzhou = ip("59.107.71.19");
  const { value } = guangzhou as Ipv4Address;
  const registered = async (country: string) => {
    const v4 = new Blob([`${value},${value},${country}\n`]).stream();
    const csv = { v4, v6: new Blob([]).stream(), builtAt: 0 };
    const asnCountries = new Map([[134773, country]]);
    return new RegisteredCountries(
      await compileRegisteredCountries({ csv, asnCountries }),
    );
  };
  const profiles = new Profiles({
    local: localSources({ ...tables, ipfire: [await registered("CN")] }),
    now: () => 0,
  });
  const votes = async () => {
    const { profile } = await profiles.describe(guangzhou, caller);
    const local = await profiles.localProfile(guangzhou);
    return [profile, local].map((each) => each?.facts.countryCode);
  };
  assert.equal(tables.geo.lookup(guangzhou).countryCode, "JP");
  assert.deepEqual(await votes(), ["CN", "CN"]);
  const countries = await registered("JP");
  profiles.useLocal(
    localSources({ ...tables, countries, ipfire: [countries] }),
  );
  assert.deepEqual(await votes(), ["JP", "JP"]);
});

Deno.test("localSources - only a relay's list places an anycast address", async () => {
  // Of a large resolver, of a block that a census found, and of one in one place.
  const blocks = ["8.8.8.0/24", "192.0.66.0/24", "66.102.0.0/20"];
  await using folder = await tempFolder();
  const [source, target] = [`${folder.path}/source`, `${folder.path}/target`];
  const rows = blocks.map((block) => `${block},JP,JP-27,Osaka,\n`);
  await Deno.writeTextFile(source, rows.join(""));
  await compileGeofeed({ isBogon: () => false }, source, target);
  const places = new PlaceTable(await Deno.readFile(target), tables.complete);
  const anycast = [{
    name: "census",
    prefixes: PrefixSet.from([requireCidr(blocks[1])]),
    builtAt: 0,
  }];
  const placesWith = (name: string) => {
    const placeLists = [{ name, places, builtAt: 0 }];
    const local = localSources({ ...tables, anycast, placeLists });
    const profiles = new Profiles({ local, now: () => 0 });
    return blocks.map((block) => {
      const { facts } = profiles.describeLocal(requireCidr(block).address);
      return [facts.countryCode, facts.city];
    });
  };
  const expected = [["US", undefined], ["US", undefined], ["JP", "Osaka"]];
  assert.deepEqual(placesWith("geofeed-example-abcdef"), expected);
  const everywhere = blocks.map(() => ["JP", "Osaka"]);
  assert.deepEqual(placesWith("icloud-relay"), everywhere);
});

Deno.test("remoteSources - are those that are configured", async () => {
  const namesOf = async (env: Record<string, string>) => {
    const config = readConfig((name) => env[name]);
    const sources = await remoteSources(config, {
      ...{ rdap: null, fetch, asnOf: () => undefined, now: () => 0 },
    });
    return sources.map(({ name }) => name);
  };
  assert.deepEqual(await namesOf({}), []);
  const variables: [name: string, env: Record<string, string>][] = [
    ["ip-api", { FREE_GEO_URL: "https://geo.example" }],
    ["ipinfo", { IPINFO_TOKEN: "a" }],
    ["ipapi-is", { IPAPI_IS_KEY: "a" }],
    ["maxmind-web", { MAXMIND_ACCOUNT_ID: "1", MAXMIND_LICENSE_KEY: "a" }],
    ["abuseipdb", { ABUSEIPDB_KEY: "a" }],
  ];
  for (const [name, env] of variables) {
    assert.deepEqual(await namesOf(env), [name]);
  }
});
