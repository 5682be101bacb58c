import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { type CityResponse, Reader, type Response } from "maxmind";
import { Runs } from "../../../../lib/data/columns/runs.ts";
import { MmdbWriter } from "../../../../lib/data/mmdb_writer.ts";
import { TableReloader } from "../../../../lib/data/table_reloader.ts";
import type { Tables } from "../../../../lib/data/tables.ts";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import {
  compileExport,
  cutRuns,
} from "../../../../lib/ipinfo/export/compile_export.ts";
import {
  EDITIONS,
  rowOf,
} from "../../../../lib/ipinfo/export/edition_records.ts";
import { addressAt } from "../../../../lib/data/columns/block_runs.ts";
import { Profiles } from "../../../../lib/ipinfo/profiles.ts";
import { localSources } from "../../../../lib/app/services/sources.ts";
import type { Findings } from "../../../../lib/ipinfo/profile.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";

/** Tables with a new record at each of these starts, twice at each. */
function tablesWith(
  starts: Record<4 | 6, readonly [number, number][]>,
): Tables {
  const runs = (family: 4 | 6, offset: number) => {
    const runs = new Runs();
    runs.add(0, 0, 0);
    starts[family].forEach(([high, low], i) => runs.add(high, low, i + offset));
    return [runs];
  };
  return {
    anycast: [],
    asn: { systemRuns: (family: 4 | 6) => [runs(family, 1)], asnOf: () => 0 },
    countries: { countryRuns: (family: 4 | 6) => runs(family, 7) },
    geo: {
      countryRuns: () => [],
      recordRuns: (family: 4 | 6) => [runs(family, 3)],
    },
  } as unknown as Tables;
}

Deno.test("compileExport - writes the records of all editions, joined where they are equal", async () => {
  const location = { latitude: 51, longitude: -7.5 };
  const lookup = (ip: IpAddress): Findings => {
    const asn = ip.family === 4 ? ip.value >>> 24 : ip.words[0] >>> 16;
    if (asn === 9 || asn === 0x2a01) return { facts: {} };
    const place = { countryCode: "DE", country: "Germany", ...location };
    const city = asn === 8 ? "Bonn" : undefined;
    const accuracyRadiusKm = asn === 0x2a02 ? 5 : undefined;
    const facts = { ...place, city, accuracyRadiusKm, asn, asnOrg: "Example" };
    return { facts };
  };
  const profiles = new Profiles({
    local: [{ name: "tables", kind: "open", lookup }],
    now: () => 0,
  });
  const tables = tablesWith({
    4: [[0, 0x0700_0000], [0, 0x0800_0000], [0, 0x0900_0000], [0, 0x0b00_0000]],
    6: [[0x2a00_0000, 0], [0x2a01_0000, 0], [0x2a02_0000, 0]],
  });
  const blocks: string[] = [];
  await using folder = await tempFolder();
  const paths = EDITIONS.map(({ name }) => `${folder.path}/${name}`);
  const writers = paths.map((path) => new MmdbWriter(path));
  await compileExport(
    tables,
    (ip) => profiles.describeLocal(ip),
    writers,
    (range) => {
      if (range.edition !== 1) return;
      for (const each = range.blocks(); each.next();) blocks.push(each.text);
    },
  );
  const [city, country, asn] = writers.map((writer, i) => {
    const { name: type, description } = EDITIONS[i];
    writer.finish({ type, description, languages: ["en"], buildEpoch: 1 });
    const { buffer } = Deno.readFileSync(paths[i]);
    return new Reader<Response>(Buffer.from(buffer));
  });
  const names = { en: "Germany", "zh-CN": "德国" };
  const germany = {
    country: { iso_code: "DE", names, is_in_european_union: true },
  };
  const bonn = { city: { names: { en: "Bonn", "zh-CN": "波恩" } } };
  for (const ip of ["7.0.0.1", "8.255.255.255", "2a00::1"]) {
    assert.deepEqual(country.get(ip), germany);
    const inBonn = ip.startsWith("8") && bonn;
    assert.deepEqual(city.get(ip), { ...germany, ...inBonn, location });
  }
  // Its row in the table is that of the address before.
  const { location: wide } = city.get("2a02::1") as CityResponse;
  assert.deepEqual(wide, { ...location, accuracy_radius: 5 });
  assert.deepEqual(asn.get("7.0.0.1"), {
    autonomous_system_number: 7,
    autonomous_system_organization: "Example",
  });
  for (const ip of ["9.0.0.1", "10.0.0.1", "2a01::1", "192.168.0.1", "::1"]) {
    for (const reader of [city, country, asn]) {
      assert.equal(reader.get(ip), null);
    }
  }
  const first = ["1.0.0.0/8", "2.0.0.0/7", "4.0.0.0/6", "8.0.0.0/8"];
  assert.deepEqual(blocks.slice(0, 4), first);
});

Deno.test("cutRuns - addresses with the same number have the same records", async () => {
  const { current: tables } = await TableReloader.open({
    bundled: new URL("../../../../_data/", import.meta.url),
    edition: "country",
    feeds: () => Promise.resolve([]),
    geoDatabases: [],
    regionalFiles: [],
    store: new FeedStore("/nonexistent"),
    report: (name, error) => {
      throw new Error(name, { cause: error });
    },
  });
  await tables.geo.loaded(6);
  const profiles = new Profiles({ local: localSources(tables), now: () => 0 });
  for (const by of ["place", "system"] as const) {
    const editions = EDITIONS.filter((edition) => edition.by === by);
    const recordsOf = (ip: IpAddress) => {
      const profile = profiles.describeLocal(ip);
      return editions.map((edition) =>
        rowOf(edition, profile) + edition.hidden.map((of) => of(profile))
      ).join("");
    };
    for (const family of [4, 6] as const) {
      const different: string[] = [];
      let compared = 0;
      /** Where each number began first. */
      const firsts = new Map<number, [number, number]>();
      const runs = await cutRuns(family, tables, by);
      let [high, low, number] = [0, 0, 0];
      const check = (last: number) => {
        const first = firsts.getOrInsertComputed(number, () => [high, low]);
        // In every hundredth run.
        if (compared++ % 100 > 0) return;
        const other = low + Math.floor(Math.random() * (last - low));
        const ip = addressAt(family, high, other);
        if (recordsOf(ip) !== recordsOf(addressAt(family, ...first))) {
          different.push(ip.text);
        }
      };
      for (const piece of runs) {
        for (let i = 0; i < piece.count; i++) {
          const next = [piece.highs[i], piece.lows[i]];
          if (next[0] === high && next[1] > low) check(next[1]);
          [high, low] = next;
          number = piece.values[i];
        }
      }
      assert(compared > 50_000, String(compared));
      assert.deepEqual(different, []);
    }
  }
});
