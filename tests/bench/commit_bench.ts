/**
 * How many commits a second a KV file takes from 64 writers:
 * `deno run -A tests/bench/commit_bench.ts`.
 */
import { callsPerSecond } from "./figures.ts";

const dataFolder = new URL("../../data/bench/", import.meta.url).pathname;
const WRITERS = 64;
const COMMITS = 2_000;

/** Commits a second. */
export async function measure(): Promise<Record<string, number>> {
  // Where the service keeps its own: a file in memory would be no measure for it.
  await Deno.mkdir(dataFolder, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: dataFolder });
  const kv = await Deno.openKv(`${folder}/bench.kv`);
  const commit = async (writer: number) => {
    await kv.set(["bench", writer], writer);
  };
  try {
    await callsPerSecond(WRITERS, COMMITS / 4, commit);
    return { "commits/s": await callsPerSecond(WRITERS, COMMITS, commit) };
  } finally {
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) console.table(await measure());
