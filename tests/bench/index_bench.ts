/*
 * How fast the DNS index takes names in, and finds them while it does:
 * `deno run -A tests/bench/index_bench.ts [names]`.
 *
 * Wanted on a million names: 50,000 inserts a second, and less than 20 ms for
 * the slowest hundredth of the searches, whichever part of a name they look at.
 */
import { DnsIndex, type Match } from "../../lib/dns/index/dns_index.ts";
import { type HostName, networks, seededRandom } from "./host_names.ts";

const NAMES = Number(Deno.args[0] ?? 1_000_000);
/** What is added beyond the index's queue would be dropped. */
const FLUSH_EVERY = 40_000;
const SEARCHES = 1_000;
/** What a scan finds in a second. */
const SCAN_RATE = 20_000;
const FREQUENT = ["com", "net", "dsl", "192", "static", ".1.", "-10-10-10"];

const random = seededRandom(5);
const source = networks(random);
const folder = await Deno.makeTempDir();
const index = DnsIndex.open({
  path: `${folder}/dns_index.db`,
  now: Date.now,
  log: { info: console.log, warn: console.warn },
});
await index.size();
const rssBefore = Deno.memoryUsage().rss;

const samples: string[] = [];
let insertMs = 0;
for (let made = 0; made < NAMES;) {
  const batch: HostName[] = [];
  while (batch.length < FLUSH_EVERY) batch.push(...source.next().value!);
  for (let i = 0; i < batch.length; i += 997) samples.push(batch[i].name);
  made += batch.length;
  const startMs = performance.now();
  while (batch.length > 0) addAll(batch.splice(-1_000));
  await index.flush();
  insertMs += performance.now() - startMs;
}
const { rows, bytes } = await index.size();
console.log(
  `inserts/s: ${Math.round(rows / insertMs * 1_000)} (at least 50000)`,
);
console.log(`rows: ${rows}`);
console.log(`file: ${mib(bytes)} MiB`);
console.log(`RSS grew by: ${mib(Deno.memoryUsage().rss - rssBefore)} MiB`);

let longestTurnMs = 0;
let isScanning = true;
const scan = scanOn();
const loop = watchLoop();
for (const match of ["left", "middle", "right"] as const) {
  const times: number[] = [];
  let slowest = "";
  for (let i = 0; i < SEARCHES; i++) {
    const keyword = i < FREQUENT.length ? FREQUENT[i] : keywordFor(match);
    const startMs = performance.now();
    await index.search({ kind: "ptr", match, keyword, after: null });
    const ms = performance.now() - startMs;
    if (times.every((time) => time < ms)) slowest = keyword;
    times.push(ms);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.floor(share * times.length)].toFixed(2);
  console.log(
    `${match}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (under 20), ` +
      `slowest ${times.at(-1)!.toFixed(2)} ms for ${slowest}`,
  );
}
isScanning = false;
const scanned = await scan;
await loop;
console.log(`a scan meanwhile wrote ${scanned} names/s`);
console.log(`longest turn of the event loop: ${longestTurnMs.toFixed(1)} ms`);
console.log(`RSS: ${mib(Deno.memoryUsage().rss)} MiB`);
await index.close();
await Deno.remove(folder, { recursive: true });

function addAll(found: readonly HostName[]): void {
  index.add(
    found.map(({ ip, name }) => ({ kind: "ptr", name, value: ip })),
  );
}

/** A part of a name that is there, as a visitor would type it. */
function keywordFor(match: Match): string {
  const name = samples[Math.floor(random() * samples.length)];
  const length = 3 + Math.floor(random() * 8);
  if (match === "left") return name.slice(0, length);
  if (match === "right") return name.slice(-length);
  const start = Math.floor(random() * Math.max(1, name.length - length));
  return name.slice(start, start + length);
}

/** Adds names at the rate of a scan. @returns names a second */
async function scanOn(): Promise<number> {
  const startMs = performance.now();
  let count = 0;
  let network = source.next().value!;
  while (isScanning) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const due = (performance.now() - startMs) / 1_000 * SCAN_RATE - count;
    for (let left = Math.floor(due); left > 0;) {
      if (network.length === 0) network = source.next().value!;
      const found = network.splice(0, Math.min(left, 200));
      addAll(found);
      left -= found.length;
      count += found.length;
    }
  }
  await index.flush();
  return Math.round(count / (performance.now() - startMs) * 1_000);
}

/** How late timers come, which is how long a turn of the loop was. */
async function watchLoop(): Promise<void> {
  const intervalMs = 5;
  while (isScanning) {
    const startMs = performance.now();
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
    const lateMs = performance.now() - startMs - intervalMs;
    longestTurnMs = Math.max(longestTurnMs, lateMs);
  }
}

function mib(count: number): string {
  return (count / 2 ** 20).toFixed(0);
}
