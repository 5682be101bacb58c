import { PageHead } from "../../../components/ui/PageHead.tsx";
import { page } from "fresh";
import {
  Dashboard,
  FailureNotice,
  RangeLinks,
} from "../../../components/analytics/Dashboard.tsx";
import { byMethod, define } from "../../../define.ts";
import { languageOf } from "../../../lib/http/preferences.ts";
import { pageInit } from "../../../lib/http/form.ts";
import { parseRange } from "../../../lib/analytics/view/dashboard_view.ts";
import { adminAnalyticsTexts } from "../../../lib/analytics/view/texts.ts";

export const handler = byMethod({
  // 200 even if the analytics server fails: a proxy could replace a 5xx by its own page.
  async GET({ state, req, url }) {
    const range = parseRange(url.searchParams.get("range"));
    const { analytics } = state.services;
    const { dashboard, failure } = await analytics.current(range, req.signal);
    if (!dashboard) return page({ range, view: null, failure }, pageInit(null));
    // The names of all regions take megabytes. If analytics is configured, the
    // start has loaded them.
    const { dashboardView } = await import(
      "../../../lib/analytics/dashboard_view.ts"
    );
    const view = dashboardView(dashboard, range, languageOf(req));
    return page({ range, view, failure }, pageInit(null));
  },
});

export default define.page<typeof handler>(({ data, req }) => {
  const { title, description } = adminAnalyticsTexts[languageOf(req)];
  return (
    <section class="panel">
      <PageHead
        title={`${title} – Porthole`}
        description={description}
        styles={["analytics"]}
      />
      <h1>{title}</h1>
      {data.failure?.code !== "not_configured" && (
        <RangeLinks range={data.range} />
      )}
      {data.failure && (
        <FailureNotice
          failure={data.failure}
          range={data.range}
          receivedAtMs={data.view?.askedAtMs ?? null}
        />
      )}
      {data.view && (
        <Dashboard view={data.view} isStale={Boolean(data.failure)} />
      )}
    </section>
  );
});
