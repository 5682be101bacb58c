import assert from "node:assert/strict";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import type { Feed } from "../../../lib/data/feeds/feed.ts";
import { createFeeds } from "../../../lib/data/feeds/catalogue.ts";
import { TableReloader } from "../../../lib/data/table_reloader.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { bundledData } from "../../support/bundled_data.ts";
import { placesMmdb } from "../../support/places.ts";
import { feedServer } from "./update/feed_server.ts";
import { type Fixture, fixture, NOON } from "./update/update_fixture.ts";
import { testIn } from "../../support/test_with.ts";

const test = testIn(withFixture);

const google = parseIp("8.8.8.8")!;
const exit = parseIp("185.220.101.1")!;

async function gzip(bytes: Uint8Array<ArrayBuffer>) {
  const stream = new Blob([bytes]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A feed server, a store, and a TableReloader. */
interface Parts {
  routes: ReturnType<typeof feedServer>["routes"];
  disk: Fixture;
  update(...only: string[]): Promise<string[]>;
  open(more?: {
    geoDatabases?: string[];
    regionalFiles?: string[];
    labels?: string;
    feeds?: () => Promise<readonly Feed[]>;
  }): Promise<TableReloader>;
  all: readonly Feed[];
  reported: string[];
}

async function withFixture(body: (parts: Parts) => Promise<void>) {
  await using server = feedServer();
  await using disk = await fixture();
  const all = createFeeds({
    now: () => NOON,
    edition: "country",
    urls: new Map([
      ["tor-exits", `${server.origin}/tor`],
      ["dbip-country", `${server.origin}/dbip`],
      ["iptoasn", `${server.origin}/asn`],
      ["ris-v4", `${server.origin}/ris4`],
      ["ris-v6", `${server.origin}/ris6`],
      ["rir-arin", `${server.origin}/arin`],
      ["rir-ripencc", `${server.origin}/ripe`],
      ["rir-apnic", `${server.origin}/apnic`],
      ["rir-lacnic", `${server.origin}/lacnic`],
      ["rir-afrinic", `${server.origin}/afrinic`],
      ["x4bnet-vpn", `${server.origin}/vpn`],
    ]),
  });
  const reported: string[] = [];
  await body({
    routes: server.routes,
    disk,
    reported,
    all,
    update: async (...only) => {
      const outcomes = await disk.update(all, { only });
      return outcomes.map(({ outcome }) => outcome);
    },
    open: (more) =>
      TableReloader.open({
        bundled: bundledData,
        edition: "country",
        feeds: () => Promise.resolve(all),
        geoDatabases: [],
        regionalFiles: [],
        store: disk.store,
        report: (name, error) => reported.push(`${name}: ${error}`),
        ...more,
      }),
  });
}

const text = (body: string) => () => new Response(body);

const arin = text(
  "2|arin|20261120|1|19700101|20261120|+0000\n" +
    "arin|*|ipv4|*|1|summary\n" +
    "arin|US|ipv4|8.8.8.0|256|20141015|allocated|abc\n",
);
const ripe = text(
  "2|ripencc|20261120|1|19700101|20261120|+0000\n" +
    "ripencc|*|ipv4|*|1|summary\n" +
    "ripencc|NL|ipv4|193.0.0.0|2048|19930901|allocated|abc\n",
);
const tor = text("185.220.101.1\n");

test("TableReloader.open - uses the bundled tables without downloads", async ({ open, reported }) => {
  const tables = await open();
  const { geo, asn, infos, prefixLists, registry } = tables.current;
  assert.equal(geo.lookup(google).countryCode, "US");
  assert.equal(asn.lookup(google)?.asn, 15169);
  assert.deepEqual(prefixLists, []);
  assert.equal(registry, undefined);
  assert.deepEqual(infos.map(({ name }) => name), [
    "DB-IP country lite",
    "Autonomous systems",
    "Registered countries",
  ]);
  assert.equal(await tables.refresh(), false);
  assert.deepEqual(reported, []);
});

test("TableReloader.refresh - loads only new files", async ({ routes, update, open, reported }) => {
  const tables = await open();
  const before = tables.current;
  routes["/tor"] = tor;
  routes["/arin"] = arin;
  assert.deepEqual(await update("tor-exits", "rir-arin"), [
    "updated",
    "updated",
  ]);
  assert.equal(await tables.refresh(), true);
  const after = tables.current;
  assert.equal(after.prefixLists[0].prefixes.has(exit), true);
  assert.equal(after.prefixLists[0].prefixes.has(google), false);
  // The list does not state its build time: the time of the download counts.
  assert.equal(after.prefixLists[0].builtAt, NOON);
  assert.equal(after.registry?.lookup(google)?.allocated, "2014-10-15");
  assert.equal(after.geo, before.geo);
  assert.equal(after.asn, before.asn);
  assert.equal(await tables.refresh(), false);
  assert.deepEqual(reported, []);
});

test("TableReloader.refresh - downloaded tables replace the bundled ones", async ({ routes, update, open }) => {
  const tables = await open();
  const places = await gzip(placesMmdb({ "9.9.9.9": "CH" }));
  routes["/dbip"] = () => new Response(places);
  const rows = await gzip(
    new TextEncoder().encode([
      "1.1.1.0\t1.1.1.255\t13335\tUS\tCLOUDFLARENET",
      "8.8.8.0\t8.8.8.255\t15169\tUS\tGOOGLE",
      "9.9.9.0\t9.9.9.255\t19281\tUS\tQUAD9-AS-1",
      "193.0.0.0\t193.0.7.255\t3333\tNL\tRIPE-NCC-AS",
      "2001:4860::\t2001:4860:ffff:ffff:ffff:ffff:ffff:ffff\t15169\tUS\tGOOGLE",
      "",
    ].join("\n")),
  );
  routes["/asn"] = () => new Response(rows);
  assert.deepEqual(await update("dbip-country", "iptoasn"), [
    "updated",
    "updated",
  ]);
  const quad9 = parseIp("9.9.9.9")!;
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
  assert.equal(asn.lookup(quad9)?.org, "QUAD9-AS-1");
  assert.deepEqual(
    infos.map(({ name, license, builtAt }) => [name, license, builtAt]),
    [
      ["dbip-country", "CC-BY-4.0", 1_780_000_000_000],
      ["iptoasn", "PDDL-1.0", NOON],
      ["Registered countries", "CC-BY-4.0", Date.UTC(2026, 5, 17, 19)],
    ],
  );
});

test("TableReloader.refresh - routes of each family replace the other tables, and a table that shrinks by half doesn't", async ({ routes, update, open, reported }) => {
  const serve = async (path: string, rows: readonly string[]) => {
    const dump = `% RIS\n${rows.map((row) => `${row}\t300\n`).join("")}`;
    const bytes = await gzip(new TextEncoder().encode(dump));
    routes[path] = () => new Response(bytes);
  };
  const known4 = [
    "15169\t8.8.8.0/24",
    "13335\t1.1.1.0/24",
    "3333\t193.0.0.0/21",
    "19281\t9.9.9.0/24",
  ];
  const more = known4.map((_, i) => `64${i}\t5.${i}.0.0/16`);
  await serve("/ris4", [...known4, ...more, "64000\t4.0.0.0/9"]);
  await serve("/ris6", [
    "15169\t2001:4860::/32",
    "13335\t2606:4700:4700::/48",
    "3333\t2001:67c:2e8::/48",
    "19281\t2620:fe::/48",
  ]);
  const tables = await open();
  const routeOf = (text: string) => {
    const { asn } = tables.current;
    const ip = parseIp(text)!;
    const row = asn.findRow(ip);
    return row < 0 ? null : [
      asn.systemAt(row).asn,
      asn.systemAt(row).org,
      asn.hasRoutes(ip.family) ? asn.routeLength(row, ip) : null,
    ];
  };
  const seen = () => [
    routeOf("8.8.8.8"),
    routeOf("4.2.2.2"),
    routeOf("2001:4860::1"),
    tables.current.infos.map(({ name }) => name).slice(1, -1),
  ];
  const isRegistered6 = () => tables.current.hasRegisteredSystems6;
  const [google4, , google6] = seen();
  assert.equal(isRegistered6(), true);
  assert.deepEqual(await update("ris-v4"), ["updated"]);
  assert.equal(await tables.refresh(), true);
  assert.deepEqual(seen(), [
    [15169, "", 24],
    [64000, "", 9],
    google6,
    ["ris-v4", "Autonomous systems"],
  ]);
  assert.equal(isRegistered6(), true);
  assert.deepEqual(await update("ris-v6"), ["updated"]);
  assert.equal(await tables.refresh(), true);
  const { asn } = tables.current;
  assert.equal(isRegistered6(), false);
  assert.deepEqual(seen(), [
    [15169, "", 24],
    [64000, "", 9],
    [15169, "", 32],
    ["ris-v4", "ris-v6"],
  ]);
  await serve("/ris4", known4);
  assert.deepEqual(await update("ris-v4"), ["failed"]);
  await tables.refresh();
  assert.equal(tables.current.asn, asn);
  assert.deepEqual([google4, reported], [[15169, "Google LLC", null], []]);
});

test("TableReloader.refresh - ignores damaged data, and reports it once", async ({ routes, disk, update, open, reported }) => {
  routes["/dbip"] = async () =>
    new Response(await gzip(placesMmdb({ "9.9.9.9": "CH" })));
  await update("dbip-country");
  const running = await open();
  const { manifest } = await disk.store.state("dbip-country");
  await Deno.truncate(`${disk.folder}/${manifest!.file}`, 1000);

  // A new process has only the bundled database.
  const started = await open();
  assert.equal(started.current.infos[0].name, "DB-IP country lite");
  assert.equal(reported.length, 1);
  assert.match(reported[0], /^dbip-country: Error: .+ has 1000 bytes/);

  // A process that has the data in memory keeps it.
  routes["/tor"] = text("185.220.101.1\n");
  await update("tor-exits");
  assert.equal(await running.refresh(), true);
  assert.equal(running.current.infos[0].name, "dbip-country");
  assert.equal(running.current.prefixLists.length, 1);
});

test("TableReloader.refresh - reloads a configured file that is replaced, but not one that breaks", async ({ disk, open, reported }) => {
  await Deno.mkdir(disk.folder, { recursive: true });
  const path = `${disk.folder}/../own.mmdb`;
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
  await assert.rejects(
    open({ geoDatabases: [path] }),
    /^Error: Cannot use the database .+own\.mmdb: /,
  );
});

test("TableReloader.refresh - reloads labels, except from a file that cannot be used", async ({ disk, open, reported }) => {
  await Deno.mkdir(disk.folder, { recursive: true });
  const labels = `${disk.folder}/../labels.csv`;
  await Deno.writeTextFile(labels, "10.0.0.0/8,,,,,LAN\nten,,,,,x\n");
  const tables = await open({ labels });
  const label = () =>
    tables.current.labels?.find(parseIp("10.1.2.3")!)?.facts.label;
  assert.equal(label(), "LAN");
  const fault = (line: number) =>
    `${labels}, line ${line}: "ten" is not an address or a block`;
  assert.deepEqual(reported, [fault(2)]);
  assert.equal(await tables.refresh(), false);
  await Deno.writeTextFile(labels, "# A comment\n10.0.0.0/8,,,,,Home\nten");
  assert.equal(await tables.refresh(), true);
  assert.equal(label(), "Home");
  assert.deepEqual(reported.slice(1), [fault(3)]);
  for (const broken of ["ten", "x".repeat(4_000_001)]) {
    await Deno.writeTextFile(labels, broken);
    await tables.refresh();
    assert.equal(label(), "Home");
  }
  await Deno.remove(labels);
  await tables.refresh();
  assert.equal(label(), "Home");
  assert.deepEqual(reported.slice(2, 4), [
    `${labels}: Error: no line of it can be used; ${
      fault(1).slice(labels.length + 2)
    }`,
    `${labels}: Error: it is larger than 4.0 MB`,
  ]);
  assert.match(reported[4], /NotFound/);
  await Deno.writeTextFile(labels, "");
  await tables.refresh();
  assert.equal(label(), undefined);
});

test("TableReloader.refresh - the registries' files replace the bundled countries, each as soon as it is there, and all of them altogether", async ({ routes, update, open, reported }) => {
  const names = ["arin", "ripencc", "apnic", "lacnic", "afrinic"];
  // Nobody is registered in Tokelau.
  const fileOf = (name: string, block: number) =>
    text(
      `2|${name}|20261120|2|19700101|20261120|+0000\n` +
        [
          `ipv4|${block}.0.0.0|65536|20141015`,
          `asn|${block}000|1|20141015`,
        ].map((row) => `${name}|TK|${row}|allocated|abc\n`).join(""),
    );
  ["arin", "ripe", "apnic", "lacnic", "afrinic"].forEach((path, i) =>
    routes[`/${path}`] = fileOf(names[i], 20 + i)
  );
  const tables = await open();
  const bundled = tables.current.countries;
  const seen = () => {
    const { countries, infos, countryRanges } = tables.current;
    return [
      ...["20.0.0.1", "24.0.0.1", "8.8.8.8"].map((ip) =>
        countries.ofAddress(parseIp(ip)!)
      ),
      ...[20_000, 24_000, 15_169].map((asn) => countries.ofAsn(asn)),
      infos.some(({ name }) => name === "Registered countries"),
      countryRanges === undefined,
    ];
  };
  const before = seen();
  assert.deepEqual(before.slice(-2), [true, false]);
  assert.deepEqual([before[2], before[5]], ["US", "US"]);
  await update("rir-arin");
  assert.equal(await tables.refresh(), true);
  const [, second, third, , fifth, sixth] = before;
  assert.deepEqual(
    seen(),
    ["TK", second, third, "TK", fifth, sixth, true, true],
  );
  const { countries } = tables.current;
  await tables.refresh();
  assert.equal(tables.current.countries, countries);
  await update(...names.slice(1).map((name) => `rir-${name}`));
  assert.equal(await tables.refresh(), true);
  const none = undefined;
  assert.deepEqual(
    seen(),
    ["TK", "TK", none, "TK", "TK", none, false, true],
  );
  assert.notEqual(tables.current.countries, bundled);
  assert.deepEqual(reported, []);
});

test("TableReloader.refresh - keeps the registry table while its files are unchanged", async ({ routes, disk, update, open }) => {
  Object.assign(routes, { "/arin": arin, "/ripe": ripe, "/tor": tor });
  await update("rir-arin");
  const tables = await open();
  const first = tables.current.registry;
  await update("tor-exits");
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.registry, first);
  await update("rir-ripencc");
  assert.equal(await tables.refresh(), true);
  const both = tables.current.registry;
  const registriesOf = (registry = both) =>
    [google, parseIp("193.0.0.1")!].map((ip) => registry?.lookup(ip)?.rir);
  assert.deepEqual(registriesOf(), ["ARIN", "RIPE"]);
  assert.deepEqual(
    tables.current.infos.slice(3).map(({ name }) => name),
    ["rir-arin", "rir-ripencc", "tor-exits"],
  );

  // A broken file does not affect the others, in this process or a new one.
  const { manifest } = await disk.store.state("rir-arin");
  await Deno.truncate(`${disk.folder}/${manifest!.file}`, 8);
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.registry, both);
  const { registry } = (await open()).current;
  assert.deepEqual(registriesOf(registry), [undefined, "RIPE"]);
});

