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

/** A value, with labels that distinguish it within its metric. */
interface Sample {
  /** For a histogram: what follows the metric's name. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric whose value is read at each scrape. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly read: () => Iterable<Sample>;
}

/** A histogram's observations under some labels. */
interface Observed {
  readonly labels: Readonly<Record<string, string>>;
  /**
   * Observations per bound, followed by those above the last bound. Each counts
   * once.
   */
  readonly counts: ArrayLike<number>;
  readonly sum: number;
}

/**
 * Metrics in Prometheus's text format 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 *
 * Not by prom-client, because it needs bintrees, whose files make `deno
 * compile` (2.9) overflow its stack.
 */
export function exposition(metrics: Iterable<Metric>): string {
  return Array.from(metrics, textOf).join("");
}

/** The samples of a histogram. The count of a bound includes all lower ones. */
export function histogramSamples(
  bounds: readonly number[],
  { labels, counts, sum }: Observed,
): Sample[] {
  let total = 0;
  const buckets = Array.from(counts, (count, i) => ({
    suffix: "_bucket",
    labels: { ...labels, le: i < bounds.length ? String(bounds[i]) : "+Inf" },
    value: total += count,
  }));
  return [
    ...buckets,
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: total },
  ];
}

function textOf({ name, help, type, read }: Metric): string {
  const lines = Array.from(
    read(),
    ({ suffix = "", labels = {}, value }) =>
      `${name}${suffix}${labelText(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
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
