import { fill } from "../../i18n/language.ts";
import {
  loadedText,
  measureThroughput,
  msText,
  rateText,
  type Transfer,
} from "./throughput.ts";
import type { SpeedTexts } from "../view/texts.ts";
import { fetchOwnJson } from "./exit_probe.ts";
import { pause, ProbeEnd } from "./run_probe.ts";

const DOWNLOAD = { streams: 4, repeats: 3, graceMs: 1500, measureMs: 8500 };
const UPLOAD = { streams: 3, repeats: 3, graceMs: 2500, measureMs: 7500 };
const DOWNLOAD_BYTES = 25_000_000;
/** Smaller, because most lines are slower in this direction. */
const UPLOAD_BYTES = 10_000_000;
const PINGS = 12;
const PING_EVERY_MS = 100;
/** Rare enough for the rate limit of small requests. */
const LOADED_PING_EVERY_MS = 700;
/** Fewer show chance rather than load. */
const MIN_LOADED_PINGS = 3;

interface SpeedDeps {
  fetch: typeof fetch;
  /** Sends a body, because `fetch` does not tell how far an upload has come. */
  request: new () => XMLHttpRequest;
  /** Fills an array of at most 65,536 bytes with random ones. */
  random: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Milliseconds on a monotonic clock. */
  now: () => number;
  wait?: typeof pause;
}

interface Measured {
  bitsPerSecond: number;
  /** Whether bytes are known to have arrived at the other end. */
  isConfirmed: boolean;
}

/** What a measurement shows so far, in words. */
export type SpeedResults = Partial<
  Record<keyof SpeedTexts["results"], string>
>;

interface SpeedRunDeps extends SpeedDeps {
  texts: SpeedTexts;
  /** Called with what is being measured. */
  onPhase: (text: string) => void;
  /** Called with new results; undefined takes one back. */
  onResults: (results: SpeedResults) => void;
}

/**
 * Measures latency, then download and upload with the latency under load. Never rejects.
 *
 * @returns how it ended, in words
 */
export async function measureSpeed(
  deps: SpeedRunDeps,
  signal: AbortSignal,
): Promise<string> {
  const { texts, onPhase, onResults } = deps;
  const measure = async (
    name: "download" | "upload",
    run: typeof measureDownload,
    idleMs: number,
  ) => {
    onPhase(texts.phases[name]);
    const show = (text: string) => {
      onResults({ [name]: text });
      return text;
    };
    try {
      const transfer = run(deps, (rate) => show(rateText(rate, texts)), signal);
      const [{ bitsPerSecond, isConfirmed }, loadedMs] = await Promise.all([
        transfer,
        latencyDuring(deps, transfer),
      ]);
      const loaded = loadedText(loadedMs, idleMs, texts);
      onResults({ [`${name}Latency`]: loaded });
      const rate = rateText(bitsPerSecond, texts);
      return show(isConfirmed ? rate : fill(texts.unconfirmed, { rate }));
    } catch (error) {
      // What it showed so far is the rate of bytes that may not have arrived.
      onResults({ [name]: undefined });
      throw error;
    }
  };
  try {
    onPhase(texts.phases.latency);
    const { pingMs, jitterMs, medianMs } = await measureLatency(deps, signal);
    const ping = msText(pingMs, texts);
    const jitter = msText(jitterMs, texts);
    onResults({ ping, jitter });
    const download = await measure("download", measureDownload, medianMs);
    const upload = await measure("upload", measureUpload, medianMs);
    return fill(texts.done, { ping, jitter, download, upload });
  } catch (error) {
    if (signal.aborted) return texts.stopped;
    const seconds = error instanceof ProbeEnd && error.waitSeconds;
    return seconds ? fill(texts.limited, { seconds }) : texts.failed;
  }
}

/** Measures the latency to this server with small requests. */
async function measureLatency(
  deps: SpeedDeps,
  signal: AbortSignal,
): Promise<Latency> {
  const durationsMs: number[] = [];
  for (let i = 0; i < PINGS; i++) {
    durationsMs.push(await ping(deps, signal));
    await (deps.wait ?? pause)(PING_EVERY_MS, signal);
  }
  return latencyOf(durationsMs);
}