test("TableReloader.refresh - reports an unreadable folder once and treats it as empty", async ({ routes, disk, update, open, reported }) => {
  await Deno.writeTextFile(disk.folder, "a file");
  const tables = await open();
  assert.equal(tables.current.geo.lookup(google).countryCode, "US");
  assert.equal(await tables.refresh(), false);
  assert.equal(reported.length, 1);
  assert(
    reported[0].startsWith(
      `downloaded data: Error: Cannot read ${disk.folder}: `,
    ),
    reported[0],
  );

  await Deno.remove(disk.folder);
  routes["/tor"] = tor;
  await update("tor-exits");
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.prefixLists.length, 1);

  // The tables in memory stay.
  await Deno.rename(disk.folder, `${disk.folder}.away`);
  await Deno.writeTextFile(disk.folder, "a file");
  assert.equal(await tables.refresh(), false);
  assert.equal(await tables.refresh(), false);
  assert.equal(tables.current.prefixLists.length, 1);
  assert.equal(reported.length, 2);
});

test("TableReloader.refresh - reports an unreadable feed once and loads the others", async ({ routes, disk, update, open, reported }) => {
  await Deno.mkdir(`${disk.folder}/x4bnet-vpn.json`, { recursive: true });
  const tables = await open();
  Object.assign(routes, { "/arin": arin, "/tor": tor });
  await update("tor-exits");
  assert.equal(await tables.refresh(), true);
  await update("rir-arin");
  assert.equal(await tables.refresh(), true);
  assert.deepEqual(
    tables.current.infos.slice(3).map(({ name }) => name),
    ["rir-arin", "tor-exits"],
  );
  assert.equal(reported.length, 1);
  assert.match(
    reported[0],
    /^x4bnet-vpn: Error: its manifest cannot be read: /,
  );
});

