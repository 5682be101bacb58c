import type { Edition } from "../../lib/data/bundled.ts";
import { TableLoader } from "../../lib/data/table_loader.ts";
import { openTables, type Tables } from "../../lib/data/tables.ts";
import { FeedStore } from "../../lib/data/update/feed_store.ts";

/** The folder that the build fills with the bundled databases. */
export const bundledData = new URL("../../_data/", import.meta.url);

/** The tables of the databases that come with the program. */
export async function openBundled(
  bundled: URL,
  edition: Edition,
): Promise<Tables> {
  const store = new FeedStore("/nonexistent");
  return await openTables({
    bundled,
    edition,
    feeds: () => Promise.resolve([]),
    geoDatabases: [],
    regionalFiles: [],
  }, new TableLoader(store, () => {}));
}
