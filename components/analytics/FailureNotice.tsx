import {
  type AnalyticsFailure,
  analyticsFailureText,
} from "../../lib/analytics/view/analytics_errors.ts";
import { adminAnalyticsTexts } from "../../lib/analytics/view/texts.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
import { Notice } from "../ui/Notice.tsx";

/** Why there are no new figures, and what to do. `isStale`: older figures are shown below. */
export function FailureNotice(
  { failure, isStale = false }: {
    failure: AnalyticsFailure;
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
      {failure.code === "website_unknown" && (
        <Listed websites={failure.listed} />
      )}
      <p>
        <a class="button" href="/admin/analytics">{texts.tryAgain}</a>
      </p>
    </>
  );
}

function Listed(
  { websites }: {
    websites: Extract<AnalyticsFailure, { code: "website_unknown" }>["listed"];
  },
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