test("TableReloader.refresh - loads a file that was missing and is restored", async ({ routes, disk, update, open, reported }) => {
  routes["/tor"] = tor;
  await update("tor-exits");
  const { manifest } = await disk.store.state("tor-exits");
  const path = `${disk.folder}/${manifest!.file}`;
  await Deno.rename(path, `${path}.away`);
  const tables = await open();
  assert.equal(tables.current.prefixLists.length, 0);
  assert.equal(reported.length, 1);
  await Deno.rename(`${path}.away`, path);
  assert.equal(await tables.refresh(), true);
  assert.equal(tables.current.prefixLists.length, 1);
});

test("TableReloader.refresh - does not load data of another format version, and reports the remedy", async ({ routes, update, open, all, reported }) => {
  routes["/tor"] = tor;
  await update("tor-exits");
  const { current } = await open({
    feeds: () => Promise.resolve(all.map((feed) => ({ ...feed, format: 99 }))),
  });
  assert.equal(current.prefixLists.length, 0);
  assert.deepEqual(reported, [
    "tor-exits: Error: it was made for another version of Porthole; " +
    "run `data update` to download it again",
  ]);
});

test("TableReloader.watch - reports data that another process downloaded, until close", async ({ routes, update, open }) => {
  const tables = await open();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  tables.watch(({ prefixLists }) => {
    resolve(prefixLists.map(({ name }) => name));
  }, 1);
  routes["/tor"] = text("185.220.101.1\n");
  await update("tor-exits");
  assert.deepEqual(await promise, ["tor-exits"]);
  await tables.close();
});

