import type { DatabaseInfo } from "../../data/geo_database.ts";
import type { Feed } from "../../data/feeds/feed.ts";

/** Licenses under which anyone may redistribute data. */
const OPEN_LICENSES: ReadonlySet<string> = new Set([
  "CC-BY-4.0",
  "CC0-1.0",
  "PDDL-1.0",
]);

/** The kinds of feeds that the exported databases contain. They leave out evidence, such as lists. */
const KINDS: ReadonlySet<Feed["kind"]> = new Set(["geo", "asn", "routes"]);

/** Whether anyone may redistribute the data of a table. */
export function isOpenData(
  { license }: Pick<DatabaseInfo, "license">,
): boolean {
  return OPEN_LICENSES.has(license);
}

/**
 * The feeds whose data may be exported. If the operator has given a feed another
 * URL, nobody knows the license of what is there.
 *
 * @param replaced names of feeds with another URL
 */
export function openFeeds(
  feeds: readonly Feed[],
  replaced: ReadonlySet<string>,
): Feed[] {
  return feeds.filter((feed) =>
    KINDS.has(feed.kind) && isOpenData(feed) &&
    feed.credentials === undefined &&
    !replaced.has(feed.name)
  );
}
