import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import { createFeeds } from "../../../lib/data/feeds/catalogue.ts";
import { TableReloader } from "../../../lib/data/table_reloader.ts";
import { ip } from "../../support/address.ts";
import { bundledData } from "../../support/bundled_data.ts";
import { placesMmdb } from "../../support/places.ts";
import { NETWORKS, registryFile, ROUTES } from "./table_feeds.ts";
import { NOON, servedFixture } from "./update/update_fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(withTables);

const [google, quad9] = ["8.8.8.8", "9.9.9.9"].map(ip);

const REGISTRIES = ["arin", "ripencc", "apnic", "lacnic", "afrinic"];
const NAMES = [
  ...["tor-exits", "dbip-country", "iptoasn", "ris-v4", "ris-v6"],
  ...["x4bnet-vpn", ...REGISTRIES.map((name) => `rir-${name}`)],
];

/** A server of feeds, a store, and a TableReloader. */
async function withTables() {
  const disk = await servedFixture();
  const { origin, routes, store, folder } = disk;
  const urls = new Map(NAMES.map((name) => [name, `${origin}/${name}`]));
  const all = createFeeds({ now: () => NOON, edition: "country", urls });
  const reported: string[] = [];
  const update = async (...only: string[]) =>
    (await disk.update(all, { only })).map(({ outcome }) => outcome);
  return {
    ...disk,
    reported,
    all,
    update,
    /** Updates feeds to these files. */
    async download(files: typeof routes) {
      const names = Object.keys(files);
      for (const name of names) routes[`/${name}`] = files[name];
      assert.deepEqual(await update(...names), names.map(() => "updated"));
    },
    pathOf: async (feed: string) =>
      `${folder}/${(await store.state(feed)).manifest!.file}`,
    open: (more?: Partial<Parameters<typeof TableReloader.open>[0]>) =>
      TableReloader.open({
        bundled: bundledData,
        edition: "country",
        feeds: () => Promise.resolve(all),
        geoDatabases: [],
        regionalFiles: [],
        store,
        report: (name, error) => reported.push(`${name}: ${error}`),
        ...more,
      }),
  };
}

const namesOf = ({ current }: TableReloader) =>
  current.infos.map(({ name }) => name);

const BUNDLED = [
  "DB-IP country lite",
  "Autonomous systems",
  "Registered countries",
];
const arin = registryFile("arin", ["US|ipv4|8.8.8.0|256"]);
const ripe = registryFile("ripencc", ["NL|ipv4|193.0.0.0|2048"]);
const tor = { "tor-exits": "185.220.101.1\n" };
const swiss = () => gzipSync(placesMmdb({ "9.9.9.9": "CH" }));

test("TableReloader.open - uses the bundled tables without downloads", async ({ open, reported }) => {
  const tables = await open();
  const { geo, asn, prefixLists, registry } = tables.current;
  assert.equal(geo.lookup(google).countryCode, "US");
  assert.equal(asn.lookup(google)?.asn, 15169);
  assert.deepEqual(prefixLists, []);
  assert.equal(registry, undefined);
  assert.deepEqual(namesOf(tables), BUNDLED);
  assert.equal(await tables.refresh(), false);
  assert.deepEqual(reported, []);
});

test("TableReloader.refresh - loads only new files", async ({ download, open, reported }) => {
  const tables = await open();
  const before = tables.current;
  await download({ ...tor, "rir-arin": arin });
  assert.equal(await tables.refresh(), true);
  const after = tables.current;
  assert.equal(after.prefixLists[0].prefixes.has(ip("185.220.101.1")), true);
  assert.equal(after.prefixLists[0].prefixes.has(google), false);
  // The list does not state its build time: the time of the download counts.
  assert.equal(after.prefixLists[0].builtAt, NOON);
  assert.equal(after.registry?.lookup(google)?.allocated, "2014-10-15");
  assert.equal(after.geo, before.geo);
  assert.equal(after.asn, before.asn);
  assert.equal(await tables.refresh(), false);
  assert.deepEqual(reported, []);
});

