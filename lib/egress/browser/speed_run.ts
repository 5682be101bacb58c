import { pause, ProbeEnd } from "./run_probe.ts";
import { fetchOwnJson } from "./exit_probe.ts";

const DOWNLOAD = { streams: 4, repeats: 3, graceMs: 1500, measureMs: 8500 };
const UPLOAD = { streams: 3, repeats: 3, graceMs: 2500, measureMs: 7500 };
/** Of one upload. Smaller, because most lines are slower in this direction. */
const UPLOAD_BYTES = 10_000_000;
const PINGS = 12;
const PING_EVERY_MS = 100;

export interface SpeedDeps {
  fetch: typeof fetch;
  /** Sends a body, because `fetch` does not tell how far an upload has come. */
  request: new () => XMLHttpRequest;
  /** Fills an array of at most 65,536 bytes with random ones. */
  random: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  wait?: typeof pause;
}

/** Measures the latency to this server with small requests. */
export async function measureLatency(
  { fetch, now, wait = pause }: SpeedDeps,
  signal: AbortSignal,
): Promise<Latency> {
  const durationsMs: number[] = [];
  for (let i = 0; i < PINGS; i++) {
    const begunMs = now();
    const response = await fetch("/api/egress/exit", {
      cache: "no-store",
      signal,
    });
    await fetchOwnJson(response);
    durationsMs.push(now() - begunMs);
    await wait(PING_EVERY_MS, signal);
  }
  return latencyOf(durationsMs);
}

/** Measures the download throughput in bits per second. */
export function measureDownload(
  { fetch, ...clock }: SpeedDeps,
  onRate: (bitsPerSecond: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const transfer: Transfer = async (onBytes, signal) => {
    const response = await fetch("/api/speed/download", {
      cache: "no-store",
      signal,
    });
    if (!response.ok || !response.body) throw refusal(response);
    for await (const chunk of chunksOf(response.body)) onBytes(chunk.length);
  };
  return measureThroughput({ ...DOWNLOAD, ...clock, transfer, onRate }, signal);
}

/** Not every browser can iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Measures the upload throughput in bits per second. */
export function measureUpload(
  { request: Request, random, ...clock }: SpeedDeps,
  onRate: (bitsPerSecond: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const block = new Uint8Array(62_500);
  random(block);
  const blocks = Array(UPLOAD_BYTES / block.length).fill(block);
  const body = new Blob(blocks);
  const transfer: Transfer = (onBytes, signal) =>
    new Promise((resolve, reject) => {
      const request = new Request();
      let sent = 0;
      request.upload.onprogress = ({ loaded }) => {
        onBytes(loaded - sent);
        sent = loaded;
      };
      request.onload = () =>
        request.status === 200 ? resolve() : reject(refusal({
          status: request.status,
          headers: { get: (name) => request.getResponseHeader(name) },
        }));
      request.onerror = request.onabort = () => reject(new ProbeEnd("none"));
      signal.addEventListener("abort", () => request.abort());
      request.open("POST", "/api/speed/upload");
      request.send(body);
    });
  return measureThroughput({ ...UPLOAD, ...clock, transfer, onRate }, signal);
}

/** Refused, for now or by a limit: `stopped`, with the seconds to wait. */
function refusal(
  { status, headers }: {
    status: number;
    headers: { get(name: string): string | null };
  },
): ProbeEnd {
  const seconds = Number(headers.get("retry-after"));
  return status === 429 || status === 503
    ? new ProbeEnd("stopped", seconds || 60)
    : new ProbeEnd("none");
}

/** One transfer. Reports bytes as they pass. */
export type Transfer = (
  onBytes: (count: number) => void,
  signal: AbortSignal,
) => Promise<void>;

export interface ThroughputOptions {
  transfer: Transfer;
  /** Transfers at a time: one TCP connection rarely fills a fast line. */
  streams: number;
  /** Transfers that one stream makes one after the other. */
  repeats: number;
  /** Start of the measurement that does not count, while TCP speeds up. */
  graceMs: number;
  /** Duration of the measurement after that. */
  measureMs: number;
  /** Called with the throughput so far. */
  onRate: (bitsPerSecond: number) => void;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  wait?: typeof pause;
}

const REPORT_EVERY_MS = 250;

/**
 * Measures throughput as LibreSpeed does: several streams at once, without the
 * slow start, until the time is up or all bytes have passed. If all have passed
 * within the grace time, the whole time counts.
 *
 * @returns bits per second
 * @throws {ProbeEnd} if nothing passed, or `signal` aborts
 */
export async function measureThroughput(
  {
    transfer,
    streams,
    repeats,
    graceMs,
    measureMs,
    onRate,
    now,
    wait = pause,
  }: ThroughputOptions,
  signal: AbortSignal,
): Promise<number> {
  const own = new AbortController();
  const stop = () => own.abort();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  let bytes = 0;
  let uncounted = 0;
  let begunMs = now();
  let failure: unknown;
  const stream = async () => {
    try {
      for (let i = 0; i < repeats && !own.signal.aborted; i++) {
        await transfer((count) => bytes += count, own.signal);
      }
    } catch (error) {
      // One of several may be refused. The others still measure.
      if (!own.signal.aborted) failure ??= error;
    }
  };
  let isOver = false;
  const all = Promise.all(Array.from({ length: streams }, stream))
    .then(() => isOver = true);
  const rate = () => 8000 * (bytes - uncounted) / Math.max(now() - begunMs, 1);
  const isEnded = () => isOver || own.signal.aborted;
  try {
    await Promise.race([all, wait(graceMs, own.signal)]);
    if (!isEnded()) {
      uncounted = bytes;
      begunMs = now();
    }
    while (!isEnded() && now() - begunMs < measureMs) {
      await Promise.race([all, wait(REPORT_EVERY_MS, own.signal)]);
      onRate(rate());
    }
    const measured = rate();
    if (signal.aborted) throw new ProbeEnd("stopped");
    if (bytes === 0) throw failure ?? new ProbeEnd("none");
    return measured;
  } finally {
    signal.removeEventListener("abort", stop);
    own.abort();
    await all;
  }
}

/** Latency in milliseconds. */
export interface Latency {
  /** The shortest of all, which waited the least in queues. */
  pingMs: number;
  /** The mean difference between one and the next. */
  jitterMs: number;
}

/** The latency from the durations of requests, without the first: it connected. */
export function latencyOf(durationsMs: readonly number[]): Latency {
  const pings = durationsMs.slice(1);
  const steps = pings.slice(1).map((ms, i) => Math.abs(ms - pings[i]));
  const sum = steps.reduce((total, step) => total + step, 0);
  return {
    pingMs: Math.min(...pings),
    jitterMs: sum / Math.max(steps.length, 1),
  };
}
