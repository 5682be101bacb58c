import { Analytics } from "../../analytics/analytics.ts";
import {
  type AnalyticsSettings,
  analyticsSettings,
} from "../../analytics/settings.ts";
import type { UmamiClient } from "../../analytics/umami_client.ts";
import type { Base } from "./deps.ts";
import { analyticsFailureText } from "../../analytics/view/texts.ts";

/**
 * Loads the client only if analytics are configured. It sends no request before
 * somebody views the dashboard.
 */
export async function openAnalytics({ config, fetch, now, log }: Base) {
  const settings = analyticsSettings(config);
  const isComplete = !Array.isArray(settings);
  return new Analytics({
    client: isComplete ? await clientOf(settings, fetch) : null,
    missing: isComplete ? [] : settings,
    now,
    report: (failure) =>
      log.warn("the analytics dashboard has no figures", {
        failure: failure.code,
        reason: analyticsFailureText(failure),
      }),
  });
}

async function clientOf(
  settings: AnalyticsSettings,
  fetch: typeof globalThis.fetch,
): Promise<UmamiClient> {
  const [{ UmamiClient }] = await Promise.all([
    import("../../analytics/umami_client.ts"),
    // Loaded now and not at the first request for the dashboard: Deno would crash
    // if no file descriptor were left for loading a module.
    import("../../analytics/dashboard_view.ts"),
  ]);
  return new UmamiClient({ settings, fetch });
}
