import type { Cidr } from "../../net/cidr.ts";

export interface Feed {
  /** Lower case with hyphens. Used in file names and by `data update --only`. */
  readonly name: string;
  /** How the stored file is loaded. `geo`, `asn` and `routes` replace the bundled tables. */
  readonly kind:
    | "geo"
    | "geo-file"
    | "asn"
    | "asn-names"
    | "routes"
    | "vrps"
    | "countries"
    | "registry"
    | "geofeed"
    | "prefixes"
    | "anycast"
    | "asns"
    | "asn-classes";
  /**
   * URLs to try in this order, the newest first: after a 404 the next one is
   * tried, for databases named by month.
   *
   * @param now milliseconds since the epoch
   */
  urls(now: number): readonly string[];
  /** Packing of the download. In a `tar.gz` the only member whose name ends in `.mmdb` is used. */
  readonly packing: "plain" | "gzip" | "tar.gz";
  /** The only family in the file, of `routes`. */
  readonly family?: 4 | 6;
  /** Whether other tables take the names of autonomous systems from it, so that it is updated before them. */
  readonly hasNames?: true;
  /** Maximum size of the download, and of the unpacked file. */
  readonly maxBytes: number;
  /** Extension of the stored file: "mmdb" or "bin". */
  readonly extension: string;
  /**
   * Format version of the stored file. Data of another version is not loaded, and
   * is downloaded again.
   */
  readonly format: number;
  readonly license: string;
  readonly attribution: string;
  /** The publisher's page about the data. */
  readonly homepage: string;
  /** What a request requires: a MaxMind account, or a contact in the User-Agent. */
  readonly credentials?: "maxmind" | "contact";
  /** Whether a SHA-256 can be downloaded too (`suffix=tar.gz` becomes `suffix=tar.gz.sha256`). */
  readonly hasSha256?: boolean;
  /** The autonomous systems for whose addresses a geofeed is used. Default: all. */
  readonly networks?: readonly number[];
  /** Whether it is a geofeed of the operator's choice without `networks`. */
  readonly isUnlimited?: true;
  /**
   * Whether the places are those of many networks, collected by someone else. Such a feed
   * is off unless the operator names its URL: its publisher states no terms for the data.
   */
  readonly isHarvest?: true;
  /**
   * How often the server checks for newer data. Default: as often as
   * `DATA_UPDATE` says. Never more often than the publisher allows.
   */
  readonly period?: "hourly" | "daily";
  /**
   * Reads the unpacked download at `source` and writes the file to store to
   * `target`. May rename `source` to `target`, and may ignore the signal.
   *
   * @throws {Error} with a message for the operator, if the download does not parse
   * or fails its checks
   */
  compile(
    source: string,
    target: string,
    signal?: AbortSignal,
  ): Promise<Compiled>;
}

/** What compiling a feed can need beside its file. */
export interface FeedDeps {
  /** Milliseconds since the epoch. The build time of data that does not state one. */
  readonly now: () => number;
  /** Full names of autonomous systems, by number: some files have handles ("GOOGLE") or none. */
  readonly organizations: () => Promise<ReadonlyMap<number, string>>;
  /** Whether a block is entirely bogon. Such entries are ignored. */
  readonly isBogon: (cidr: Cidr) => boolean;
}

export interface Compiled {
  /** Number of rows, addresses or prefixes, for the check against shrunk data. */
  readonly entries: number;
  /** Milliseconds since the epoch, from the data itself; null if it does not state it. */
  readonly builtAt: number | null;
}

/**
 * A feed before configuration. In a URL, `{month}` is replaced by the current month,
 * `2026-11`, and then for the previous one; `{monday}` for the latest Monday,
 * `20261116`, and then for the three before it.
 */
export type FeedDefinition = Omit<Feed, "urls"> & {
  readonly defaultUrls: readonly string[];
};

/**
 * Applies the configured URLs, by feed name, to the feeds; "off" removes a feed.
 * A feed from another origin than the publisher's needs no credentials and has no
 * SHA-256.
 *
 * @throws {Error} if a feed does not exist, or a URL is not an HTTP URL
 */
export function configureFeeds(
  definitions: readonly FeedDefinition[],
  urls: ReadonlyMap<string, string>,
): Feed[] {
  const names = new Set(definitions.map(({ name }) => name));
  for (const [name, url] of urls) {
    if (!names.has(name)) {
      throw new Error(
        `Cannot configure the feed "${name}": this configuration has no such feed`,
      );
    }
    if (url !== "off") checkUrl(name, url);
  }
  return definitions.filter(({ name, isHarvest }) =>
    urls.get(name) !== "off" && (!isHarvest || urls.has(name))
  ).map(
    ({ defaultUrls, ...feed }) => {
      const url = urls.get(feed.name);
      if (url === undefined) {
        return { ...feed, urls: (now) => expanded(defaultUrls, now) };
      }
      // A mirror must not get the credentials for the publisher.
      const isPublisher = defaultUrls.some((own) =>
        new URL(own).origin === new URL(url).origin
      );
      const terms = isPublisher
        ? {}
        : { credentials: undefined, hasSha256: undefined };
      return { ...feed, ...terms, urls: (now) => expanded([url], now) };
    },
  );
}

function checkUrl(name: string, url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new Error(
      `Cannot download the feed "${name}" from "${url}": it is not an HTTP URL`,
    );
  }
}

function expanded(templates: readonly string[], now: number): string[] {
  const today = new Date(now);
  const months = [0, 1].map((back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back))
      .toISOString().slice(0, 7)
  );
  const daysSinceMonday = (today.getUTCDay() + 6) % 7;
  const mondays = [0, 7, 14, 21].map((back) =>
    new Date(now - (daysSinceMonday + back) * 86_400_000)
      .toISOString().slice(0, 10).replaceAll("-", "")
  );
  return templates.flatMap((template) =>
    template.includes("{month}")
      ? months.map((month) => template.replaceAll("{month}", month))
      : template.includes("{monday}")
      ? mondays.map((monday) => template.replaceAll("{monday}", monday))
      : [template]
  );
}

/** What `isUnlimited` means to the operator. */
export const UNLIMITED =
  "can place any address: GEOFEEDS has no AS numbers before its URL";

/** A geofeed that the operator has configured. */
export interface Geofeed {
  readonly url: string;
  /** The autonomous systems for whose addresses it is used; empty for all. */
  readonly networks: readonly number[];
}

/**
 * Parses `https://…` or `AS64500+AS64501=https://…`; null for anything else.
 */
export function parseGeofeed(text: string): Geofeed | null {
  const match = /^(?:(AS[1-9]\d{0,9}(?:\+AS[1-9]\d{0,9})*)=)?(https:\/\/.+)$/i
    .exec(text);
  const url = match && URL.parse(match[2]);
  if (!url || url.username || url.password) return null;
  const networks = (match[1] ?? "").split("+").filter(Boolean)
    .map((asn) => Number(asn.slice(2)));
  return networks.every((asn) => asn <= 0xffff_ffff)
    ? { url: url.href, networks }
    : null;
}
