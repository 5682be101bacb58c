/** The feeds that the server makes of the published files, as after `data update`. */
import { existsSync } from "node:fs";
import { createFeeds } from "../../lib/data/feeds/catalogue.ts";
import { compileIpfire } from "../../lib/data/feeds/ipfire_feed.ts";
import { RegisteredCountries } from "../../lib/data/networks/registered_countries.ts";
import { PlaceTable } from "../../lib/data/places/place_table.ts";
import { type PlaceList, type Tables } from "../../lib/data/tables.ts";
import { loadPrefixes, type PrefixList } from "../../lib/data/stored_lists.ts";

/** The feeds that read the file of a cloud, by its name. */
const OF_CLOUD: Readonly<Record<string, readonly string[]>> = {
  "aws.json": ["aws", "aws-regions"],
  "azure.json": ["azure", "azure-regions"],
  "google.json": ["google-cloud", "google-cloud-regions"],
  "oracle.json": ["oracle", "oracle-regions"],
};

/**
 * Adds to tables the clouds' lists, the places of their regions and the geofeeds of the
 * folder `earlier` inside a folder, and the measured anycast blocks of the folder itself.
 *
 * @param folder as for `readPublished`
 * @param now milliseconds since the epoch
 */
export async function withFeeds(
  tables: Tables,
  folder: URL,
  now: number,
): Promise<Tables> {
  const placeLists: PlaceList[] = [];
  const prefixLists: PrefixList[] = [];
  const anycast: PrefixList[] = [];
  const earlier = new URL("earlier/", folder);
  const geofeeds = new URL("geofeeds/", earlier);
  const names = [...Deno.readDirSync(geofeeds)].map(({ name }) => name).sort();
  const urlOf = (name: string) => `https://geofeeds.example/${name}`;
  const feeds = createFeeds({
    now: () => now,
    geofeeds: names.map((name) => ({ url: urlOf(name), networks: [] })),
  });
  const sources = [
    ...Object.entries(OF_CLOUD).flatMap(([file, feedNames]) =>
      feeds.filter(({ name }) => feedNames.includes(name))
        .map((feed) => ({ feed, source: new URL(`cloud/${file}`, earlier) }))
    ),
    ...[4, 6].flatMap((family) =>
      [
        [`anycast-census-v${family}`, `IPv${family}-latest.csv`],
        [`bgptools-anycast-v${family}`, `anycatch-v${family}-prefixes.csv`],
      ].map(([feedName, file]) => ({
        feed: feeds.find(({ name }) => name === feedName)!,
        source: new URL(`census/${file}`, folder),
      }))
    ).filter(({ source }) => existsSync(source)),
    ...names.map((name) => ({
      feed: feeds.find(({ urls }) => urls(now)[0] === urlOf(name))!,
      source: new URL(name, geofeeds),
    })),
  ];
  const temporary = await Deno.makeTempDir();
  try {
    for (const { feed: { name, kind, compile }, source } of sources) {
      const copy = `${temporary}/source`;
      const target = `${temporary}/target`;
      await Deno.copyFile(source, copy);
      await compile(copy, target);
      const bytes = await Deno.readFile(target);
      if (kind === "geofeed") {
        const places = new PlaceTable(bytes, tables.complete);
        placeLists.push({ name, places, builtAt: now });
      } else {
        const lists = kind === "anycast" ? anycast : prefixLists;
        lists.push({ name, prefixes: loadPrefixes(bytes), builtAt: now });
      }
    }
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
  return { ...tables, placeLists, prefixLists, anycast };
}

/** IPFire's tables, of the files `ipfire/geoip` and `geoip6` of a folder, as Tor distributes them. */
export async function ipfireTables(
  folder: URL,
): Promise<RegisteredCountries[]> {
  const target = await Deno.makeTempFile();
  try {
    const tables: RegisteredCountries[] = [];
    for (const name of ["geoip", "geoip6"]) {
      await compileIpfire(new URL(`ipfire/${name}`, folder).pathname, target);
      tables.push(new RegisteredCountries(await Deno.readFile(target)));
    }
    return tables;
  } finally {
    await Deno.remove(target);
  }
}
