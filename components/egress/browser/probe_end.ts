import type { ProbeState } from "../../../lib/shared/egress/report.ts";

/** Thrown by a probe that knows how it ended. */
export class ProbeEnd extends Error {
  /** @param waitSeconds until the service takes more requests, where it has had enough of them */
  constructor(readonly state: ProbeState, readonly waitSeconds?: number) {
    super();
  }
}
