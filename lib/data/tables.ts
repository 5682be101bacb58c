import { settleAll } from "../core/settle_all.ts";
import { AddressRanges } from "../net/ranges.ts";
import { PrefixSet } from "../net/prefix_set.ts";
import { parseStoredText } from "./stored_text.ts";
import { AsnClasses, type AsnList, parseAsnList } from "./asn_classes.ts";
import { AsnTable } from "./asn_table.ts";
import {
  type Complete,
  type Edition,
  loadCompletion,
  openBundledAsn,
  openBundledGeo,
} from "./bundled.ts";
import type { Feed } from "./feeds/feed.ts";
import { type DatabaseInfo, GeoDatabase } from "./geo_database.ts";
import { infoOfFile, openGeoFile } from "./geo_file.ts";
import { MmdbFile } from "./mmdb_file.ts";
import type { RegionalFile } from "./regional/regional_file.ts";
import { readRegistry } from "./registry_layout.ts";
import { RegistryTable } from "./registry_table.ts";
import type { TableLoader } from "./table_loader.ts";

/** Addresses that somebody has put on a list. */
export interface PrefixList {
  /** Name of the feed. */
  readonly name: string;
  readonly prefixes: PrefixSet;
  /** Milliseconds since the epoch; null where the list does not say. */
  readonly builtAt: number | null;
}

/**
 * Reads a kept list of addresses and CIDRs.
 *
 * @throws {Error} where the file is damaged
 */
export function parsePrefixList(text: string): PrefixList {
  const { name, builtAt, lines } = parseStoredText("prefixes", text);
  const ranges = new AddressRanges();
  for (const line of lines) {
    if (!ranges.addText(line)) {
      throw new Error(`Cannot load the prefixes: "${line}" is none`);
    }
  }
  return { name, prefixes: new PrefixSet(ranges), builtAt };
}

/** Everything in memory that addresses are described by. */
export interface Tables {
  readonly geo: GeoDatabase;
  /** Adds to the facts of a place what follows from them. */
  readonly complete: Complete;
  /** Databases believed before `geo`, the first one first. */
  readonly geoFiles: readonly MmdbFile[];
  readonly regional: readonly RegionalFile[];
  readonly asn: AsnTable;
  readonly registry: RegistryTable | undefined;
  /** Lists that do not say when they were made are as old as their download. */
  readonly prefixLists: readonly PrefixList[];
  readonly asnLists: readonly AsnList[];
  readonly classes: Pick<AsnClasses, "builtAt" | "classOf"> | undefined;
  /** What a page that shows their data says of them. */
  readonly infos: readonly DatabaseInfo[];
}

export interface TableOptions {
  /** The folder of the bundled databases, with a slash at the end. */
  readonly bundled: URL;
  readonly edition: Edition;
  /** What can be in the store; asked for where there is anything. */
  readonly feeds: () => Promise<readonly Feed[]>;
  /** Paths of databases and of regional files that the operator names. */
  readonly geoDatabases: readonly string[];
  readonly regionalFiles: readonly string[];
}

/**
 * Opens all tables, of the data that `parts` has last looked at: only what has
 * changed is loaded.
 *
 * Downloaded data takes the place of bundled data.
 *
 * @throws {Error} where a bundled file, or one that the operator names, cannot be used
 */
export async function openTables(
  options: TableOptions,
  loader: TableLoader,
): Promise<Tables> {
  const { bundled, edition } = options;
  const complete = await loadCompletion(edition);
  const known = loader.isStoreEmpty() ? [] : await options.feeds();
  const feeds = (holds: Feed["holds"]) =>
    known.filter((feed) => feed.holds === holds);
  const texts = <T>(holds: Feed["holds"], parse: (text: string) => T) =>
    loader.loadFeeds(
      feeds(holds),
      (bytes) => parse(new TextDecoder().decode(bytes)),
    );
  const [
    geo,
    asn,
    named,
    licensed,
    regional,
    registries,
    prefixLists,
    asnLists,
    classes,
  ] = await settleAll([
    mainGeo(feeds("geo"), { bundled, edition, complete }, loader),
    mainAsn(feeds("asn"), bundled, loader),
    loader.loadFiles(options.geoDatabases, openGeoFile),
    loader.loadFeeds(feeds("geo-file"), MmdbFile.open),
    loader.loadFiles(options.regionalFiles, async (path) => {
      const { readRegionalFile } = await import("./regional/regional_file.ts");
      return await readRegionalFile(path);
    }),
    loader.loadJoined("registries", feeds("registry"), {
      load: readRegistry,
      join: RegistryTable.join,
    }),
    texts("prefixes", parsePrefixList),
    texts("asns", parseAsnList),
    texts("asn-classes", (text) => new AsnClasses(text)),
  ]);
  return {
    geo: geo.table,
    complete,
    geoFiles: [...named, ...licensed.map(({ table }) => table)],
    regional,
    asn: asn.table,
    registry: registries?.table,
    prefixLists: prefixLists.map(({ table, info: { builtAt } }) => ({
      ...table,
      builtAt,
    })),
    asnLists: asnLists.map(({ table, info: { builtAt } }) => ({
      ...table,
      builtAt,
    })),
    classes: classes[0] && {
      builtAt: classes[0].info.builtAt,
      classOf: (asn) => classes[0].table.classOf(asn),
    },
    infos: [
      geo.info,
      asn.info,
      ...named.map(infoOfFile),
      ...licensed.map(({ info }) => info),
      ...registries?.infos ?? [],
      ...[...prefixLists, ...asnLists, ...classes].map(({ info }) => info),
    ],
  };
}

interface Main<T> {
  readonly table: T;
  readonly info: DatabaseInfo;
}

async function mainGeo(
  feeds: readonly Feed[],
  { bundled, edition, complete }: {
    bundled: URL;
    edition: Edition;
    complete: Complete;
  },
  loader: TableLoader,
): Promise<Main<GeoDatabase>> {
  const [newer] = await loader.loadFeeds(feeds, (bytes) => {
    const file = MmdbFile.open(bytes);
    const open = () => Promise.resolve(file);
    const geo = new GeoDatabase({ v4: open, v6: open }, complete);
    return Promise.all([geo.loaded(4), geo.loaded(6)]).then(() => geo);
  });
  return newer ?? await loader.cached(
    "bundled places",
    () => openBundledGeo(bundled, edition, complete),
  );
}

async function mainAsn(
  feeds: readonly Feed[],
  bundled: URL,
  loader: TableLoader,
): Promise<Main<AsnTable>> {
  const [newer] = await loader.loadFeeds(feeds, AsnTable.load);
  return newer ?? await loader.cached(
    "bundled autonomous systems",
    () => openBundledAsn(bundled),
  );
}
