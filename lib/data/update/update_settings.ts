import { join } from "node:path";
import { ConfigError, messageOf } from "../../core/errors.ts";
import { runInThread } from "../../core/thread_request.ts";
import { openBundledAsn } from "../bundled.ts";
import { AsnTable } from "../networks/asn_table.ts";
import type { Feed, Geofeed } from "../feeds/feed.ts";
import { FeedStore } from "./feed_store.ts";
import type { Outcome } from "./outcome.ts";
import type { UpdateOptions } from "./update_feeds.ts";
import { bogonBlocks } from "../../net/special_blocks.ts";

export interface UpdateSettings {
  readonly DATA_DIR: string;
  readonly GEO_EDITION: "city" | "country";
  /** URLs by feed name that replace the defaults; `off` removes a feed. */
  readonly DATA_URLS: readonly (readonly [feed: string, url: string])[];
  readonly GEOFEEDS: readonly Geofeed[];
  readonly DATA_CONTACT?: string;
  readonly MAXMIND_ACCOUNT_ID?: string;
  readonly MAXMIND_LICENSE_KEY?: string;
}

/** Picks those settings from the configuration, so that they can be sent to another thread. */
export function pickUpdateSettings(config: UpdateSettings): UpdateSettings {
  return {
    DATA_DIR: config.DATA_DIR,
    GEO_EDITION: config.GEO_EDITION,
    DATA_URLS: config.DATA_URLS,
    GEOFEEDS: config.GEOFEEDS,
    DATA_CONTACT: config.DATA_CONTACT,
    MAXMIND_ACCOUNT_ID: config.MAXMIND_ACCOUNT_ID,
    MAXMIND_LICENSE_KEY: config.MAXMIND_LICENSE_KEY,
  };
}

export function createFeedStore(
  { DATA_DIR }: Pick<UpdateSettings, "DATA_DIR">,
): FeedStore {
  return new FeedStore(join(DATA_DIR, "data"));
}

/**
 * Creates the feeds of a configuration.
 *
 * @param dataRoot folder of the bundled databases, with a slash at the end
 * @throws {ConfigError} if `DATA_URLS` names an unknown feed, or the same feed twice
 */
export async function configuredFeeds(
  { DATA_DIR, GEO_EDITION, DATA_URLS, GEOFEEDS }: Pick<
    UpdateSettings,
    "DATA_DIR" | "GEO_EDITION" | "DATA_URLS" | "GEOFEEDS"
  >,
  dataRoot: URL,
  now: () => number,
): Promise<Feed[]> {
  // Imported on demand: a server without downloaded data does not need the parsers.
  const { createCoverageTest, createFeeds } = await import(
    "../feeds/catalogue.ts"
  );
  const named = DATA_URLS.map(([name]) => name);
  const twice = named.find((name, i) => named.indexOf(name) !== i);
  if (twice !== undefined) {
    throw configError(`the feed "${twice}" is listed twice`);
  }
  const urls = GEOFEEDS.map(({ url }) => url);
  const repeated = urls.find((url, i) => urls.indexOf(url) !== i);
  if (repeated !== undefined) {
    const message = `${repeated} is listed twice`;
    throw new ConfigError([{ variable: "GEOFEEDS", message }]);
  }
  try {
    const feeds: Feed[] = createFeeds({
      now,
      edition: GEO_EDITION,
      urls: new Map(DATA_URLS),
      geofeeds: GEOFEEDS,
      organizations: () =>
        organizations(
          dataRoot,
          createFeedStore({ DATA_DIR }),
          feeds.filter(({ hasNames }) => hasNames),
        ),
      isBogon: createCoverageTest(bogonBlocks()),
    });
    return feeds;
  } catch (error) {
    throw configError(messageOf(error));
  }
}

function configError(message: string): ConfigError {
  return new ConfigError([{ variable: "DATA_URLS", message }]);
}

/** The options of an update that come from the configuration. */
export function updateOptions(
  config: UpdateSettings,
): Pick<UpdateOptions, "store" | "credentials" | "contact"> {
  const { MAXMIND_ACCOUNT_ID: accountId, MAXMIND_LICENSE_KEY: licenseKey } =
    config;
  return {
    store: createFeedStore(config),
    credentials: accountId && licenseKey
      ? { accountId, licenseKey }
      : undefined,
    contact: config.DATA_CONTACT,
  };
}

export interface UpdateRequest {
  readonly settings: UpdateSettings;
  /** URL of the folder of the bundled databases. */
  readonly dataRoot: string;
  readonly version: string;
  /** Names of the feeds to update; undefined for all. */
  readonly only: readonly string[] | undefined;
}

/**
 * Updates the data in a worker thread, which the signal terminates.
 *
 * @throws {Error} if the update could not run; the signal's reason
 */
export function updateInThread(
  request: UpdateRequest,
  signal: AbortSignal,
): Promise<readonly Outcome[]> {
  const program = new URL("./update_worker.ts", import.meta.url);
  return runInThread(program, "data update", request, signal);
}

/**
 * Full names of autonomous systems, the first if a table has several: of the feeds, and
 * of the bundled table if that with the names of all systems has no data.
 */
async function organizations(
  dataRoot: URL,
  store: FeedStore,
  feeds: readonly Feed[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const add = (table: AsnTable) => {
    for (const { asn, org } of table.organizations()) {
      names.getOrInsert(asn, org);
    }
  };
  let hasAll = false;
  for (const feed of feeds) {
    const table = await storedTable(store, feed);
    if (!table) continue;
    add(table);
    hasAll ||= feed.kind === "asn-names";
  }
  if (!hasAll) add((await openBundledAsn(dataRoot)).table);
  return names;
}

async function storedTable(
  store: FeedStore,
  { name, format }: Feed,
): Promise<AsnTable | undefined> {
  try {
    const { manifest, bytes } = await store.open(name);
    return manifest.format === format ? AsnTable.load(bytes) : undefined;
  } catch {
    // No data yet, or damaged: routes with older names are better than none.
    return undefined;
  }
}
