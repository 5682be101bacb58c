import {
  type AnalyticsFault,
  analyticsFaultText,
} from "../../lib/shared/analytics_fault.ts";
import { Notice } from "../Notice.tsx";

/** Why there is nothing to show, and what to do about it. */
export function NoFigures({ fault }: { fault: AnalyticsFault }) {
  const text = analyticsFaultText(fault);
  if (fault.code === "not_configured") {
    return (
      <div class="setup">
        <p>
          {text}{" "}
          Porthole counts nobody itself; it shows what an Umami, one’s own or
          the cloud’s, has counted of a website.
        </p>
        <p>
          Set these variables and start anew; a user name with its password, or
          an API key, is enough.
        </p>
        <ul>
          {fault.missing.map((name) => (
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
      <Notice kind="fault">{text}</Notice>
      {fault.code === "website_unknown" && <Listed websites={fault.listed} />}
      <p>
        <a class="button" href="/admin/analytics">Try again</a>
      </p>
    </>
  );
}

function Listed(
  { websites }: {
    websites: Extract<AnalyticsFault, { code: "website_unknown" }>["listed"];
  },
) {
  if (websites.length === 0) {
    return <p class="empty">The account lists no website at all.</p>;
  }
  return (
    <>
      <p>The account lists:</p>
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
