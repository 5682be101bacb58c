import { Analytics } from "./analytics/analytics.ts";
import {
  type AnalyticsConfig,
  analyticsSettings,
} from "./analytics/settings.ts";
import { UmamiClient } from "./analytics/umami_client.ts";
import type { Log } from "./log.ts";
import { analyticsFaultText } from "./shared/analytics_fault.ts";

/** What is asked of the operator's web analytics. */
export interface AnalyticsServices {
  analytics: Analytics;
}

export interface AnalyticsServiceParts {
  config: AnalyticsConfig;
  fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Pick<Log, "warn">;
}

/** Builds it; nothing is asked before somebody looks. */
export function openAnalytics(
  { config, fetch, now, log }: AnalyticsServiceParts,
): AnalyticsServices {
  const settings = analyticsSettings(config);
  const isComplete = !Array.isArray(settings);
  return {
    analytics: new Analytics({
      client: isComplete ? new UmamiClient({ settings, fetch }) : null,
      missing: isComplete ? [] : settings,
      now,
      report: (fault) =>
        log.warn("the analytics dashboard has no figures", {
          fault: fault.code,
          reason: analyticsFaultText(fault),
        }),
    }),
  };
}
