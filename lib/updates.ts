import { join } from "node:path";
import { type Config, ConfigError } from "./config.ts";
import { openBundledAsnTable } from "./data/bundled.ts";
import type { Feed } from "./data/feeds/feed.ts";
import { FeedStore } from "./data/update/feed_store.ts";
import type { UpdateOptions } from "./data/update/update.ts";
import { bogonBlocks } from "./net/bogons.ts";

/** What of the configuration an update goes by. */
export type UpdateSettings = Pick<
  Config,
  | "DATA_DIR"
  | "GEO_EDITION"
  | "DATA_URLS"
  | "DATA_CONTACT"
  | "MAXMIND_ACCOUNT_ID"
  | "MAXMIND_LICENSE_KEY"
>;

/** Those settings alone: they can be sent to another thread. */
export function settingsOf(config: Config): UpdateSettings {
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
export function storeOf({ DATA_DIR }: Pick<Config, "DATA_DIR">): FeedStore {
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
  { GEO_EDITION, DATA_URLS }: Pick<Config, "GEO_EDITION" | "DATA_URLS">,
  dataRoot: URL,
  now: () => number,
): Promise<Feed[]> {
  // A server without downloaded data is the smaller for not loading the parsers.
  const [{ feeds }, { coveredBy }] = await Promise.all([
    import("./data/feeds/catalogue.ts"),
    import("./data/feeds/covered_by.ts"),
  ]);
  const named = DATA_URLS.map(([name]) => name);
  const twice = named.find((name, i) => named.indexOf(name) !== i);
  if (twice !== undefined) throw fault(`the feed "${twice}" is there twice`);
  try {
    return feeds({
      now,
      edition: GEO_EDITION,
      urls: new Map(DATA_URLS),
      organisations: () => organisations(dataRoot),
      isBogon: coveredBy(bogonBlocks()),
    });
  } catch (error) {
    throw fault(error instanceof Error ? error.message : String(error));
  }
}

function fault(message: string): ConfigError {
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