test("TableReloader.refresh - downloaded tables replace the bundled ones", async ({ download, open }) => {
  const tables = await open();
  const rows = NETWORKS.map((row) => [...row, "US", `N${row[2]}`].join("\t"));
  const iptoasn = gzipSync(rows.join("\n"));
  await download({ "dbip-country": swiss(), iptoasn });
  assert.equal(tables.current.geo.lookup(quad9).countryCode, "US");
  assert.equal(await tables.refresh(), true);
  const { geo, asn, infos, hasRegisteredSystems6 } = tables.current;
  assert.equal(hasRegisteredSystems6, false);
  assert.deepEqual(withoutEmpty(geo.lookup(quad9)), {
    countryCode: "CH",
    country: "Switzerland",
    continent: "Europe",
    continentCode: "EU",
    timezone: "Europe/Zurich",
  });
  assert.equal(asn.size, 5);
  assert.equal(asn.lookup(quad9)?.org, "N19281");
  assert.deepEqual(
    infos.map(({ name, license, builtAt }) => [name, license, builtAt]),
    [
      ["dbip-country", "CC-BY-4.0", 1_780_000_000_000],
      ["iptoasn", "PDDL-1.0", NOON],
      ["Registered countries", "CC-BY-4.0", Date.UTC(2026, 5, 17, 19)],
    ],
  );
});

test("TableReloader.refresh - routes of each family replace the other tables, and a table that shrinks by half doesn't", async ({ routes, download, update, open, reported }) => {
  const dump = (text: string) => gzipSync(`% RIS\n${text}`);
  const more = [0, 1, 2, 3].map((i) => `64${i}\t5.${i}.0.0/16\t300\n`);
  const wide = `${ROUTES[4]}${more.join("")}64000\t4.0.0.0/9\t300\n`;
  const tables = await open();
  const routeOf = (text: string) => {
    const { asn } = tables.current;
    const address = ip(text);
    const row = asn.findRow(address);
    if (row < 0) return null;
    const system = asn.systemAt(row);
    const hasRoutes = asn.hasRoutes(address.family);
    const length = hasRoutes ? asn.routeLength(row, address) : null;
    return [system.asn, system.org, length];
  };
  const seen = () => [
    routeOf("8.8.8.8"),
    routeOf("4.2.2.2"),
    routeOf("2001:4860::1"),
    namesOf(tables).slice(1, -1),
  ];
  const isRegistered6 = () => tables.current.hasRegisteredSystems6;
  const [google4, , google6] = seen();
  assert.equal(isRegistered6(), true);
  await download({ "ris-v4": dump(wide) });
  assert.equal(await tables.refresh(), true);
  const now4 = [[15169, "", 24], [64000, "", 9]];
  assert.deepEqual(seen(), [
    ...now4,
    google6,
    ["ris-v4", "Autonomous systems"],
  ]);
  assert.equal(isRegistered6(), true);
  await download({ "ris-v6": dump(ROUTES[6]) });
  assert.equal(await tables.refresh(), true);
  const { asn } = tables.current;
  assert.equal(isRegistered6(), false);
  assert.deepEqual(seen(), [...now4, [15169, "", 32], ["ris-v4", "ris-v6"]]);
  routes["/ris-v4"] = dump(ROUTES[4]);
  assert.deepEqual(await update("ris-v4"), ["failed"]);
  await tables.refresh();
  assert.equal(tables.current.asn, asn);
  assert.deepEqual([google4, reported], [[15169, "Google LLC", null], []]);
});

test("TableReloader.refresh - ignores damaged data, and reports it once", async ({ download, pathOf, open, reported }) => {
  await download({ "dbip-country": swiss() });
  const running = await open();
  await Deno.truncate(await pathOf("dbip-country"), 1000);

  // A new process has only the bundled database.
  const started = await open();
  assert.equal(namesOf(started)[0], "DB-IP country lite");
  assert.equal(reported.length, 1);
  assert.match(reported[0], /^dbip-country: Error: .+ has 1000 bytes/);

  // A process that has the data in memory keeps it.
  await download(tor);
  assert.equal(await running.refresh(), true);
  assert.equal(namesOf(running)[0], "dbip-country");
  assert.equal(running.current.prefixLists.length, 1);
});

test("TableReloader.refresh - reloads a configured file that is replaced, but not one that breaks", async ({ folder, open, reported }) => {
  const path = `${folder}.mmdb`;
  await Deno.writeFile(path, placesMmdb({ "9.9.9.9": "CH" }));
  const tables = await open({ geoDatabases: [path] });
  const typeOf = () => tables.current.geoFiles.map(({ type }) => type);
  assert.deepEqual(typeOf(), ["test"]);
  await Deno.writeFile(path, placesMmdb({ "9.9.9.9": "DE" }, "newer"));
  assert.equal(await tables.refresh(), true);
  assert.deepEqual(typeOf(), ["newer"]);
  await Deno.writeTextFile(path, "no database");
  assert.equal(await tables.refresh(), true);
  assert.deepEqual(typeOf(), ["newer"]);
  assert.equal(reported.length, 1);
  await Deno.remove(path);
  await tables.refresh();
  assert.deepEqual(typeOf(), ["newer"]);
  assert.equal(reported.length, 2);
  const fault = /^Error: Cannot use the database .+data\.mmdb: /;
  await assert.rejects(open({ geoDatabases: [path] }), fault);
});

