import type { Quotas } from "../../accounts/quotas/quotas.ts";
import type { IndexSize } from "../../dns/index/dns_index.ts";
import type { OnResponse } from "../../http/on_response.ts";
import type { Limits } from "../../limits/limits.ts";
import type { Profiles } from "../../ipinfo/profiles.ts";
import {
  histogramSamples,
  metricText,
  RequestCounts,
  type Sample,
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

/** Creates the metrics. They are counted elsewhere, and read at each scrape. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const own = new RequestCounts();
  const threads = new Map<number, RequestCounts>();
  const all = () =>
    threads.size === 0 ? own : RequestCounts.sum([own, ...threads.values()]);
  const lag = watchLoopLag(deps.elapsed);
  return {
    watcher: watchRequests(own),
    countsOf: (thread) =>
      threads.getOrInsertComputed(thread, () => new RequestCounts()),
    scrape: () => metricsText(deps, all(), lag.takeMaxSeconds()),
    [Symbol.dispose]: () => lag[Symbol.dispose](),
  };
}

function metricsText(
  deps: MetricsDeps,
  requests: RequestCounts,
  lagSeconds: number,
): string {
  const { limits, quotas, profiles, dnsClient, store } = deps;
  const index = deps.indexSize();
  const memory = deps.memory();
  return [
    counter(
      "porthole_requests_total",
      "Requests answered, by group of routes and class of status.",
      statusSamples(requests),
    ),
    metricText(
      "histogram",
      "porthole_request_duration_seconds",
      "Time until the response headers were ready.",
      durationSamples(requests),
    ),
    counter(
      "porthole_rate_limited_total",
      "Requests refused by a rate limit.",
      labeled("bucket", limits.rejectedCounts),
    ),
    counter(
      "porthole_v2_charges_total",
      "Charges of V2 quotas.",
      labeled("outcome", quotas.counts),
    ),
    counter(
      "porthole_source_queries_total",
      "Questions for remote sources, by what came of them.",
      Array.from(
        profiles.sourceCounts,
        ([source, counts]) => labeled("outcome", counts, { source }),
      ).flat(),
    ),
    counter(
      "porthole_dns_queries_total",
      "Questions for name servers.",
      [[dnsClient.queryCount]],
    ),
    counter(
      "porthole_store_errors_total",
      "Operations of the store that failed or took too long.",
      [[store.failures]],
    ),
    gauge(
      "porthole_scans_running",
      "Networks being scanned for reverse names.",
      deps.lookup.scansRunning,
    ),
    gauge(
      "porthole_limit_counters",
      "Clients and buckets with an open window.",
      limits.size.counters,
    ),
    gauge(
      "porthole_banned_clients",
      "Clients shut out for going over limits too often.",
      limits.size.bans,
    ),
    gauge(
      "porthole_dns_index_rows",
      "Names and addresses in the DNS index.",
      index?.rows,
    ),
    gauge(
      "porthole_dns_index_bytes",
      "Size of the DNS index.",
      index?.bytes,
    ),
    gauge(
      "porthole_event_loop_lag_seconds",
      "The longest the event loop was late since the last scrape.",
      lagSeconds,
    ),
    gauge(
      "porthole_heap_used_bytes",
      "Memory of JavaScript objects.",
      memory.heapUsed,
    ),
    gauge(
      "process_resident_memory_bytes",
      "Memory of the process.",
      memory.rss,
    ),
    gauge(
      "process_start_time_seconds",
      "When the process started, since the epoch.",
      deps.startedAtMs / 1000,
    ),
    metricText(
      "gauge",
      "porthole_info",
      "The version that runs.",
      [[1, { version: deps.version }]],
    ),
  ].join("");
}

function counter(name: string, help: string, samples: Iterable<Sample>) {
  return metricText("counter", name, help, samples);
}

/** @param value undefined if it is unknown */
function gauge(name: string, help: string, value: number | undefined) {
  return metricText("gauge", name, help, value === undefined ? [] : [[value]]);
}

/** Counts by the value of a label, with the same further labels. */
function labeled(
  label: string,
  counts: Readonly<Record<string, number>>,
  labels: Sample[1] = {},
): Sample[] {
  return Object.entries(counts).map(([name, count]) => [
    count,
    { ...labels, [label]: name },
  ]);
}

function* statusSamples(requests: RequestCounts): Iterable<Sample> {
  for (const [route, { byClass }] of requests.entries()) {
    for (const [digit, count] of byClass.entries()) {
      if (count > 0) yield [count, { route, status: `${digit}xx` }];
    }
  }
}

function* durationSamples(requests: RequestCounts): Iterable<Sample> {
  for (const [route, { byLatency, seconds }] of requests.entries()) {
    if (byLatency.every((count) => count === 0)) continue;
    yield* histogramSamples({ route }, byLatency, seconds);
  }
}
