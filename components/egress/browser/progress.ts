import type { EgressReport, Probe } from "../../../lib/shared/egress/report.ts";

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