test("TableReloader.refresh - reloads labels, except from a file that cannot be used", async ({ folder, open, reported }) => {
  const labels = `${folder}.csv`;
  await Deno.writeTextFile(labels, "10.0.0.0/8,,,,,LAN\nten,,,,,x\n");
  const tables = await open({ labels });
  const label = () => tables.current.labels?.find(ip("10.1.2.3"))?.facts.label;
  assert.equal(label(), "LAN");
  const fault = (line: number) =>
    `line ${line}: "ten" is not an address or a block`;
  assert.deepEqual(reported, [`${labels}, ${fault(2)}`]);
  assert.equal(await tables.refresh(), false);
  await Deno.writeTextFile(labels, "# A comment\n10.0.0.0/8,,,,,Home\nten");
  assert.equal(await tables.refresh(), true);
  assert.equal(label(), "Home");
  assert.deepEqual(reported.slice(1), [`${labels}, ${fault(3)}`]);
  for (const broken of ["ten", "x".repeat(4_000_001)]) {
    await Deno.writeTextFile(labels, broken);
    await tables.refresh();
    assert.equal(label(), "Home");
  }
  await Deno.remove(labels);
  await tables.refresh();
  assert.equal(label(), "Home");
  assert.deepEqual(reported.slice(2, 4), [
    `${labels}: Error: no line of it can be used; ${fault(1)}`,
    `${labels}: Error: it is larger than 4.0 MB`,
  ]);
  assert.match(reported[4], /NotFound/);
  await Deno.writeTextFile(labels, "");
  await tables.refresh();
  assert.equal(label(), undefined);
});

test("TableReloader.refresh - the registries' files replace the bundled countries, each as soon as it is there, and all of them altogether", async ({ download, open, reported }) => {
  // Nobody is registered in Tokelau.
  const files = REGISTRIES.map((name, i) => [
    `rir-${name}`,
    registryFile(name, [
      `TK|ipv4|${20 + i}.0.0.0|65536`,
      `TK|asn|${20 + i}000|1`,
    ]),
  ]);
  const tables = await open();
  const bundled = tables.current.countries;
  const seen = () => {
    const { countries, countryRanges } = tables.current;
    return [
      ...["20.0.0.1", "24.0.0.1", "8.8.8.8"]
        .map((text) => countries.ofAddress(ip(text))),
      ...[20_000, 24_000, 15_169].map((asn) => countries.ofAsn(asn)),
      namesOf(tables).includes("Registered countries"),
      countryRanges === undefined,
    ];
  };
  const before = seen();
  assert.deepEqual(before.slice(-2), [true, false]);
  assert.deepEqual([before[2], before[5]], ["US", "US"]);
  await download(Object.fromEntries(files.slice(0, 1)));
  assert.equal(await tables.refresh(), true);
  const [, second, third, , fifth, sixth] = before;
  const first = ["TK", second, third, "TK", fifth, sixth, true, true];
  assert.deepEqual(seen(), first);
  const { countries } = tables.current;
  await tables.refresh();
  assert.equal(tables.current.countries, countries);
  await download(Object.fromEntries(files.slice(1)));
  assert.equal(await tables.refresh(), true);
  const none = undefined;
  assert.deepEqual(seen(), ["TK", "TK", none, "TK", "TK", none, false, true]);
  assert.notEqual(tables.current.countries, bundled);
  assert.deepEqual(reported, []);
});

test("TableReloader.refresh - keeps the registry table while its files are unchanged", async ({ download, pathOf, open }) => {
  await download({ "rir-arin": arin });
  const tables = await open();
  const first = tables.current.registry;
  await download(tor);
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.registry, first);
  await download({ "rir-ripencc": ripe });
  assert.equal(await tables.refresh(), true);
  const both = tables.current.registry;
  const registriesOf = (registry = both) =>
    [google, ip("193.0.0.1")].map((ip) => registry?.lookup(ip)?.rir);
  assert.deepEqual(registriesOf(), ["ARIN", "RIPE"]);
  const names = ["rir-arin", "rir-ripencc", "tor-exits"];
  assert.deepEqual(namesOf(tables).slice(3), names);

  // A broken file does not affect the others, in this process or a new one.
  await Deno.truncate(await pathOf("rir-arin"), 8);
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.registry, both);
  const { registry } = (await open()).current;
  assert.deepEqual(registriesOf(registry), [undefined, "RIPE"]);
});

