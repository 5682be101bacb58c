import { createHash } from "node:crypto";
import { FEEDS } from "../../facts/feed_facts.ts";
import { type Cidr, lastAddress } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { compareAt } from "../../net/ranges.ts";
import type { Edition } from "../bundled.ts";
import {
  configureFeeds,
  type Feed,
  type FeedDefinition,
  type FeedDeps,
  type Geofeed,
} from "./feed.ts";
import { definitionOf } from "./feed_formats.ts";

/** Creates a test for whether the union of `blocks` covers a block. */
export function createCoverageTest(
  blocks: Iterable<Cidr>,
): (cidr: Cidr) => boolean {
  const set = PrefixSet.from(blocks);
  const wordsOf = (ip: IpAddress) => ip.family === 4 ? [ip.value] : ip.words;
  return (cidr) => {
    const { starts, ends, count, width } = set.ranges(cidr.address.family);
    const [first, last] = [cidr.address, lastAddress(cidr)].map(wordsOf);
    // Linear: the lists are short.
    for (let at = 0; at < count * width; at += width) {
      const isCovered = compareAt(starts, at, first, 0, width) <= 0 &&
        compareAt(last, 0, ends, at, width) <= 0;
      if (isCovered) return true;
    }
    return false;
  };
}

export interface FeedOptions
  extends Partial<Omit<FeedDeps, "now">>, Pick<FeedDeps, "now"> {
  readonly edition?: Edition;
  /** URLs by feed name that replace the defaults; "off" removes a feed. */
  readonly urls?: ReadonlyMap<string, string>;
  readonly geofeeds?: readonly Geofeed[];
}

/**
 * Creates all feeds: those of `facts/feeds.csv`, and the operator's geofeeds after
 * those of places.
 *
 * @throws {Error} if `urls` contains an unknown feed or an invalid URL
 */
export function createFeeds(options: FeedOptions): Feed[] {
  const {
    now,
    edition = "city",
    urls = new Map(),
    geofeeds = [],
    organizations = () => Promise.resolve(new Map()),
    isBogon = () => false,
  } = options;
  const deps = { now, organizations, isBogon };
  const listed = FEEDS.map((fact) => definitionOf(fact, deps))
    .filter(({ kind, name }) => kind !== "geo" || name === `dbip-${edition}`);
  const after = listed.findLastIndex(({ kind, isHarvest }) =>
    kind === "geofeed" && !isHarvest
  );
  const own = geofeeds.map((geofeed) => ownGeofeed(geofeed, deps));
  return configureFeeds(listed.toSpliced(after + 1, 0, ...own), urls);
}

function ownGeofeed(
  { url, networks }: Geofeed,
  deps: FeedDeps,
): FeedDefinition {
  const { hostname, origin } = new URL(url);
  return {
    ...definitionOf({
      name: geofeedName(url),
      format: "geofeed",
      urls: [url],
      license: `Terms of ${hostname}`,
      attribution: `Places by ${hostname}`,
      homepage: origin,
    }, deps),
    ...networks.length > 0 ? { networks } : { isUnlimited: true },
  };
}

/** The host, and a hash: data of one URL must not pass for that of another. */
function geofeedName(url: string): string {
  const host = new URL(url).hostname.replace(/[^a-z0-9]+/g, "-").slice(0, 40)
    .replace(/^-|-$/g, "");
  const hash = createHash("sha256").update(url).digest("hex").slice(0, 6);
  return `geofeed-${host}-${hash}`;
}