/** Watches tables of which a newer file is being loaded until `loaded` is called. */
async function watchSlowly({ routes, update, open, all }: Parts) {
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<void>();
  const tables = await open({
    async feeds() {
      loading.resolve();
      await loaded.promise;
      return all;
    },
  });
  routes["/tor"] = tor;
  await update("tor-exits");
  let reported = 0;
  tables.watch(() => reported++, 1);
  await loading.promise;
  return { tables, loaded: loaded.resolve, reports: () => reported };
}

test("TableReloader.watch - reports a change once, however long the reload takes", async (fixture) => {
  const { tables, loaded, reports } = await watchSlowly(fixture);
  await new Promise((resolve) => setTimeout(resolve, 30));
  loaded();
  while (reports() === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(reports(), 1);
  await tables.close();
});

test("TableReloader.watch - reports nothing after close", async (fixture) => {
  const { tables, loaded, reports } = await watchSlowly(fixture);
  const closed = tables.close();
  loaded();
  await closed;
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(reports(), 0);
});

test("TableReloader.watch - reports an error of its callback", async ({ routes, update, open, reported }) => {
  const tables = await open();
  tables.watch(() => {
    throw new Error("no use for it");
  }, 1);
  routes["/tor"] = tor;
  await update("tor-exits");
  while (reported.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.deepEqual(reported, ["tables: Error: no use for it"]);
  await tables.close();
});
