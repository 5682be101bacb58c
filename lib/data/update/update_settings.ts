import { join } from "node:path";
import { ConfigError } from "../../core/config_error.ts";
import { openBundledAsnTable } from "../bundled.ts";
import type { Feed } from "../feeds/feed.ts";
import { FeedStore } from "./feed_store.ts";
import type { UpdateOptions } from "./update_feeds.ts";
import { bogonBlocks } from "../../net/special_blocks.ts";

/** The part of the configuration that updates go by. */
export interface UpdateSettings {
  readonly DATA_DIR: string;
  readonly GEO_EDITION: "city" | "country";
  /** Feeds by name with another URL, or `off`. */
  readonly DATA_URLS: readonly (readonly [feed: string, url: string])[];
  readonly DATA_CONTACT?: string;
  readonly MAXMIND_ACCOUNT_ID?: string;
  readonly MAXMIND_LICENSE_KEY?: string;
}

/** Those settings alone: they can be sent to another thread. */
export function settingsOf(config: UpdateSettings): UpdateSettings {
  return {
    DATA_DIR: config.DATA_DIR,
    GEO_EDITION: config.GEO_EDITION,
    DATA_URLS: config.DATA_URLS,
    DATA_CONTACT: config.DATA_CONTACT,
    MAXMIND_ACCOUNT_ID: config.MAXMIND_ACCOUNT_ID,
    MAXMIND_LICENSE_KEY: config.MAXMIND_LICENSE_KEY,
  };
}

/** The folder of downloaded data. */
export function storeOf(
  { DATA_DIR }: Pick<UpdateSettings, "DATA_DIR">,
): FeedStore {
  return new FeedStore(join(DATA_DIR, "data"));
}

/**
 * Everything that can be brought up to date, as it is configured.
 *
 * @param dataRoot the folder of the bundled databases, with a slash at the end
 * @param now milliseconds since the epoch
 * @throws {ConfigError} where `DATA_URLS` names no feed, or one twice
 */
export async function feedsOf(
  { GEO_EDITION, DATA_URLS }: Pick<UpdateSettings, "GEO_EDITION" | "DATA_URLS">,
  dataRoot: URL,
  now: () => number,
): Promise<Feed[]> {
  // A server without downloaded data is the smaller for not loading the parsers.
  const [{ feeds }, { coveredBy }] = await Promise.all([
    import("../feeds/catalogue.ts"),
    import("../feeds/catalogue.ts"),
  ]);
  const named = DATA_URLS.map(([name]) => name);
  const twice = named.find((name, i) => named.indexOf(name) !== i);
  if (twice !== undefined) {
    throw configError(`the feed "${twice}" is there twice`);
  }
  try {
    return feeds({
      now,
      edition: GEO_EDITION,
      urls: new Map(DATA_URLS),
      organisations: () => organisations(dataRoot),
      isBogon: coveredBy(bogonBlocks()),
    });
  } catch (error) {
    throw configError(error instanceof Error ? error.message : String(error));
  }
}

function configError(message: string): ConfigError {
  return new ConfigError([{ variable: "DATA_URLS", message }]);
}

/** What an update needs of the configuration; the rest is up to who asks for it. */
export function updateOptions(
  config: UpdateSettings,
): Pick<UpdateOptions, "store" | "credentials" | "contact"> {
  const { MAXMIND_ACCOUNT_ID: accountId, MAXMIND_LICENSE_KEY: licenseKey } =
    config;
  return {
    store: storeOf(config),
    credentials: accountId && licenseKey
      ? { accountId, licenseKey }
      : undefined,
    contact: config.DATA_CONTACT,
  };
}

/** Full names of autonomous systems by the bundled table, the first of each. */
async function organisations(dataRoot: URL): Promise<Map<number, string>> {
  const table = await openBundledAsnTable(dataRoot);
  const names = new Map<number, string>();
  for (const { asn, org } of table.organisations()) {
    if (!names.has(asn)) names.set(asn, org);
  }
  return names;
}
