import assert from "node:assert/strict";
import { openTables } from "../../../lib/data/tables.ts";
import {
  encodePrefixes,
  loadPrefixes,
} from "../../../lib/data/stored_lists.ts";
import { AddressRanges } from "../../../lib/net/ranges.ts";
import { requireCidr } from "../../../lib/net/cidr.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { createFeeds } from "../../../lib/data/feeds/catalogue.ts";
import { TableLoader } from "../../../lib/data/table_loader.ts";
import { bundledData } from "../../support/bundled_data.ts";
import { placesMmdb } from "../../support/places.ts";
import { feedServer } from "./update/feed_server.ts";
import { fixture, NOON } from "./update/update_fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(fixture);

Deno.test("loadPrefixes - reads what encodePrefixes writes, and refuses damaged bytes", () => {
  const ranges = new AddressRanges();
  const listed = ["198.51.100.0/24", "192.0.2.1", "2001:db8::/32"];
  for (const text of listed) ranges.addCidr(requireCidr(text));
  const bytes = encodePrefixes(ranges, 0);
  const prefixes = loadPrefixes(bytes);
  assert.equal(prefixes.size, 3);
  const has = (text: string) => {
    const ip = parseIp(text);
    assert(ip, text);
    return prefixes.has(ip);
  };
  for (const text of ["198.51.100.9", "192.0.2.1", "2001:db8::9"]) {
    assert.equal(has(text), true, text);
  }
  for (const text of ["198.51.101.0", "192.0.2.2", "2001:db9::"]) {
    assert.equal(has(text), false, text);
  }
  bytes[40] ^= 1;
  assert.throws(
    () => loadPrefixes(bytes),
    /^Error: Cannot load the list of prefixes: it is damaged$/,
  );
});

test("openTables - does not request the feeds if the store is empty", async ({ store }) => {
  const parts = new TableLoader(store, () => {});
  await parts.refreshStates();
  const tables = await openTables({
    bundled: bundledData,
    edition: "country",
    feeds: () => Promise.reject(new Error("not expected")),
    geoDatabases: [],
    regionalFiles: [],
  }, parts);
  assert.deepEqual(tables.infos.map(({ name }) => name), [
    "DB-IP country lite",
    "Autonomous systems",
    "Registered countries",
  ]);
  assert.notEqual(tables.countryRanges, undefined);
});

