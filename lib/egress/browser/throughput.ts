import { pause, ProbeEnd } from "./run_probe.ts";
import { fill } from "../../i18n/language.ts";
import type { SpeedTexts } from "../view/texts.ts";

/** One transfer. Reports bytes as they pass, and rejects if not all of them arrive. */
export type Transfer = (
  onBytes: (count: number) => void,
  signal: AbortSignal,
) => Promise<void>;

interface ThroughputOptions {
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
 * within the grace time, or soon after it, the whole time counts. One failed
 * transfer ends the measurement, because what passed of it says nothing about
 * the line.
 *
 * @returns bits per second
 * @throws {ProbeEnd} if a transfer fails, nothing passed in the time that
 * counts, or `signal` aborts
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
  const startMs = now();
  let begunMs = startMs;
  let failure: unknown;
  const stream = async () => {
    try {
      for (let i = 0; i < repeats && !own.signal.aborted; i++) {
        await transfer((count) => bytes += count, own.signal);
      }
    } catch (error) {
      if (own.signal.aborted) return;
      failure = error;
      stop();
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
    // A rest of a few milliseconds shows chance rather than the line.
    if (isOver && now() - begunMs < graceMs) {
      uncounted = 0;
      begunMs = startMs;
    }
    const measured = rate();
    if (signal.aborted) throw new ProbeEnd("stopped");
    if (failure !== undefined) throw failure;
    if (bytes === uncounted) throw new ProbeEnd("failed");
    return measured;
  } finally {
    signal.removeEventListener("abort", stop);
    own.abort();
    await all;
  }
}

/** Three significant digits at most: `0.82`, `9.4`, `93.4`, `312`. */
function short(value: number): string {
  return value < 10
    ? `${Number(value.toFixed(2))}`
    : value < 100
    ? `${Number(value.toFixed(1))}`
    : `${Math.round(value)}`;
}

/** A duration: `12.3 ms`. */
export function msText(ms: number, { ms: text }: SpeedTexts): string {
  return fill(text, { value: short(ms) });
}

/** The highest rise of latency under load for each grade, in milliseconds. */
const GRADES = { 5: "A", 30: "B", 60: "C", 200: "D", 400: "E" };

/** The grade of a rise of latency under load, in milliseconds. */
function loadGrade(riseMs: number): string {
  const grades = Object.entries(GRADES);
  return grades.find(([belowMs]) => riseMs < Number(belowMs))?.[1] ?? "F";
}

/** Latency under load with its grade: `45 ms (+33 ms): C`. @param loadedMs null if unknown */
export function loadedText(
  loadedMs: number | null,
  idleMs: number,
  texts: SpeedTexts,
): string {
  if (loadedMs === null) return texts.tooShort;
  const riseMs = Math.max(0, loadedMs - idleMs);
  return fill(texts.loaded, {
    ms: msText(loadedMs, texts),
    rise: msText(riseMs, texts),
    grade: loadGrade(riseMs),
  });
}

/** A throughput in decimal units: `93.4 Mbit/s`, below one `820 kbit/s`. */
export function rateText(
  bitsPerSecond: number,
  { kbits, mbits }: SpeedTexts,
): string {
  return bitsPerSecond < 1e6
    ? fill(kbits, { value: short(bitsPerSecond / 1e3) })
    : fill(mbits, { value: short(bitsPerSecond / 1e6) });
}
