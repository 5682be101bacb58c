const INTERVAL_MS = 500;

export interface LoopLag extends Disposable {
  /** The longest the event loop was late since this was last asked, in seconds. */
  takeMaxSeconds(): number;
}

/**
 * Watches how late the event loop runs its timers.
 *
 * @param elapsed milliseconds, of a clock that never goes back
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
      // A loop that is held up has not yet told of it.
      const seconds = Math.max(maxMs, elapsed() - dueAt) / 1000;
      maxMs = 0;
      return seconds;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** One number, under the labels that tell it from others of its metric. */
export interface Sample {
  /** Of a histogram: what follows the metric's name. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric that is read when it is scraped. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly read: () => Iterable<Sample>;
}

/** What a histogram has seen under some labels. */
export interface Observed {
  readonly labels: Readonly<Record<string, string>>;
  /** By the bounds, those over the last one at the end; each observation in one place. */
  readonly counts: ArrayLike<number>;
  readonly sum: number;
}

/**
 * Metrics in the text format 0.0.4 of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 *
 * Written here: prom-client needs bintrees, over whose files `deno compile`
 * (2.9) ends in a stack overflow.
 */
export function exposition(metrics: Iterable<Metric>): string {
  return Array.from(metrics, textOf).join("");
}

/** The samples of a histogram: each bound counts all that lies below it. */
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
