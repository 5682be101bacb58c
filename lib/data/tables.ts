import { settleAll } from "../core/async.ts";
import {
  AsnClasses,
  type AsnList,
  type ListInfo,
  loadAsns,
  loadPrefixes,
  type PrefixList,
} from "./stored_lists.ts";
import { AsnTable } from "./networks/asn_table.ts";
import {
  bundledCountryRanges,
  type Edition,
  loadPlaceCompletion,
  openBundledAsn,
  openBundledCountries,
  openBundledGeo,
} from "./bundled.ts";
import type { Feed } from "./feeds/feed.ts";
import {
  type DatabaseInfo,
  databaseInfo,
  GeoDatabase,
  openGeoFile,
  openMmdb,
} from "./geo_database.ts";
import type { PrefixSet } from "../net/prefix_set.ts";
import type { LabelTable } from "./labels.ts";
import type { MmdbFile } from "./mmdb_file.ts";
import type { RegionalFile } from "./regional/regional_file.ts";
import {
  MergedRegistrations,
  RegisteredCountries,
  type Registrations,
} from "./networks/registered_countries.ts";
import type { CompletePlace } from "./places/countries.ts";
import { PlaceTable } from "./places/place_table.ts";
import { RIRS } from "../facts/block_facts.ts";
import { RegistryRows, RegistryTable } from "./networks/registry_table.ts";
import { VrpTable } from "./networks/vrp_table.ts";
import type { LoadedTable, TableLoader } from "./table_loader.ts";

/** Places that a network publishes for its own addresses. */
export interface PlaceList extends ListInfo {
  readonly places: PlaceTable;
  /** The autonomous systems for whose addresses it is used; undefined for all. */
  readonly networks?: ReadonlySet<number>;
}

export interface Tables {
  readonly geo: GeoDatabase;
  /** Adds the facts that can be derived from the facts of a place. */
  readonly complete: CompletePlace;
  /** Databases that take precedence over `geo`, in this order. */
  readonly geoFiles: readonly MmdbFile[];
  readonly regional: readonly RegionalFile[];
  readonly asn: AsnTable;
  /**
   * Whether the systems of IPv6 addresses are those to which they are registered: the
   * bundled table knows only for IPv4 who announces them.
   */
  readonly hasRegisteredSystems6?: boolean;
  /** Vote on the country beside `geo`. */
  readonly countries: Registrations;
  /** Take precedence over `geo`. */
  readonly placeLists: readonly PlaceList[];
  /**
   * The addresses of each country, which the build found out; undefined unless the
   * tables that decide on them are those of the build.
   */
  readonly countryRanges: ReturnType<typeof bundledCountryRanges> | undefined;
  /** IPFire's countries, which vote beside `countries`; each file has one family or both. */
  readonly ipfire?: readonly RegisteredCountries[];
  readonly registry: RegistryTable | undefined;
  /** Validates the origins of the routes in `asn`. */
  readonly vrps?: VrpTable;
  /** A list that does not state its build time has the time of its last check. */
  readonly prefixLists: readonly PrefixList[];
  readonly asnLists: readonly AsnList[];
  /** Blocks that were measured to be in several places at once. */
  readonly anycast: readonly PrefixList[];
  readonly classes: ListInfo & Pick<AsnClasses, "classOf"> | undefined;
  /** The operator's own statements, which must not be redistributed. */
  readonly labels: LabelTable | undefined;
  /** Origin and license of every table, for pages that use their data. */
  readonly infos: readonly DatabaseInfo[];
}

export interface TableOptions {
  /** Folder of the bundled databases, with a slash at the end. */
  readonly bundled: URL;
  readonly edition: Edition;
  /** Feeds that the store can contain. Called only if the store is not empty. */
  readonly feeds: () => Promise<readonly Feed[]>;
  /** Paths of MaxMind DB files that the operator configured. */
  readonly geoDatabases: readonly string[];
  /** Paths of regional files (xdb, ipdb) that the operator configured. */
  readonly regionalFiles: readonly string[];
  readonly labels?: string;
}

