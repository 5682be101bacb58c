import type { Feed } from "./feed.ts";

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
