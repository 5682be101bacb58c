import { gzipSync } from "node:zlib";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import { updateFeeds } from "../../../../lib/data/update/update_feeds.ts";
import { lineFeed } from "./line_feed.ts";
import { patient } from "./update_fixture.ts";

/** Rows that all contain the number of their generation. */
function rows(generation: number, count: number): string {
  return `${generation}\n`.repeat(count);
}

/** Updates the feed "a" to a generation, without any network. */
export async function updateTo(
  folder: string,
  generation: number,
  { count = 1000, gzip = true }: { count?: number; gzip?: boolean } = {},
) {
  const text = rows(generation, count);
  const body = gzip ? new Uint8Array(gzipSync(text)) : text;
  const [outcome] = await updateFeeds({
    feeds: [
      lineFeed("a", "http://lists.example/a", {
        packing: gzip ? "gzip" : "plain",
        async compile(source, target) {
          // A new file, as most feeds write one.
          await Deno.writeFile(target, await Deno.readFile(source));
          return { entries: count, builtAt: null };
        },
      }),
    ],
    store: new FeedStore(folder),
    fetch: () => Promise.resolve(new Response(body)),
    now: () => generation,
    version: "1.2.3",
    signal: new AbortController().signal,
    report() {},
    limits: patient,
  });
  return outcome;
}

/**
 * The generation of the current data.
 *
 * @throws {Error} if the data is not intact
 */
export async function generationOf(folder: string): Promise<number> {
  const { bytes, manifest } = await new FeedStore(folder).open("a");
  const text = new TextDecoder().decode(bytes);
  const generation = parseInt(text);
  if (text !== rows(generation, manifest.entries)) {
    throw new Error("rows of several generations");
  }
  return generation;
}

/** Names in a folder, sorted. */
export function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

/** A command that runs a script of this folder in a new process. */
export function script(name: string, ...args: string[]): string[] {
  const path = new URL(name, import.meta.url).pathname;
  return [Deno.execPath(), "run", "-A", "-q", "--no-check", path, ...args];
}
