import type { Probe, ProbeState } from "../view/report.ts";
import { ProbeEnd } from "./cell.ts";

/** Waits; ends at once when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

export interface RunProbeOptions {
  /** The whole run: aborted by Stop. */
  signal: AbortSignal;
  timeoutMs: number;
  /** Milliseconds; only differences count. */
  now: () => number;
  /** Called with the seconds until the server answers again, where it has had enough. */
  onLimited: (seconds: number) => void;
}

/**
 * Runs a probe to an end of its own: what it found, its time being over, Stop.
 * Never rejects, and waits for none that does not listen to its signal, which
 * aborts with whichever end: requests that nobody waits for end too.
 */
export async function runProbe<Value>(
  ask: (signal: AbortSignal) => Promise<Value>,
  { signal, timeoutMs, now, onLimited }: RunProbeOptions,
): Promise<Probe<Value>> {
  const begunMs = now();
  const own = new AbortController();
  let end: (state: ProbeState) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = (state) => {
      reject(new ProbeEnd(state));
    };
  });
  const stop = () => end("stopped");
  const timer = setTimeout(() => end("timed_out"), timeoutMs);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const value = await Promise.race([ended, ask(own.signal)]);
    return { state: "found", value, elapsedMs: now() - begunMs };
  } catch (error) {
    // A fetch that fails does not say why: there was no way there.
    const { state, waitSeconds } = error instanceof ProbeEnd
      ? error
      : new ProbeEnd("none");
    if (waitSeconds) onLimited(waitSeconds);
    return { state, elapsedMs: now() - begunMs };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    own.abort();
  }
}
