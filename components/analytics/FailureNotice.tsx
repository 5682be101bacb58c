import {
  type AnalyticsFailure,
  analyticsFailureText,
  type ListedWebsite,
} from "../../lib/analytics/view/analytics_errors.ts";
import {
  type Range,
  rangeHref,
} from "../../lib/analytics/view/dashboard_view.ts";
import { adminAnalyticsTexts } from "../../lib/analytics/view/texts.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
import { Notice } from "../ui/Notice.tsx";

/** Why there are no new figures, and what to do. `isStale`: older figures are shown below. */
export function FailureNotice(
  { failure, range, isStale = false }: {
    failure: AnalyticsFailure;
    range: Range;
    isStale?: boolean;
  },
) {
  const texts = useTexts(adminAnalyticsTexts);
  const text = analyticsFailureText(failure, useLanguage());
  if (failure.code === "not_configured") {
    return (
      <div class="setup">
        <p>{texts.setup(text)}</p>
        <p>{texts.variables}</p>
        <ul>
          {failure.missing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <>
      <Notice kind="error">{text}</Notice>
      {isStale && <p>{texts.stale}</p>}
      {"listed" in failure && <Listed websites={failure.listed} />}
      <p>
        <a class="button" href={rangeHref(range)}>{texts.tryAgain}</a>
      </p>
    </>
  );
}

function Listed(
  { websites }: { websites: readonly ListedWebsite[] },
) {
  const texts = useTexts(adminAnalyticsTexts);
  if (websites.length === 0) {
    return <p class="empty">{texts.noneListed}</p>;
  }
  return (
    <>
      <p>{texts.listed}</p>
      <ul class="listed">
        {websites.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi> <code class="copyable">{id}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
