import { type BundledDatabase, dataStatus } from "./data_status.ts";
import { dataUpdate } from "./data_update.ts";
import type { Config } from "../config.ts";
import {
  completionOf,
  openBundledAsn,
  openBundledGeo,
} from "../data/bundled.ts";
import { feedsOf, storeOf, updateOptions } from "../updates.ts";

/** What the commands about data need of the program. */
export interface DataParts {
  readonly config: Config;
  /** The folder of the bundled databases, with a slash at the end. */
  readonly dataRoot: URL;
  readonly version?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** What `data status` prints. */
export async function statusOf(
  { config, dataRoot, now = Date.now }: DataParts,
  json: boolean,
): Promise<string> {
  const [bundled, states] = await Promise.all([
    bundledDatabases(config, dataRoot),
    storeOf(config).states(),
  ]);
  const feeds = await feedsOf(config, dataRoot, now);
  return dataStatus({ bundled, feeds, states, now: now(), json });
}

/**
 * Does what `data update` says and returns the exit status.
 *
 * @throws {UsageError} where `only` names no feed
 */
export async function runUpdate(
  { config, dataRoot, version = "0", fetch = globalThis.fetch, now = Date.now }:
    DataParts,
  options: {
    only?: readonly string[];
    force: boolean;
    signal: AbortSignal;
    out: (text: string) => void;
    err: (text: string) => void;
    terminal: boolean;
  },
): Promise<number> {
  return await dataUpdate({
    ...updateOptions(config),
    feeds: await feedsOf(config, dataRoot, now),
    fetch,
    now,
    version,
    ...options,
  });
}

async function bundledDatabases(
  { GEO_EDITION }: Config,
  dataRoot: URL,
): Promise<BundledDatabase[]> {
  const [geo, asn] = await Promise.all([
    openBundledGeo(dataRoot, GEO_EDITION, await completionOf("country")),
    openBundledAsn(dataRoot),
  ]);
  await geo.table.loaded(6);
  return [geo.info, { ...asn.info, entries: asn.table.size }];
}
