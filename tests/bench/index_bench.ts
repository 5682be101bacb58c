/*
 * Measures how fast the DNS index inserts names, and searches them at the same
 * time: `deno run -A tests/bench/index_bench.ts [names]`.
 *
 * The target with a million names: 50,000 inserts per second, and a 99th percentile
 * of searches below 20 ms, for each kind of match.
 */
import { DnsIndex, type Match } from "../../lib/dns/index/dns_index.ts";
import { type BenchOptions, quantile } from "./figures.ts";
import { type HostName, networks, seededRandom } from "./host_names.ts";

/** The index drops names that don't fit into its queue. */
const FLUSH_EVERY = 40_000;
const SEARCHES = 1_000;
/** Names that a scan finds per second. */
const SCAN_RATE = 20_000;
const FREQUENT = ["com", "net", "dsl", "192", "static", ".1.", "-10-10-10"];

/** Fills an index, then searches it while a scan writes. */
async function measureIndex(
  names: number,
  print: (line: string) => void,
): Promise<Record<string, number>> {
  const random = seededRandom(5);
  const source = networks(random);
  const folder = await Deno.makeTempDir();
  const index = new DnsIndex({
    path: `${folder}/dns_index.db`,
    now: Date.now,
    log: { info: print, warn: console.warn },
  });
  await index.size();
  const rssBefore = Deno.memoryUsage().rss;

  const samples: string[] = [];
  let insertMs = 0;
  for (let made = 0; made < names;) {
    const batch: HostName[] = [];
    while (batch.length < FLUSH_EVERY) batch.push(...source.next().value!);
    for (let i = 0; i < batch.length; i += 997) samples.push(batch[i].name);
    made += batch.length;
    const startMs = performance.now();
    while (batch.length > 0) addAll(index, batch.splice(-1_000));
    await index.flush();
    insertMs += performance.now() - startMs;
  }
  const { rows, bytes } = await index.size();
  const report: Record<string, number> = {
    "inserts/s": Math.round(rows / insertMs * 1_000),
    rows,
  };
  print(`inserts/s: ${report["inserts/s"]} (at least 50000)`);
  print(`rows: ${rows}`);
  print(`file: ${mib(bytes)} MiB`);
  print(`RSS grew by: ${mib(Deno.memoryUsage().rss - rssBefore)} MiB`);

  const searching = new AbortController();
  const scan = scanOn(index, source, searching.signal);
  const loop = longestTurn(searching.signal);
  for (const match of ["left", "middle", "right"] as const) {
    const times: { ms: number; keyword: string }[] = [];
    for (let i = 0; i < SEARCHES; i++) {
      const keyword = FREQUENT[i] ?? keywordFor(match, samples, random);
      const startMs = performance.now();
      await index.search({ kind: "ptr", match, keyword, after: null });
      times.push({ ms: performance.now() - startMs, keyword });
    }
    times.sort((a, b) => a.ms - b.ms);
    const sorted = times.map(({ ms }) => ms);
    const p99Ms = report[`${match} p99, ms`] = quantile(sorted, 0.99);
    const slowest = times[times.length - 1];
    print(
      `${match}: p50 ${quantile(sorted, 0.5).toFixed(2)} ms, ` +
        `p99 ${p99Ms.toFixed(2)} ms (under 20), ` +
        `slowest ${slowest.ms.toFixed(2)} ms for ${slowest.keyword}`,
    );
  }
  searching.abort();
  print(`a scan meanwhile wrote ${await scan} names/s`);
  print(`longest turn of the event loop: ${(await loop).toFixed(1)} ms`);
  print(`RSS: ${mib(Deno.memoryUsage().rss)} MiB`);
  await index.close();
  await Deno.remove(folder, { recursive: true });
  return report;
}

function addAll(index: DnsIndex, found: readonly HostName[]): void {
  index.add(found.map(({ ip, name }) => ({ kind: "ptr", name, value: ip })));
}

/** A part of a name that is there, as a visitor would type it. */
function keywordFor(
  match: Match,
  samples: readonly string[],
  random: () => number,
): string {
  const name = samples[Math.floor(random() * samples.length)];
  const length = 3 + Math.floor(random() * 8);
  if (match === "left") return name.slice(0, length);
  if (match === "right") return name.slice(-length);
  const start = Math.floor(random() * Math.max(1, name.length - length));
  return name.slice(start, start + length);
}

/** Adds names at the rate of a scan. @returns names a second */
async function scanOn(
  index: DnsIndex,
  source: Generator<HostName[]>,
  until: AbortSignal,
): Promise<number> {
  const startMs = performance.now();
  let count = 0;
  let network = source.next().value!;
  while (!until.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const due = (performance.now() - startMs) / 1_000 * SCAN_RATE - count;
    for (let left = Math.floor(due); left > 0;) {
      if (network.length === 0) network = source.next().value!;
      const found = network.splice(0, Math.min(left, 200));
      addAll(index, found);
      left -= found.length;
      count += found.length;
    }
  }
  await index.flush();
  return Math.round(count / (performance.now() - startMs) * 1_000);
}

/** The longest delay of timers in milliseconds, which is the longest turn of the event loop. */
async function longestTurn(until: AbortSignal): Promise<number> {
  const intervalMs = 5;
  let longestMs = 0;
  while (!until.aborted) {
    const startMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
    longestMs = Math.max(longestMs, performance.now() - startMs - intervalMs);
  }
  return longestMs;
}

function mib(count: number): string {
  return (count / 2 ** 20).toFixed(0);
}

/** Inserts and searches of a million names. */
export async function measure(
  { isQuick }: BenchOptions,
): Promise<Record<string, number>> {
  return await measureIndex(isQuick ? 100_000 : 1_000_000, () => {});
}

if (import.meta.main) {
  await measureIndex(Number(Deno.args[0] ?? 1_000_000), console.log);
}
