import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import type { Manifest } from "../../../../lib/data/update/feed_store.ts";

/** What a store says of its data. */
export const MANIFEST: Manifest = {
  feed: "a",
  file: "a.1795262400000.txt",
  format: 1,
  url: "https://lists.example/a",
  etag: '"a"',
  lastModified: null,
  fetchedAt: 1795262400000,
  checkedAt: 1795262400000,
  builtAt: null,
  entries: 1200,
  bytes: 17000,
  sha256: "a".repeat(64),
  downloadSha256: "b".repeat(64),
};

/** A feed of lines, stored unchanged; "garbage" is an invalid line. */
export function lineFeed(
  name: string,
  urls: string | readonly string[],
  more: Partial<Feed> = {},
): Feed {
  return {
    name,
    urls: () => [urls].flat(),
    kind: "prefixes",
    packing: "plain",
    maxBytes: 1_000_000,
    extension: "txt",
    format: 1,
    license: "CC0-1.0",
    attribution: "Lines by nobody",
    homepage: "https://lines.example",
    async compile(source, target) {
      const text = await Deno.readTextFile(source);
      const lines = text.split("\n").filter((line) => line !== "");
      if (lines.includes("garbage")) throw new Error("line 1 is not a line");
      await Deno.rename(source, target);
      return { entries: lines.length, builtAt: null };
    },
    ...more,
  };
}

/** The given number of lines. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, i) => `line ${i}\n`).join("");
}