/**
 * Opens all tables, using the feed states that `loader` last read. Only changed
 * files are loaded. Downloaded data replaces bundled data.
 *
 * @throws {Error} if a bundled file, or one that the operator configured, cannot be
 * used
 */
export async function openTables(
  options: TableOptions,
  loader: TableLoader,
): Promise<Tables> {
  const { bundled, edition } = options;
  const complete = await loadPlaceCompletion(edition);
  const known = loader.isStoreEmpty() ? [] : await options.feeds();
  const feeds = (kind: Feed["kind"]) =>
    known.filter((feed) => feed.kind === kind);
  const [
    geo,
    asn,
    named,
    licensed,
    regional,
    registries,
    ipfire,
    vrps,
    placeLists,
    prefixLists,
    asnLists,
    anycast,
    classes,
    [labels],
  ] = await settleAll([
    mainGeo(feeds("geo"), { bundled, edition, complete }, loader),
    mainAsn(known, bundled, loader),
    loader.loadFiles(options.geoDatabases, openGeoFile),
    loader.loadFeeds(feeds("geo-file"), openMmdb),
    loader.loadFiles(options.regionalFiles, async (path, files) => {
      const { readRegionalFile } = await import("./regional/regional_file.ts");
      return await readRegionalFile(path, files);
    }),
    loader.loadMerged("registries", feeds("registry"), {
      load: (bytes) => new RegistryRows(bytes),
      merge: (rows) => new RegistryTable(rows),
    }),
    loader.loadFeeds(
      feeds("countries"),
      (bytes) => new RegisteredCountries(bytes),
    ),
    loader.loadFeeds(feeds("vrps"), (bytes) => new VrpTable(bytes)),
    loader.loadFeeds(
      feeds("geofeed"),
      (bytes) => new PlaceTable(bytes, complete),
    ),
    loader.loadFeeds(feeds("prefixes"), loadPrefixes),
    loader.loadFeeds(feeds("asns"), loadAsns),
    loader.loadFeeds(feeds("anycast"), loadPrefixes),
    loader.loadFeeds(
      feeds("asn-classes"),
      (bytes) => new AsnClasses(bytes),
    ),
    loader.loadFiles(
      options.labels === undefined ? [] : [options.labels],
      async (path) => {
        const { readLabels } = await import("./labels.ts");
        return await readLabels(path, complete, loader.report);
      },
    ),
  ]);
  const others = [
    ...[...named, ...licensed, ...regional],
    ...[...placeLists, ...anycast, ...ipfire],
  ];
  const countries = await mainCountries(registries, bundled, loader);
  const isBundled = geo.isBundled && asn.isBundled && countries.isBundled &&
    others.length === 0;
  return {
    geo: geo.table,
    complete,
    countryRanges: isBundled
      ? bundledCountryRanges(bundled, edition)
      : undefined,
    geoFiles: [...named, ...licensed.map(({ table }) => table)],
    regional,
    asn: asn.table,
    hasRegisteredSystems6: asn.isRegistered6,
    countries: countries.table,
    registry: registries?.table,
    ipfire: ipfire.map(({ table }) => table),
    vrps: vrps.at(0)?.table,
    placeLists: placeLists.map(({ table, info }) => ({
      ...info,
      places: table,
      networks: networksOf(feeds("geofeed"), info.name),
    })),
    prefixLists: prefixLists.map(prefixList),
    asnLists: asnLists.map(({ table, info }) => ({ ...info, asns: table })),
    anycast: anycast.map(prefixList),
    classes: classes[0] && {
      ...classes[0].info,
      classOf: (asn) => classes[0].table.classOf(asn),
    },
    labels,
    infos: [
      geo.info,
      ...asn.infos,
      ...countries.infos,
      ...named.map(databaseInfo),
      ...licensed.map(({ info }) => info),
      ...registries?.infos ?? [],
      ...[
        ...ipfire,
        ...vrps,
        ...placeLists,
        ...prefixLists,
        ...asnLists,
        ...anycast,
        ...classes,
      ].map(({ info }) => info),
    ],
  };
}

function prefixList({ table, info }: LoadedTable<PrefixSet>): PrefixList {
  return { ...info, prefixes: table };
}

