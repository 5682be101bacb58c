/**
 * Measures how many commits per second a KV file accepts from 64 writers:
 * `deno run -A tests/bench/commit_bench.ts`.
 */
import { callsPerSecond } from "./figures.ts";

const dataFolder = new URL("../../data/bench/", import.meta.url).pathname;
const WRITERS = 64;
const COMMITS = 2_000;

/** Commits per second. */
export async function measure(): Promise<Record<string, number>> {
  // On the service's disk: a file in memory would not be comparable.
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
