import { allocate, Arena } from "../../core/shared_memory.ts";
import { FinalResponse } from "../../http/compression.ts";
import { splitUrl } from "../../http/hosts.ts";
import { isProbePath } from "../../http/operator_endpoints.ts";
import { routeGroupOf } from "../../http/url_rows.ts";
import { ROUTE_GROUPS, type RouteGroup } from "../../http/url_table.ts";
import type { OnResponse } from "../../http/on_response.ts";

/** The group of `/`, whose response type depends on the client. */
export function rootGroupOf(contentType: string | null): RouteGroup {
  if (contentType?.startsWith("text/plain")) return "text";
  return contentType?.startsWith("application/json") ? "jsonip" : "home";
}

/** Upper bounds of the latency histogram, in seconds. */
export const LATENCY_BOUNDS = [
  0.0001,
  0.00025,
  0.0005,
  0.001,
  0.0025,
  0.005,
  0.01,
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
] as const;

class GroupCounts {
  /** By the first digit of the status. */
  readonly byClass: Float64Array;
  /**
   * By latency, followed by those above the last bound. Each request counts
   * once.
   */
  readonly byLatency: Float64Array;
  readonly #seconds: Float64Array;

  constructor(arena: Arena) {
    this.byClass = arena.float64(6);
    this.byLatency = arena.float64(LATENCY_BOUNDS.length + 1);
    this.#seconds = arena.float64(1);
  }

  /** The sum of all latencies. */
  get seconds(): number {
    return this.#seconds[0];
  }

  add(status: number, elapsedMs: number): void {
    this.byClass[status / 100 | 0]++;
    const seconds = elapsedMs / 1000;
    this.#seconds[0] += seconds;
    let place = 0;
    while (place < LATENCY_BOUNDS.length && seconds > LATENCY_BOUNDS[place]) {
      place++;
    }
    this.byLatency[place]++;
  }

  addAll({ byClass, byLatency, seconds }: GroupCounts): void {
    byClass.forEach((count, i) => this.byClass[i] += count);
    byLatency.forEach((count, i) => this.byLatency[i] += count);
    this.#seconds[0] += seconds;
  }
}

/** Counters in plain arrays, which every request updates and a scrape reads. */
export class RequestCounts {
  readonly buffer: SharedArrayBuffer;
  readonly #groups: ReadonlyMap<RouteGroup, GroupCounts>;

  /** @param buffer of an object in another thread */
  constructor(buffer?: SharedArrayBuffer) {
    const divide = (arena: Arena) =>
      ROUTE_GROUPS.map((group) => [group, new GroupCounts(arena)] as const);
    this.buffer = buffer ?? allocate(divide);
    this.#groups = new Map(divide(new Arena(this.buffer)));
  }

  /** The sum of several. */
  static sum(all: Iterable<RequestCounts>): RequestCounts {
    const sum = new RequestCounts();
    for (const counts of all) {
      for (const [group, each] of counts.entries()) sum.of(group).addAll(each);
    }
    return sum;
  }

  of(group: RouteGroup): GroupCounts {
    return this.#groups.get(group)!;
  }

  /** All groups, including those without requests. */
  entries(): Iterable<[RouteGroup, GroupCounts]> {
    return this.#groups.entries();
  }
}

function contentTypeOf(response: Response): string | null {
  return response instanceof FinalResponse
    ? response.contentType
    : response.headers.get("content-type");
}

/** Counts each response by its group, except those to health checks. */
export function watchRequests(counts: RequestCounts): OnResponse {
  return ({ url }, _, response, elapsedMs) => {
    const { pathname } = splitUrl(url);
    if (pathname !== "/" && isProbePath(pathname)) return;
    const group = pathname === "/"
      ? rootGroupOf(contentTypeOf(response))
      : routeGroupOf(pathname);
    counts.of(group).add(response.status, elapsedMs);
  };
}

const INTERVAL_MS = 500;

interface LoopLag extends Disposable {
  /** The event loop's longest delay since the last call, in seconds. */
  takeMaxSeconds(): number;
}

/**
 * Measures how late the event loop runs its timers.
 *
 * @param elapsed milliseconds on a monotonic clock
 */
export function watchLoopLag(elapsed: () => number): LoopLag {
  let maxMs = 0;
  let dueAt = elapsed() + INTERVAL_MS;
  const timer = setInterval(() => {
    const nowMs = elapsed();
    maxMs = Math.max(maxMs, nowMs - dueAt);
    dueAt = nowMs + INTERVAL_MS;
  }, INTERVAL_MS);
  return {
    takeMaxSeconds() {
      // A blocked loop has not measured its current delay yet.
      const seconds = Math.max(maxMs, elapsed() - dueAt) / 1000;
      maxMs = 0;
      return seconds;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/**
 * A value, with labels that distinguish it within its metric. In a histogram,
 * the suffix follows the metric's name.
 */
export type Sample = readonly [
  value: number,
  labels?: Readonly<Record<string, string>>,
  suffix?: string,
];

/**
 * A metric in Prometheus's text format 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 *
 * Not by prom-client, because it needs bintrees, whose files make `deno
 * compile` (2.9) overflow its stack.
 */
export function metricText(
  type: "counter" | "gauge" | "histogram",
  name: string,
  help: string,
  samples: Iterable<Sample>,
): string {
  const lines = Array.from(
    samples,
    ([value, labels = {}, suffix = ""]) =>
      `${name}${suffix}${labelText(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

/**
 * The samples of a histogram. The count of a bound includes all lower ones.
 *
 * @param counts by bound, followed by those above the last bound, each once
 */
export function histogramSamples(
  labels: Readonly<Record<string, string>>,
  counts: ArrayLike<number>,
  sum: number,
): Sample[] {
  let total = 0;
  const buckets = Array.from(counts, (count, i): Sample => {
    const le = i < LATENCY_BOUNDS.length ? String(LATENCY_BOUNDS[i]) : "+Inf";
    return [total += count, { ...labels, le }, "_bucket"];
  });
  return [...buckets, [sum, labels, "_sum"], [total, labels, "_count"]];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) =>
    `${name}="${escaped(value)}"`
  );
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')
    .replaceAll("\n", "\\n");
}
