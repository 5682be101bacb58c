/**
 * Simulates what one of several instances writes to the store for its rate limits,
 * without a store: `deno run -A tests/bench/counters_bench.ts`. Of a hundred clients,
 * 90 send 2 requests a minute, 9 send 20 and one sends 100, with a limit of 60. An
 * instance serves 5,000 requests a second.
 */
import { BUCKETS } from "../../lib/limits/bucket.ts";
import { Limiter } from "../../lib/limits/limiter.ts";

const REQUESTS_PER_SECOND = 5_000;
const LIMIT = 60;
/** Requests a minute of a hundred clients. */
const RATES = [...Array(90).fill(2), ...Array(9).fill(20), 100];
const MEAN_RATE = RATES.reduce((sum, rate) => sum + rate) / RATES.length;
/** The interval of writes in a server. */
const FLUSH_MS = 500;
/** After this, as many windows end as begin. */
const WARM_UP_MS = 60_000;
const MEASURED_MS = 30_000;

/** A store that only counts. */
function countingKv() {
  const counts = { reads: 0, commits: 0, records: 0 };
  const operation = {
    check: () => operation,
    set: () => (counts.records++, operation),
    commit: () => (counts.commits++, Promise.resolve({ ok: true })),
  };
  const kv = {
    getMany(keys: readonly Deno.KvKey[]) {
      counts.reads++;
      const none = { value: null, versionstamp: null };
      return Promise.resolve(keys.map((key) => ({ key, ...none })));
    },
    atomic: () => operation,
  };
  return { kv: kv as unknown as Deno.Kv, counts };
}

/** @param perMinute requests that an instance gets of a client, of those it sends */
async function simulate(perMinute: number, isShared: boolean) {
  const clock = { nowMs: Date.UTC(2026, 10, 28) };
  const { kv, counts } = countingKv();
  const limiter = new Limiter({
    kv,
    limits: Object.fromEntries(
      BUCKETS.map((bucket) => [bucket, LIMIT]),
    ) as Record<typeof BUCKETS[number], number>,
    now: () => clock.nowMs,
    isShared,
  });
  const clients = REQUESTS_PER_SECOND * 60 / (MEAN_RATE * perMinute);
  // A client that sends twice as much is drawn twice as often.
  const draw = RATES.flatMap((rate, kind) => Array(rate).fill(kind));
  const requests = REQUESTS_PER_SECOND * FLUSH_MS / 1000;
  for (let ms = 0; ms < WARM_UP_MS + MEASURED_MS; ms += FLUSH_MS) {
    if (ms === WARM_UP_MS) {
      Object.assign(counts, { reads: 0, commits: 0, records: 0 });
    }
    for (let i = 0; i < requests; i++) {
      const kind = draw[Math.floor(Math.random() * draw.length)];
      const number = 100 * Math.floor(Math.random() * clients / 100) + kind;
      const octets = [24, 16, 8, 0].map((shift) => number >>> shift & 255);
      limiter.take("text", `${octets[3]}.${octets.slice(0, 3).join(".")}`);
    }
    await limiter.flush();
    clock.nowMs += FLUSH_MS;
  }
  const each = (count: number) => count * 1000 / MEASURED_MS;
  return {
    clients: Math.round(clients),
    counters: limiter.size,
    commits: each(counts.commits),
    reads: each(counts.reads),
    records: each(counts.records),
  };
}

if (import.meta.main) {
  const rows = [];
  for (const instances of [1, 10, 1_000]) {
    for (const chosen of ["at random", "by client"] as const) {
      const byClient = chosen === "by client";
      for (const isShared of [true, false]) {
        const { commits, reads, records, ...rest } = await simulate(
          byClient ? 1 : 1 / instances,
          isShared,
        );
        rows.push({
          instances,
          chosen,
          RATE_LIMIT_SHARED: isShared ? "on" : "off",
          ...rest,
          "commits/s, all": Math.round(commits * instances),
          "reads/s, all": Math.round(reads * instances),
          "records/s, all": Math.round(records * instances),
        });
      }
    }
  }
  console.table(rows);
}
