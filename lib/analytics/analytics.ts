import { withDeadline } from "../core/deadline.ts";
import { SingleFlight } from "../core/single_flight.ts";
import type { AnalyticsFailure } from "./view/texts.ts";
import { failureOf } from "./analytics_error.ts";
import { type Dashboard, dashboardOf } from "./dashboard.ts";
import type { UmamiClient } from "./umami_client.ts";
import type { Range } from "./view/dashboard_view.ts";
import { windowAt } from "./window.ts";

/** The figures, or why there are none. Both if the server is down and these are its last figures. */
type AnalyticsOutcome =
  | { readonly dashboard: Dashboard; readonly failure?: AnalyticsFailure }
  | { readonly dashboard?: undefined; readonly failure: AnalyticsFailure };

const KEPT_MS = 5 * 60_000;
/** Short, so that a repaired setup shows soon, but long enough that not every reload logs in again. */
const FAILURE_KEPT_MS = 10_000;

interface CachedOutcome {
  readonly outcome: AnalyticsOutcome;
  readonly fromMs: number;
  readonly untilMs: number;
}

interface AnalyticsOptions {
  /** Null if the operator configured none. */
  client: Pick<UmamiClient, "ask"> | null;
  missing?: readonly string[];
  now: () => number;
  /** For all requests of one query together. */
  timeoutMs?: number;
  /** Called once for each failure. */
  report?: (failure: AnalyticsFailure) => void;
}

/** The visits of a website. Queries the analytics server at most every five minutes for each range. */
export class Analytics {
  readonly #options: Required<AnalyticsOptions>;
  readonly #flights = new SingleFlight<AnalyticsOutcome>();
  /** The last figures of the server. */
  readonly #last = new Map<Range, Dashboard>();
  readonly #cached = new Map<Range, CachedOutcome>();

  constructor(
    { missing = [], timeoutMs = 10_000, report = () => {}, ...options }:
      AnalyticsOptions,
  ) {
    this.#options = { ...options, missing, timeoutMs, report };
  }

  /** @throws the reason of the signal; everything else is in the outcome */
  async current(range: Range, signal: AbortSignal): Promise<AnalyticsOutcome> {
    const { client, missing } = this.#options;
    if (client === null) {
      return { failure: { code: "not_configured", missing } };
    }
    const now = this.#options.now();
    const cached = this.#cached.get(range);
    // Not if the clock was set back: the result could stay for years.
    if (cached && now >= cached.fromMs && now < cached.untilMs) {
      return cached.outcome;
    }
    return await this.#flights.run(
      range,
      (shared) => this.#ask(client, range, shared),
      signal,
    );
  }

  async #ask(
    client: Pick<UmamiClient, "ask">,
    range: Range,
    signal: AbortSignal,
  ): Promise<AnalyticsOutcome> {
    const { now, timeoutMs, report } = this.#options;
    const fromMs = now();
    const window = windowAt(fromMs, range);
    try {
      const responses = await withDeadline(
        timeoutMs,
        (inner) => client.ask(window, inner),
        signal,
      );
      const outcome = { dashboard: dashboardOf(responses, window) };
      this.#last.set(range, outcome.dashboard);
      this.#keep(range, outcome, fromMs, KEPT_MS);
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (!failure) throw error;
      const dashboard = isDown(failure) ? this.#last.get(range) : undefined;
      const outcome = dashboard ? { dashboard, failure } : { failure };
      this.#keep(range, outcome, fromMs, FAILURE_KEPT_MS);
      report(failure);
      return outcome;
    }
  }

  #keep(
    range: Range,
    outcome: AnalyticsOutcome,
    fromMs: number,
    forMs: number,
  ): void {
    const untilMs = this.#options.now() + forMs;
    this.#cached.set(range, { outcome, fromMs, untilMs });
  }
}

/** Whether the server, or a proxy in front of it, is down temporarily. Its last figures are then still shown. */
function isDown(failure: AnalyticsFailure): boolean {
  return failure.code === "timeout" || failure.code === "unreachable" ||
    failure.code === "refused" &&
      (failure.status >= 500 || failure.status === 429);
}
