import type { EgressReport, Probe, ProbeState } from "../view/report.ts";

/** A value that concurrent probes read and update synchronously. */
export interface ObservableCell<Value> {
  value: Value;
}

/** A cell that calls a function after each write. */
export function observableCell<Value>(
  value: Value,
  onWrite: () => void,
): ObservableCell<Value> {
  return {
    get value() {
      return value;
    },
    set value(next) {
      value = next;
      onWrite();
    },
  };
}

/** The progress of a run, in probes that can run. */
export function progressOf(report: EgressReport) {
  const { exits, resolvers, resolversV6, sites, candidates, nat64 } = report;
  const probes: Probe<unknown>[] = [
    ...Object.values(exits),
    resolvers,
    resolversV6,
    ...sites.map(({ probe }) => probe),
    candidates,
    nat64,
  ];
  const able = probes.filter(({ state }) => state !== "not_configured");
  const open = able.filter(({ state }) =>
    state === "running" || state === "idle"
  );
  return {
    ended: able.length - open.length,
    total: able.length,
    isRunning: able.some(({ state }) => state === "running"),
  };
}

/** Thrown by a probe to set its final state. */
export class ProbeEnd extends Error {
  /** @param waitSeconds how long to wait if the service limits requests */
  constructor(readonly state: ProbeState, readonly waitSeconds?: number) {
    super();
  }
}

/** Waits for a time, or until the signal aborts. */
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
  /** Aborted when the visitor stops the run. */
  signal: AbortSignal;
  timeoutMs: number;
  /** Milliseconds on any clock. */
  now: () => number;
  /** Called with the seconds to wait if the service limits requests. */
  onRateLimited: (seconds: number) => void;
}

/**
 * Runs a probe until it has a result, its time is up or the visitor stops the
 * run. Never rejects. Its signal aborts at the end, which cancels its remaining
 * requests; a probe that ignores the signal is not awaited.
 */
export async function runProbe<Value>(
  ask: (signal: AbortSignal) => Promise<Value>,
  { signal, timeoutMs, now, onRateLimited }: RunProbeOptions,
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
    // `fetch` gives no reason: no route, no such name, no server, no certificate.
    const { state, waitSeconds } = error instanceof ProbeEnd
      ? error
      : new ProbeEnd("failed");
    if (waitSeconds) onRateLimited(waitSeconds);
    return { state, elapsedMs: now() - begunMs };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    own.abort();
  }
}

/** Whether the page's policy has blocked a request to a URL. */
export type IsCspBlocked = (url: string) => Promise<boolean>;

/**
 * Records requests that the page's Content-Security-Policy blocks, such as
 * redirects to another site, until the signal aborts. For the caller of
 * `fetch`, they look like an unreachable site.
 */
export function watchCspViolations(
  document: EventTarget,
  signal: AbortSignal,
): IsCspBlocked {
  const blocked = new Set<string>();
  document.addEventListener("securitypolicyviolation", (event) => {
    blocked.add((event as SecurityPolicyViolationEvent).blockedURI);
  }, { signal });
  return async (url) => {
    // The event follows in a later task than the failed request.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return blocked.has(url);
  };
}
