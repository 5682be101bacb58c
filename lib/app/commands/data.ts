import process from "node:process";
import {
  type BundledDatabase,
  type ConfiguredFile,
  dataStatus,
  type DnsIndexFile,
} from "./data_status.ts";
import { dataUpdate, type DataUpdateOptions } from "./data_update.ts";
import type { Config } from "../config.ts";
import {
  BUNDLED_ASN,
  BUNDLED_COUNTRIES,
  BUNDLED_GEO,
  loadPlaceCompletion,
  openBundledAsn,
  openBundledCountries,
  openBundledGeo,
} from "../../data/bundled.ts";
import { databaseInfo, openGeoFile } from "../../data/geo_database.ts";
import { readRegionalFile } from "../../data/regional/regional_file.ts";
import { networkErrorText } from "../../data/update/outcome.ts";
import { missingSetting } from "../../data/update/update_feeds.ts";
import { sizeOfFile } from "../../dns/index/schema.ts";
import { dnsIndexPath } from "../services/dns.ts";
import {
  configuredFeeds,
  createFeedStore,
  updateOptions,
} from "../../data/update/update_settings.ts";

export interface DataDeps {
  readonly config: Config;
  /** The folder of the bundled databases, with a trailing slash. */
  readonly dataRoot: URL;
  readonly version?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
}

/** The output of `data status`. */
export async function statusOf(
  { config, dataRoot, now = Date.now }: DataDeps,
  json: boolean,
): Promise<string> {
  const [bundled, configured, states, dnsIndex] = await Promise.all([
    bundledDatabases(config, dataRoot),
    configuredFiles(config),
    createFeedStore(config).states(),
    dnsIndexOf(config),
  ]);
  const feeds = await configuredFeeds(config, dataRoot, now);
  const given = updateOptions(config);
  return dataStatus({
    bundled,
    configured,
    feeds,
    states,
    dnsIndex,
    needOf: (feed) => missingSetting(feed, given),
    every: config.DATA_UPDATE,
    now: now(),
    json,
  });
}

/**
 * Runs `data update`. Returns the exit status.
 *
 * @throws {UsageError} if `only` names an unknown feed
 */
export async function runUpdate(
  { config, dataRoot, version = "0", fetch = globalThis.fetch, now = Date.now }:
    DataDeps,
  options: Pick<
    DataUpdateOptions,
    "only" | "force" | "signal" | "out" | "err"
  >,
): Promise<number> {
  return await dataUpdate({
    ...updateOptions(config),
    ...{ fetch, now, version, ...options },
    feeds: await configuredFeeds(config, dataRoot, now),
    terminal: Deno.stderr.isTerminal() ? process.stderr : undefined,
  });
}

async function bundledDatabases(
  { GEO_EDITION }: Config,
  dataRoot: URL,
): Promise<BundledDatabase[]> {
  const [geo, asn, countries] = await Promise.all([
    openBundledGeo(dataRoot, GEO_EDITION, await loadPlaceCompletion("country")),
    openBundledAsn(dataRoot),
    openBundledCountries(dataRoot),
  ]);
  await geo.table.loaded(6);
  const bytesOf = async (names: readonly string[]) => {
    const stats = await Promise.all(
      names.map((name) => Deno.stat(new URL(name, dataRoot))),
    );
    return stats.reduce((sum, { size }) => sum + size, 0);
  };
  return [
    { ...geo.info, bytes: await bytesOf(BUNDLED_GEO[GEO_EDITION]) },
    {
      ...asn.info,
      entries: asn.table.size,
      bytes: await bytesOf([BUNDLED_ASN]),
    },
    {
      ...countries.info,
      entries: countries.table.size,
      bytes: await bytesOf([BUNDLED_COUNTRIES]),
    },
  ];
}

async function dnsIndexOf(config: Config): Promise<DnsIndexFile | null> {
  const path = dnsIndexPath(config);
  try {
    await Deno.stat(path);
  } catch {
    return null;
  }
  try {
    const { rows: entries, bytes } = sizeOfFile(path);
    return { path, entries, bytes };
  } catch (error) {
    return { path, error: networkErrorText(error) };
  }
}

function configuredFiles(
  { GEO_DATABASES, CN_REGION_DB }: Config,
): Promise<ConfiguredFile[]> {
  return Promise.all([
    ...GEO_DATABASES.map((path) =>
      configuredFile(path, "GEO_DATABASES", openGeoFile)
    ),
    ...CN_REGION_DB.map((path) =>
      configuredFile(path, "CN_REGION_DB", readRegionalFile)
    ),
  ]);
}

async function configuredFile(
  path: string,
  variable: string,
  open: (path: string) => Promise<Parameters<typeof databaseInfo>[0]>,
): Promise<ConfiguredFile> {
  try {
    const { size: bytes } = await Deno.stat(path);
    const info = databaseInfo(await open(path));
    return { path, variable, bytes, info };
  } catch (error) {
    return { path, variable, error: networkErrorText(error) };
  }
}