test("TableReloader.refresh - reports an unreadable folder once and treats it as empty", async ({ download, folder, open, reported }) => {
  await Deno.writeTextFile(folder, "a file");
  const tables = await open();
  assert.equal(tables.current.geo.lookup(google).countryCode, "US");
  assert.equal(await tables.refresh(), false);
  assert.equal(reported.length, 1);
  const message = `downloaded data: Error: Cannot read ${folder}: `;
  assert(reported[0].startsWith(message), reported[0]);

  await Deno.remove(folder);
  await download(tor);
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.prefixLists.length, 1);

  // The tables in memory stay.
  await Deno.rename(folder, `${folder}.away`);
  await Deno.writeTextFile(folder, "a file");
  assert.equal(await tables.refresh(), false);
  assert.equal(await tables.refresh(), false);
  assert.equal(tables.current.prefixLists.length, 1);
  assert.equal(reported.length, 2);
});

test("TableReloader.refresh - reports an unreadable feed once and loads the others", async ({ download, folder, open, reported }) => {
  await Deno.mkdir(`${folder}/x4bnet-vpn.json`, { recursive: true });
  const tables = await open();
  await download(tor);
  assert.equal(await tables.refresh(), true);
  await download({ "rir-arin": arin });
  assert.equal(await tables.refresh(), true);
  assert.deepEqual(namesOf(tables).slice(3), ["rir-arin", "tor-exits"]);
  assert.equal(reported.length, 1);
  const fault = /^x4bnet-vpn: Error: its manifest cannot be read: /;
  assert.match(reported[0], fault);
});

test("TableReloader.refresh - loads a file that was missing and is restored", async ({ download, pathOf, open, reported }) => {
  await download(tor);
  const path = await pathOf("tor-exits");
  await Deno.rename(path, `${path}.away`);
  const tables = await open();
  assert.equal(tables.current.prefixLists.length, 0);
  assert.equal(reported.length, 1);
  await Deno.rename(`${path}.away`, path);
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.prefixLists.length, 1);
});

test("TableReloader.refresh - does not load data of another format version, and reports the remedy", async ({ download, open, all, reported }) => {
  await download(tor);
  const newer = all.map((feed) => ({ ...feed, format: 99 }));
  const { current } = await open({ feeds: () => Promise.resolve(newer) });
  assert.equal(current.prefixLists.length, 0);
  assert.deepEqual(reported, [
    "tor-exits: Error: it was made for another version of Porthole; " +
    "run `data update` to download it again",
  ]);
});

test("TableReloader.watch - reports data that another process downloaded, until close", async ({ download, open }) => {
  const tables = await open();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  tables.watch(({ prefixLists }) => {
    resolve(prefixLists.map(({ name }) => name));
  }, 1);
  await download(tor);
  assert.deepEqual(await promise, ["tor-exits"]);
  await tables.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Watches tables of which a newer file is being loaded until `loaded` is called. */
async function watchSlowly(
  { download, open, all }: Awaited<ReturnType<typeof withTables>>,
) {
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<void>();
  const tables = await open({
    async feeds() {
      loading.resolve();
      await loaded.promise;
      return all;
    },
  });
  await download(tor);
  let reported = 0;
  tables.watch(() => reported++, 1);
  await loading.promise;
  return { tables, loaded: loaded.resolve, reports: () => reported };
}

test("TableReloader.watch - reports a change once, however long the reload takes", async (fixture) => {
  const { tables, loaded, reports } = await watchSlowly(fixture);
  await pause(30);
  loaded();
  while (reports() === 0) await pause(1);
  await pause(30);
  assert.equal(reports(), 1);
  await tables.close();
});

test("TableReloader.watch - reports nothing after close", async (fixture) => {
  const { tables, loaded, reports } = await watchSlowly(fixture);
  const closed = tables.close();
  loaded();
  await closed;
  await pause(10);
  assert.equal(reports(), 0);
});

test("TableReloader.watch - reports an error of its callback", async ({ download, open, reported }) => {
  const tables = await open();
  tables.watch(() => {
    throw new Error("no use for it");
  }, 1);
  await download(tor);
  while (reported.length === 0) await pause(1);
  assert.deepEqual(reported, ["tables: Error: no use for it"]);
  await tables.close();
});