/** The duration of a small request in milliseconds. */
async function ping(
  { fetch, now }: SpeedDeps,
  signal: AbortSignal,
): Promise<number> {
  const begunMs = now();
  await fetchOwnJson(
    await fetch("/api/egress/exit", { cache: "no-store", signal }),
  );
  return now() - begunMs;
}

/**
 * The median latency in milliseconds while a transfer runs, or null if that is too short
 * for it. A failed request, for example because of the rate limit, ends it early.
 */
export async function latencyDuring(
  deps: SpeedDeps,
  transfer: Promise<unknown>,
): Promise<number | null> {
  const { wait = pause } = deps;
  const own = new AbortController();
  const { signal } = own;
  const durationsMs: number[] = [];
  const end = () => own.abort();
  transfer.then(end, end);
  try {
    await wait(LOADED_PING_EVERY_MS, signal);
    while (!signal.aborted) {
      durationsMs.push(await ping(deps, signal));
      await wait(LOADED_PING_EVERY_MS, signal);
    }
  } catch {
    // What was measured before counts.
  }
  return durationsMs.length < MIN_LOADED_PINGS ? null : medianOf(durationsMs);
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

/** Measures the download throughput. */
export async function measureDownload(
  { fetch, ...clock }: SpeedDeps,
  onRate: (bitsPerSecond: number) => void,
  signal: AbortSignal,
): Promise<Measured> {
  const transfer: Transfer = async (onBytes, signal) => {
    const response = await fetch(
      `/api/speed/download?bytes=${DOWNLOAD_BYTES}`,
      {
        cache: "no-store",
        signal,
      },
    );
    const { status, headers, body } = response;
    if (status !== 200 || !body) throw refusal(status, headers);
    let received = 0;
    for await (const chunk of chunksOf(body)) {
      received += chunk.length;
      onBytes(chunk.length);
    }
    const announced = headers.get("content-length") ?? DOWNLOAD_BYTES;
    if (received !== Number(announced)) throw new ProbeEnd("failed");
  };
  const options = { ...DOWNLOAD, ...clock, transfer, onRate };
  const bitsPerSecond = await measureThroughput(options, signal);
  return { bitsPerSecond, isConfirmed: true };
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

/**
 * Measures the upload throughput. Counts the bytes that the browser sent, because the
 * service confirms only whole transfers, of which a slow line completes none in time.
 */
export async function measureUpload(
  { request: Request, random, ...clock }: SpeedDeps,
  onRate: (bitsPerSecond: number) => void,
  signal: AbortSignal,
): Promise<Measured> {
  let isConfirmed = false;
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
      request.onload = () => {
        const { status, responseText } = request;
        // Bytes that the browser sent may not have arrived: a proxy that refuses a
        // body discards it, and Firefox reports them as sent.
        if (status === 200 && receivedBytes(responseText) === body.size) {
          isConfirmed = true;
          return resolve();
        }
        reject(refusal(status, {
          get: (name) => request.getResponseHeader(name),
        }));
      };
      request.onerror = request.onabort = () => reject(new ProbeEnd("failed"));
      signal.addEventListener("abort", () => request.abort());
      request.open("POST", "/api/speed/upload");
      request.send(body);
    });
  const options = { ...UPLOAD, ...clock, transfer, onRate };
  const bitsPerSecond = await measureThroughput(options, signal);
  return { bitsPerSecond, isConfirmed };
}

/** The number of bytes that the service reports; undefined if another program responded. */
function receivedBytes(json: string): unknown {
  try {
    return JSON.parse(json)?.bytes;
  } catch {
    return undefined;
  }
}

/** Refused, for now or by a limit: `stopped`, with the seconds to wait. */
function refusal(
  status: number,
  headers: { get(name: string): string | null },
): ProbeEnd {
  const seconds = Number(headers.get("retry-after"));
  return status === 429 || status === 503
    ? new ProbeEnd("stopped", seconds || 60)
    : new ProbeEnd("failed");
}

interface Latency {
  /** The shortest of all, which waited the least in queues. */
  pingMs: number;
  /** To compare with the latency under load. */
  medianMs: number;
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
    medianMs: medianOf(pings),
    jitterMs: sum / Math.max(steps.length, 1),
  };
}
