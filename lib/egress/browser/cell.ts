import type { EgressReport, Probe, ProbeState } from "../view/report.ts";

/** A value that is read and written at once, by all that goes on beside each other. */
export interface ObservableCell<Value> {
  value: Value;
}

/** A cell that tells when it has been written. */
export function watchedCell<Value>(
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

/** How far a run has come, in probes that can run. */
export interface Progress {
  ended: number;
  total: number;
  isRunning: boolean;
}

export function progressOf(report: EgressReport): Progress {
  const { exits, resolvers, resolversV6, sites, candidates } = report;
  const probes: Probe<unknown>[] = [
    ...Object.values(exits),
    resolvers,
    resolversV6,
    ...sites.map(({ probe }) => probe),
    candidates,
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

/** Thrown by a probe that knows how it ended. */
export class ProbeEnd extends Error {
  /** @param waitSeconds until the service takes more requests, where it has had enough of them */
  constructor(readonly state: ProbeState, readonly waitSeconds?: number) {
    super();
  }
}
