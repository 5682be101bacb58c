import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { openTables, type TableOptions } from "../../../lib/data/tables.ts";
import {
  encodePrefixes,
  loadPrefixes,
} from "../../../lib/data/stored_lists.ts";
import { AddressRanges } from "../../../lib/net/ranges.ts";
import { createFeeds } from "../../../lib/data/feeds/catalogue.ts";
import { TableLoader } from "../../../lib/data/table_loader.ts";
import { cidr, ip } from "../../support/address.ts";
import { bundledData } from "../../support/bundled_data.ts";
import { placesMmdb } from "../../support/places.ts";
import { NETWORKS, registryFile, ROUTES } from "./table_feeds.ts";
import { NOON, test } from "./update/update_fixture.ts";

Deno.test("loadPrefixes - reads what encodePrefixes writes, and refuses damaged bytes", () => {
  const ranges = new AddressRanges();
  const listed = ["198.51.100.0/24", "192.0.2.1", "2001:db8::/32"];
  for (const text of listed) ranges.addCidr(cidr(text));
  const bytes = encodePrefixes(ranges, 0);
  const prefixes = loadPrefixes(bytes);
  assert.equal(prefixes.size, 3);
  for (const text of ["198.51.100.9", "192.0.2.1", "2001:db8::9"]) {
    assert.equal(prefixes.has(ip(text)), true, text);
  }
  for (const text of ["198.51.101.0", "192.0.2.2", "2001:db9::"]) {
    assert.equal(prefixes.has(ip(text)), false, text);
  }
  bytes[40] ^= 1;
  const message = "Cannot load the list of prefixes: it is damaged";
  assert.throws(() => loadPrefixes(bytes), { name: "Error", message });
});

const options = {
  bundled: bundledData,
  edition: "country",
  geoDatabases: [],
  regionalFiles: [],
} as const;

const namesOf = (all: readonly { name: string }[]) =>
  all.map(({ name }) => name);

const fail = (_: string, error: unknown) => {
  throw error;
};

test("openTables - does not request the feeds if the store is empty", async ({ store }) => {
  const loader = new TableLoader(store, () => {});
  await loader.refreshStates();
  const feeds = () => Promise.reject(new Error("not expected"));
  const tables = await openTables({ ...options, feeds }, loader);
  assert.deepEqual(namesOf(tables.infos), [
    "DB-IP country lite",
    "Autonomous systems",
    "Registered countries",
  ]);
  assert.notEqual(tables.countryRanges, undefined);
});

test("openTables - loads each kind of feed, configured files first", async ({ origin, routes, update, store, folder }) => {
  const geofeeds = [{ url: "https://geo.example/a.csv", networks: [19281] }];
  const [geofeed = ""] = namesOf(createFeeds({ now: () => NOON, geofeeds }))
    .filter((name) => name.startsWith("geofeed-"));
  const files: Record<string, string> = {
    "tor-exits": "185.220.101.1\n",
    "rir-arin": registryFile("arin", ["US|ipv4|8.8.8.0|256"]),
    "icloud-relay": "172.224.226.0/27,GB,GB-EN,London,\n",
    [geofeed]: "9.9.9.0/24,CH,CH-ZH,Zurich,\n",
    "bgptools-vpn": 'asn,name\nAS64500,"VPN"\n',
    "bgptools-asns": "asn,name,class\nAS64500,VPN,Eyeball\n",
  };
  const only = Object.keys(files);
  for (const name of only) routes[`/${name}`] = files[name];
  const all = createFeeds({
    now: () => NOON,
    edition: "country",
    geofeeds,
    urls: new Map(only.map((name) => [name, `${origin}/${name}`])),
  });
  for (const { outcome, message } of await update(all, { only })) {
    assert.equal(outcome, "updated", message);
  }
  const own = `${folder}/own.mmdb`;
  await Deno.writeFile(own, placesMmdb());
  const loader = new TableLoader(store, fail);
  await loader.refreshStates();
  const openWith = (more?: Partial<TableOptions>) => {
    const feeds = () => Promise.resolve(all);
    return openTables({ ...options, feeds, ...more }, loader);
  };
  const tables = await openWith({ geoDatabases: [own] });
  assert.deepEqual(namesOf(tables.infos), [
    "DB-IP country lite",
    "Autonomous systems",
    "Registered countries",
    "test",
    "rir-arin",
    "icloud-relay",
    geofeed,
    "tor-exits",
    "bgptools-vpn",
    "bgptools-asns",
  ]);
  const withoutOwn = await openWith();
  const feeds = () => Promise.resolve([]);
  const withoutFeeds = await openWith({ geoDatabases: [own], feeds });
  for (const { countryRanges } of [tables, withoutOwn, withoutFeeds]) {
    assert.equal(countryRanges, undefined);
  }
  const [relay, own9] = tables.placeLists;
  assert.equal(relay.networks, undefined);
  assert.deepEqual([own9.name, own9.networks], [geofeed, new Set([19281])]);
  assert.equal(relay.name, "icloud-relay");
  assert.equal(relay.builtAt, NOON);
  const lists = [relay, ...tables.prefixLists, ...tables.asnLists];
  for (const { download } of [...lists, tables.classes!]) {
    assert.deepEqual(download, { at: NOON, isDated: false });
  }
  const { places } = relay;
  const london = places.factsOf(places.recordId(ip("172.224.226.7")));
  assert.equal(london.city, "London");
  assert.equal(tables.registry?.lookup(ip("8.8.8.8"))?.rir, "ARIN");
  assert.deepEqual(namesOf(tables.prefixLists), ["tor-exits"]);
  assert.deepEqual(namesOf(tables.asnLists), ["bgptools-vpn"]);
  assert.equal(tables.geoFiles.length, 1);
  assert.notEqual(tables.classes, undefined);
});

