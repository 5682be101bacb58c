import type { Quotas } from "../../accounts/quotas/quotas.ts";
import type { IndexSize } from "../../dns/index/dns_index.ts";
import type { OnResponse } from "../../http/on_response.ts";
import type { Limits } from "../../limits/limits.ts";
import type { Profiles } from "../../ipinfo/profiles.ts";
import {
  exposition,
  histogramSamples,
  LATENCY_BOUNDS,
  type Metric,
  RequestCounts,
  watchLoopLag,
  watchRequests,
} from "./request_counts.ts";

export interface MetricsDeps {
  limits: Pick<Limits, "rejectedCounts" | "size">;
  quotas: Pick<Quotas, "counts">;
  profiles: Pick<Profiles, "sourceCounts">;
  dnsClient: { readonly queryCount: number };
  lookup: { readonly scansRunning: number };
  store: { readonly failures: number };
  /** Null if the index does not exist, or cannot be read. */
  indexSize: () => IndexSize | null;
  version: string;
  memory: () => { rss: number; heapUsed: number };
  startedAtMs: number;
  /** Milliseconds on a monotonic clock. */
  elapsed: () => number;
}

export interface Metrics extends Disposable {
  /** Counts each response. */
  watcher: OnResponse;
  /** The requests of another thread, which continue if it is replaced. */
  countsOf(thread: number): RequestCounts;
  /** All metrics in Prometheus's text format. */
  scrape(): string;
}

type Reading = readonly [value: number, ...labels: string[]];

/** Creates the metrics. They are counted elsewhere, and read at each scrape. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const own = new RequestCounts();
  const threads = new Map<number, RequestCounts>();
  const all = () =>
    threads.size === 0 ? own : RequestCounts.sum([own, ...threads.values()]);
  const lag = watchLoopLag(deps.elapsed);
  const metrics: Metric[] = [];

  function counter(
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Iterable<Reading>,
  ) {
    metrics.push({
      name,
      help,
      type: "counter",
      *read() {
        for (const [value, ...labels] of read()) {
          const pairs = labelNames.map((label, i) => [label, labels[i]]);
          yield { value, labels: Object.fromEntries(pairs) };
        }
      },
    });
  }

  function gauge(name: string, help: string, read: () => number | undefined) {
    metrics.push({
      name,
      help,
      type: "gauge",
      *read() {
        const value = read();
        if (value !== undefined) yield { value };
      },
    });
  }

  counter(
    "porthole_requests_total",
    "Requests answered, by group of routes and class of status.",
    ["route", "status"],
    function* () {
      for (const [group, { byClass }] of all().entries()) {
        for (const [digit, count] of byClass.entries()) {
          if (count > 0) yield [count, group, `${digit}xx`];
        }
      }
    },
  );
  metrics.push({
    name: "porthole_request_duration_seconds",
    help: "Time until the response headers were ready.",
    type: "histogram",
    *read() {
      for (const [route, { byLatency, seconds }] of all().entries()) {
        if (byLatency.every((count) => count === 0)) continue;
        yield* histogramSamples(LATENCY_BOUNDS, {
          labels: { route },
          counts: byLatency,
          sum: seconds,
        });
      }
    },
  });
  counter(
    "porthole_rate_limited_total",
    "Requests refused by a rate limit.",
    ["bucket"],
    () =>
      Object.entries(deps.limits.rejectedCounts).map(([name, n]) => [n, name]),
  );
  counter(
    "porthole_v2_charges_total",
    "Charges of V2 quotas.",
    ["outcome"],
    () => {
      const { granted, exhausted, refunded } = deps.quotas.counts;
      return [
        [granted, "granted"],
        [exhausted, "exhausted"],
        [refunded, "refunded"],
      ];
    },
  );
  counter(
    "porthole_source_queries_total",
    "Questions for remote sources, by what came of them.",
    ["source", "outcome"],
    function* () {
      for (const [source, counts] of deps.profiles.sourceCounts) {
        for (const [outcome, n] of Object.entries(counts)) {
          yield [n, source, outcome];
        }
      }
    },
  );
  counter(
    "porthole_dns_queries_total",
    "Questions for name servers.",
    [],
    () => [[deps.dnsClient.queryCount]],
  );
  counter(
    "porthole_store_errors_total",
    "Operations of the store that failed or took too long.",
    [],
    () => [[deps.store.failures]],
  );
  gauge(
    "porthole_scans_running",
    "Networks being scanned for reverse names.",
    () => deps.lookup.scansRunning,
  );
  gauge(
    "porthole_limit_counters",
    "Clients and buckets with an open window.",
    () => deps.limits.size.counters,
  );
  gauge(
    "porthole_banned_clients",
    "Clients shut out for going over limits too often.",
    () => deps.limits.size.bans,
  );
  // Reads the index once for both.
  let size: IndexSize | null = null;
  gauge(
    "porthole_dns_index_rows",
    "Names and addresses in the DNS index.",
    () => (size = deps.indexSize())?.rows,
  );
  gauge(
    "porthole_dns_index_bytes",
    "Size of the DNS index.",
    () => size?.bytes,
  );
  gauge(
    "porthole_event_loop_lag_seconds",
    "The longest the event loop was late since the last scrape.",
    () => lag.takeMaxSeconds(),
  );
  gauge(
    "porthole_heap_used_bytes",
    "Memory of JavaScript objects.",
    () => deps.memory().heapUsed,
  );
  gauge(
    "process_resident_memory_bytes",
    "Memory of the process.",
    () => deps.memory().rss,
  );
  gauge(
    "process_start_time_seconds",
    "When the process started, since the epoch.",
    () => deps.startedAtMs / 1000,
  );
  metrics.push({
    name: "porthole_info",
    help: "The version that runs.",
    type: "gauge",
    read: () => [{ labels: { version: deps.version }, value: 1 }],
  });

  return {
    watcher: watchRequests(own),
    countsOf: (thread) =>
      threads.getOrInsertComputed(thread, () => new RequestCounts()),
    scrape: () => exposition(metrics),
    [Symbol.dispose]: () => lag[Symbol.dispose](),
  };
}
