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
export interface Progress {
  ended: number;
  total: number;
  isRunning: boolean;
}

export function progressOf(report: EgressReport): Progress {
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