test("openTables - routes of each family, and other systems for the family without", async ({ origin, routes, update, store }) => {
  const files: typeof routes = {
    "ris-v4": gzipSync(ROUTES[4]),
    "ris-v6": gzipSync(ROUTES[6]),
    "dbip-asn": gzipSync(NETWORKS.map((row) => `${row},A`).join("\n")),
    "ipverse-asn": "asn,handle,description,country-code\n1,A,B,US\n",
  };
  const only = Object.keys(files);
  for (const name of only) routes[`/${name}`] = files[name];
  const all = createFeeds({
    now: () => NOON,
    edition: "country",
    urls: new Map(only.map((name) => [name, `${origin}/${name}`])),
  });
  for (const { outcome, message } of await update(all, { only })) {
    assert.equal(outcome, "updated", message);
  }
  const loader = new TableLoader(store, fail);
  await loader.refreshStates();
  const cases = [
    [["ris-v4"], ["ris-v4", "Autonomous systems"], [true, false, true]],
    [["ris-v6"], ["Autonomous systems", "ris-v6"], [false, true, false]],
    [["ris-v4", "ris-v6"], ["ris-v4", "ris-v6"], [true, true, false]],
    // The routes have its names.
    [only, only, [true, true, false]],
    [["dbip-asn"], ["dbip-asn"], [false, false, false]],
    // No table of networks.
    [["ipverse-asn"], ["Autonomous systems"], [false, false, true]],
    [["ris-v6", "dbip-asn"], ["dbip-asn", "ris-v6"], [false, true, false]],
  ] as const;
  for (const [names, systems, expected] of cases) {
    const some = all.filter(({ name }) => names.some((one) => one === name));
    const feeds = () => Promise.resolve(some);
    const tables = await openTables({ ...options, feeds }, loader);
    const { asn, infos, hasRegisteredSystems6, countryRanges } = tables;
    assert.deepEqual(namesOf(infos), [
      "DB-IP country lite",
      ...systems,
      "Registered countries",
    ]);
    const [routes4, routes6] = [asn.hasRoutes(4), asn.hasRoutes(6)];
    assert.deepEqual([routes4, routes6, hasRegisteredSystems6], expected);
    for (const text of ["8.8.8.8", "2001:4860:4860::8888"]) {
      assert.equal(asn.lookup(ip(text))?.asn, 15169, text);
    }
    // Built with the bundled systems.
    const isBundled = systems.join() === "Autonomous systems";
    assert.equal(countryRanges !== undefined, isBundled);
  }
});