function networksOf(
  feeds: readonly Feed[],
  name: string,
): ReadonlySet<number> | undefined {
  const networks = feeds.find((feed) => feed.name === name)?.networks;
  return networks && new Set(networks);
}

interface Main<T> extends LoadedTable<T> {
  readonly isBundled?: boolean;
}

async function mainGeo(
  feeds: readonly Feed[],
  { bundled, edition, complete }: {
    bundled: URL;
    edition: Edition;
    complete: CompletePlace;
  },
  loader: TableLoader,
): Promise<Main<GeoDatabase>> {
  const [downloaded] = await loader.loadFeeds(feeds, async (bytes) => {
    const table = new PlaceTable(bytes, complete);
    const open = () => Promise.resolve(table);
    const geo = new GeoDatabase({ v4: open, v6: open });
    await Promise.all([geo.loaded(4), geo.loaded(6)]);
    return geo;
  });
  return downloaded ?? {
    ...await loader.loadOnce(
      "bundled places",
      () => openBundledGeo(bundled, edition, complete, loader.files),
    ),
    isBundled: true,
  };
}

/** A table that can be made of several. */
interface Joined<T> extends Pick<Main<T>, "table" | "isBundled"> {
  readonly infos: readonly DatabaseInfo[];
}

/** By the registries' table: two of the same parts are equal. */
const merged = new WeakMap<RegistryTable, Registrations>();

/** The registries' own files, and the bundled table for those whose file is missing. */
async function mainCountries(
  registries:
    | { readonly table: RegistryTable; readonly infos: readonly unknown[] }
    | undefined,
  bundled: URL,
  loader: TableLoader,
): Promise<Joined<Registrations>> {
  const { table, infos = [] } = registries ?? {};
  if (table && infos.length === RIRS.length) {
    return { table, infos: [], isBundled: false };
  }
  const rest = await loader.loadOnce(
    "bundled countries",
    () => openBundledCountries(bundled, loader.files),
  );
  return {
    table: table
      ? merged.getOrInsertComputed(
        table,
        () => new MergedRegistrations([table, rest.table]),
      )
      : rest.table,
    infos: [rest.info],
    isBundled: table === undefined,
  };
}

interface Systems extends Joined<AsnTable> {
  readonly isRegistered6: boolean;
}

/** Downloaded routes of a family come before other downloaded tables, and those before the bundled one. */
async function mainAsn(
  feeds: readonly Feed[],
  bundled: URL,
  loader: TableLoader,
): Promise<Systems> {
  const routesOf = async (family: 4 | 6) => {
    const own = feeds.filter((feed) =>
      feed.kind === "routes" && feed.family === family
    );
    return (await loader.loadFeeds(own, AsnTable.loadRoutes)).at(0);
  };
  const [v4, v6] = await settleAll([routesOf(4), routesOf(6)]);
  const other = v4 && v6 ? undefined : await otherAsn(
    feeds.filter(({ kind }) => kind === "asn"),
    bundled,
    loader,
  );
  const parts = [v4 ?? other!, v6 ?? other!] as const;
  const isBundled = other?.isBundled && parts.every((part) => part === other);
  const infos = [...new Set(parts)].map(({ info }) => info);
  const names = feeds.filter(({ hasNames, name }) =>
    hasNames && infos.every((info) => info.name !== name)
  );
  return {
    table: AsnTable.joined(parts[0].table, parts[1].table),
    infos: [...infos, ...isBundled ? [] : loader.infosOf(names)],
    isBundled,
    isRegistered6: !v6 && other?.isBundled === true,
  };
}

async function otherAsn(
  feeds: readonly Feed[],
  bundled: URL,
  loader: TableLoader,
): Promise<Main<AsnTable>> {
  for (const feed of feeds) {
    const [downloaded] = await loader.loadFeeds([feed], AsnTable.load);
    if (downloaded) return downloaded;
  }
  return {
    ...await loader.loadOnce(
      "bundled autonomous systems",
      () => openBundledAsn(bundled, loader.files),
    ),
    isBundled: true,
  };
}
