import type { EgressReport, EgressSetup, Probe } from "./report.ts";

/** A probe that waits for the start, or cannot run for want of what it needs. */
function waiting<Value>(needed: unknown): Probe<Value> {
  return { state: needed === null ? "not_configured" : "idle" };
}

/** The page before its first start: what the operator has not set up says so. */
export function emptyReport(setup: EgressSetup): EgressReport {
  return {
    startedAtMs: null,
    exits: {
      v4: waiting(setup.v4Origin),
      v6: waiting(setup.v6Origin),
      // The page's own origin answers these two.
      dual: { state: "idle" },
      large: { state: "idle" },
      literal: waiting(setup.literalOrigin),
    },
    resolvers: waiting(setup.probeZone),
    resolversV6: waiting(
      setup.hasV6NameServer ? setup.probeZone : null,
    ),
    sites: setup.sites.map((url) => ({ url, probe: { state: "idle" } })),
    // Without a STUN server there are still the candidates of this machine.
    candidates: { state: "idle" },
    ...setup.stunUrls.length === 0 && { isWithoutStun: true },
    places: {},
  };
}