test("openTables - loads each kind of feed, configured files first", async (disk) => {
  await using server = feedServer({
    "/tor": () => new Response("185.220.101.1\n"),
    "/arin": () =>
      new Response(
        "2|arin|20261120|1|19700101|20261120|+0000\n" +
          "arin|*|ipv4|*|1|summary\n" +
          "arin|US|ipv4|8.8.8.0|256|20141015|allocated|abc\n",
      ),
    "/relay": () => new Response("172.224.226.0/27,GB,GB-EN,London,\n"),
    "/geo": () => new Response("9.9.9.0/24,CH,CH-ZH,Zurich,\n"),
    "/vpn": () => new Response('asn,name\nAS64500,"VPN"\n'),
    "/asns": () => new Response("asn,name,class\nAS64500,VPN,Eyeball\n"),
  });
  const geofeeds = [{ url: "https://geo.example/a.csv", networks: [19281] }];
  const [geofeed = ""] = createFeeds({ now: () => NOON, geofeeds })
    .map(({ name }) => name).filter((name) => name.startsWith("geofeed-"));
  const all = createFeeds({
    now: () => NOON,
    edition: "country",
    geofeeds,
    urls: new Map([
      [geofeed, `${server.origin}/geo`],
      ["tor-exits", `${server.origin}/tor`],
      ["rir-arin", `${server.origin}/arin`],
      ["icloud-relay", `${server.origin}/relay`],
      ["bgptools-vpn", `${server.origin}/vpn`],
      ["bgptools-asns", `${server.origin}/asns`],
    ]),
  });
  const only = [
    "tor-exits",
    "rir-arin",
    "icloud-relay",
    geofeed,
    "bgptools-vpn",
    "bgptools-asns",
  ];
  const outcomes = await disk.update(all, { only });
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    only.map(() => "updated"),
  );
  const own = `${disk.folder}/own.mmdb`;
  await Deno.writeFile(own, placesMmdb());
  const parts = new TableLoader(disk.store, (_, error) => {
    throw error;
  });
  await parts.refreshStates();
  const tables = await openTables({
    bundled: bundledData,
    edition: "country",
    feeds: () => Promise.resolve(all),
    geoDatabases: [own],
    regionalFiles: [],
  }, parts);
  assert.deepEqual(tables.infos.map(({ name }) => name), [
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
  const withoutOwn = await openTables({
    bundled: bundledData,
    edition: "country",
    feeds: () => Promise.resolve(all),
    geoDatabases: [],
    regionalFiles: [],
  }, parts);
  const withoutFeeds = await openTables({
    bundled: bundledData,
    edition: "country",
    feeds: () => Promise.resolve([]),
    geoDatabases: [own],
    regionalFiles: [],
  }, parts);
  for (const { countryRanges } of [tables, withoutOwn, withoutFeeds]) {
    assert.equal(countryRanges, undefined);
  }
  const [relay, own9] = tables.placeLists;
  assert.equal(relay.networks, undefined);
  assert.deepEqual([own9.name, own9.networks], [geofeed, new Set([19281])]);
  const exit = parseIp("172.224.226.7");
  assert(exit);
  assert.equal(relay.name, "icloud-relay");
  assert.equal(relay.builtAt, NOON);
  const lists = [relay, ...tables.prefixLists, ...tables.asnLists];
  for (const { download } of [...lists, tables.classes!]) {
    assert.deepEqual(download, { at: NOON, isDated: false });
  }
  assert.equal(
    relay.places.factsOf(relay.places.recordId(exit)).city,
    "London",
  );
  const google = parseIp("8.8.8.8");
  assert(google);
  assert.equal(tables.registry?.lookup(google)?.rir, "ARIN");
  assert.deepEqual(tables.prefixLists.map(({ name }) => name), ["tor-exits"]);
  assert.deepEqual(tables.asnLists.map(({ name }) => name), ["bgptools-vpn"]);
  assert.equal(tables.geoFiles.length, 1);
  assert.notEqual(tables.classes, undefined);
});

test("openTables - routes of each family, and other systems for the family without", async (disk) => {
  const gzip = (text: string) =>
    new Response(
      new Response(text).body!.pipeThrough(new CompressionStream("gzip")),
    );
  await using server = feedServer({
    "/ris4": () =>
      gzip(
        "15169\t8.8.8.0/24\t300\n13335\t1.1.1.0/24\t300\n" +
          "3333\t193.0.0.0/21\t300\n19281\t9.9.9.0/24\t300\n",
      ),
    "/ris6": () =>
      gzip(
        "15169\t2001:4860::/32\t300\n13335\t2606:4700:4700::/48\t300\n" +
          "3333\t2001:67c:2e8::/48\t300\n19281\t2620:fe::/48\t300\n",
      ),
    "/dbip": () =>
      gzip(
        "1.1.1.0,1.1.1.255,13335,A\n8.8.8.0,8.8.8.255,15169,B\n" +
          "9.9.9.0,9.9.9.255,19281,C\n193.0.0.0,193.0.7.255,3333,D\n" +
          "2001:4860::,2001:4860:ffff:ffff:ffff:ffff:ffff:ffff,15169,B\n",
      ),
    "/names": () =>
      new Response("asn,handle,description,country-code\n1,A,B,US\n"),
  });
  const all = createFeeds({
    now: () => NOON,
    edition: "country",
    urls: new Map([
      ["ris-v4", `${server.origin}/ris4`],
      ["ris-v6", `${server.origin}/ris6`],
      ["dbip-asn", `${server.origin}/dbip`],
      ["ipverse-asn", `${server.origin}/names`],
    ]),
  });
  const only = ["ris-v4", "ris-v6", "dbip-asn", "ipverse-asn"];
  for (const { outcome, message } of await disk.update(all, { only })) {
    assert.equal(outcome, "updated", message);
  }
  const loader = new TableLoader(disk.store, (_, error) => {
    throw error;
  });
  await loader.refreshStates();
  const openWith = (...names: string[]) =>
    openTables({
      bundled: bundledData,
      edition: "country",
      feeds: () =>
        Promise.resolve(all.filter(({ name }) => names.includes(name))),
      geoDatabases: [],
      regionalFiles: [],
    }, loader);
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
    const { asn, infos, hasRegisteredSystems6, countryRanges } = await openWith(
      ...names,
    );
    assert.deepEqual(infos.map(({ name }) => name), [
      "DB-IP country lite",
      ...systems,
      "Registered countries",
    ]);
    assert.deepEqual(
      [asn.hasRoutes(4), asn.hasRoutes(6), hasRegisteredSystems6],
      expected,
    );
    for (const text of ["8.8.8.8", "2001:4860:4860::8888"]) {
      assert.equal(asn.lookup(parseIp(text)!)?.asn, 15169, text);
    }
    // Built with the bundled systems.
    assert.equal(
      countryRanges !== undefined,
      systems.join() === "Autonomous systems",
    );
  }
});
