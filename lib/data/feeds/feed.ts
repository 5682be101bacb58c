/** One file that can be brought up to date. */
export interface Feed {
  /** Lower case with hyphens; names the files on disk and the `--only` of the command. */
  readonly name: string;
  /** What its file is loaded as; `geo` and `asn` take the place of the bundled tables. */
  readonly holds:
    | "geo"
    | "geo-file"
    | "asn"
    | "registry"
    | "prefixes"
    | "asns"
    | "asn-classes";
  /** Where to ask, the newest first: a 404 goes on to the next (databases named by month). */
  urls(now: number): readonly string[];
  /** How the download is packed; of a `tar.gz` the one member whose name ends in `.mmdb` counts. */
  readonly packing: "plain" | "gzip" | "tar.gz";
  /** Most bytes of the download, and of what it unpacks to. */
  readonly maxBytes: number;
  /** Extension of the kept file: "mmdb", "bin", "txt". */
  readonly extension: string;
  /** Version of the kept file's form: data of another one is not loaded, and is compiled anew. */
  readonly format: number;
  /** What a page that shows its data says of its terms. */
  readonly licence: string;
  /** What a page that shows its data says of its origin. */
  readonly attribution: string;
  /** Where the makers of the data describe it. */
  readonly homepage: string;
  /** Feeds that cannot be asked for without an account or contact say which. */
  readonly credentials?: "maxmind" | "contact";
  /** A SHA-256 file stands beside the download (`suffix=tar.gz` becomes `suffix=tar.gz.sha256`). */
  readonly hasSha256?: boolean;
  /**
   * Reads the unpacked download at `source` and writes what is kept to `target`; it may rename `source` to `target`.
   * The signal may end it early.
   *
   * @throws {Error} with the reason in words where it does not parse or fails its checks
   */
  compile(
    source: string,
    target: string,
    signal?: AbortSignal,
  ): Promise<Compiled>;
}

/** What a compiled file holds. */
export interface Compiled {
  /** Rows, addresses or prefixes: what the shrink guard compares. */
  readonly entries: number;
  /** Milliseconds since the epoch, from the data itself; null where it does not say. */
  readonly builtAt: number | null;
}

/** A feed before the configuration has had its say. In a URL `{month}` is `2026-11`: this month's, then the last one's. */
export type FeedDefinition = Omit<Feed, "urls"> & {
  readonly defaultUrls: readonly string[];
};

/**
 * The feeds with the URLs that the configuration gives by name; the value
 * "off" drops a feed. One that comes from elsewhere than its makers needs no
 * credentials of theirs, and has no SHA-256 beside it.
 *
 * @throws {Error} where it names a feed that there is not, or the value is no HTTP URL
 */
export function configured(
  definitions: readonly FeedDefinition[],
  urls: ReadonlyMap<string, string>,
): Feed[] {
  const names = new Set(definitions.map(({ name }) => name));
  for (const [name, url] of urls) {
    if (!names.has(name)) {
      throw new Error(`Cannot configure the feed "${name}": there is none`);
    }
    if (url !== "off") checkUrl(name, url);
  }
  return definitions.filter(({ name }) => urls.get(name) !== "off").map(
    ({ defaultUrls, ...feed }) => {
      const url = urls.get(feed.name);
      if (url === undefined) {
        return { ...feed, urls: (now) => expanded(defaultUrls, now) };
      }
      // What the makers ask for is no mirror's business, credentials least of all.
      const isMakers = defaultUrls.some((own) =>
        new URL(own).origin === new URL(url).origin
      );
      const terms = isMakers
        ? {}
        : { credentials: undefined, hasSha256: undefined };
      return { ...feed, ...terms, urls: (now) => expanded([url], now) };
    },
  );
}

function checkUrl(name: string, url: string): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new Error(
      `Cannot take the feed "${name}" from "${url}": no HTTP URL`,
    );
  }
}

function expanded(templates: readonly string[], now: number): string[] {
  const today = new Date(now);
  const months = [0, 1].map((back) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back))
      .toISOString().slice(0, 7)
  );
  return templates.flatMap((template) =>
    template.includes("{month}")
      ? months.map((month) => template.replaceAll("{month}", month))
      : [template]
  );
}
