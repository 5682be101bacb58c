import type { Cidr } from "../../net/cidr.ts";
import type { Edition } from "../bundled.ts";
import { asnFeeds } from "./asn_feeds.ts";
import { databaseFeeds } from "./database_feeds.ts";
import type { Feed } from "./feed.ts";
import { configured } from "./feed_urls.ts";
import { prefixFeeds } from "./prefix_feeds.ts";
import { registryFeeds } from "./registry_feeds.ts";

export interface FeedOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The edition of places that is in use. */
  readonly edition?: Edition;
  /** URLs by the names of feeds, in the place of the defaults; "off" drops a feed. */
  readonly urls?: ReadonlyMap<string, string>;
  /** The full names of autonomous systems, where they are known from elsewhere. */
  readonly organisations?: () => Promise<ReadonlyMap<number, string>>;
  /** Whether a whole block has no place on the internet, see `coveredBy`: no list has a say on it. */
  readonly isBogon?: (cidr: Cidr) => boolean;
}

/**
 * Everything that can be brought up to date.
 *
 * @throws {Error} where `urls` names no feed or holds no URL
 */
export function feeds(options: FeedOptions): Feed[] {
  const {
    now,
    edition = "city",
    urls = new Map(),
    organisations = () => Promise.resolve(new Map()),
    isBogon = () => false,
  } = options;
  return configured([
    ...databaseFeeds({ now, edition, organisations }),
    ...registryFeeds,
    ...prefixFeeds(isBogon),
    ...asnFeeds,
  ], urls);
}
