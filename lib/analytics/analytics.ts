import { withDeadline } from "../core/deadline.ts";
import { SingleFlight } from "../core/single_flight.ts";
import type { AnalyticsFailure } from "./view/analytics_errors.ts";
import { failureOf } from "./analytics_error.ts";
import { type Dashboard, dashboardOf } from "./dashboard.ts";
import type { UmamiClient } from "./umami_client.ts";
import { windowAt } from "./window.ts";

/** The figures, or why there are none; both where the server is away and these are the last that it gave. */
export type AnalyticsOutcome =
  | { readonly dashboard: Dashboard; readonly failure?: AnalyticsFailure }
  | { readonly dashboard?: undefined; readonly failure: AnalyticsFailure };

const KEPT_MS = 5 * 60_000;
/** Short, so that what was mended is seen; long enough that nobody who reloads is a login each time. */
const FAILURE_KEPT_MS = 10_000;

/** How a website is visited, asked at most every five minutes. */
export class Analytics {
  readonly #client: Pick<UmamiClient, "ask"> | null;
  readonly #missing: readonly string[];
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #report: (failure: AnalyticsFailure) => void;
  readonly #flights = new SingleFlight<AnalyticsOutcome>();
  /** Of the last time that the server gave any. */
  #last: Dashboard | null = null;
  #kept: { outcome: AnalyticsOutcome; fromMs: number; untilMs: number } | null =
    null;

  constructor(
    { client, missing = [], now, timeoutMs = 10_000, report = () => {} }: {
      /** Null where the operator has not named one. */
      client: Pick<UmamiClient, "ask"> | null;
      /** The variables that this takes. */
      missing?: readonly string[];
      /** Milliseconds since the epoch. */
      now: () => number;
      /** For everything that is asked together. */
      timeoutMs?: number;
      /** Told of each failure once. */
      report?: (failure: AnalyticsFailure) => void;
    },
  ) {
    this.#client = client;
    this.#missing = missing;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#report = report;
  }

  /** @throws the reason of the signal; everything else is in the outcome */
  async current(signal: AbortSignal): Promise<AnalyticsOutcome> {
    const client = this.#client;
    if (client === null) {
      return { failure: { code: "not_configured", missing: this.#missing } };
    }
    const now = this.#now();
    const kept = this.#kept;
    // Not where the clock was set back: that could last for years.
    if (kept && now >= kept.fromMs && now < kept.untilMs) return kept.outcome;
    return await this.#flights.run(
      "dashboard",
      (shared) => this.#ask(client, shared),
      signal,
    );
  }

  async #ask(
    client: Pick<UmamiClient, "ask">,
    signal: AbortSignal,
  ): Promise<AnalyticsOutcome> {
    const fromMs = this.#now();
    const window = windowAt(fromMs);
    try {
      const answers = await withDeadline(
        this.#timeoutMs,
        (inner) => client.ask(window, inner),
        signal,
      );
      const outcome = { dashboard: dashboardOf(answers, window) };
      this.#last = outcome.dashboard;
      this.#keep(outcome, fromMs, KEPT_MS);
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (!failure) throw error;
      const outcome = this.#last && isAway(failure)
        ? { dashboard: this.#last, failure }
        : { failure };
      this.#keep(outcome, fromMs, FAILURE_KEPT_MS);
      this.#report(failure);
      return outcome;
    }
  }

  #keep(outcome: AnalyticsOutcome, fromMs: number, forMs: number): void {
    this.#kept = { outcome, fromMs, untilMs: this.#now() + forMs };
  }
}

/** Whether a server, or a proxy before it, is down for a while: what it counted is still true. */
function isAway(failure: AnalyticsFailure): boolean {
  return failure.code === "timeout" || failure.code === "unreachable" ||
    failure.code === "refused" &&
      (failure.status >= 500 || failure.status === 429);
}
