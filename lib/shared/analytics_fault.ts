/** A website as its account lists it. */
export interface ListedWebsite {
  readonly id: string;
  readonly name: string;
}

/** Why there are no figures, as people are told it. */
export type AnalyticsFault =
  | {
    readonly code: "not_configured";
    /** Names of the variables. */
    readonly missing: readonly string[];
  }
  | {
    readonly code: "website_unknown";
    /** Some of those the account lists. */
    readonly listed: readonly ListedWebsite[];
  }
  | {
    readonly code: "refused";
    readonly status: number;
    /** The server's own words. */
    readonly said: string | null;
  }
  | {
    readonly code:
      | "wrong_password"
      | "wrong_key"
      | "timeout"
      | "unreachable"
      | "redirected"
      | "wrong_shape";
  };

const TEXTS: Readonly<Record<AnalyticsFault["code"], string>> = {
  not_configured: "No analytics server is configured.",
  wrong_password:
    "The analytics server does not accept the user name with this password: see ANALYTICS_USERNAME and ANALYTICS_PASSWORD.",
  wrong_key:
    "The analytics server does not accept the API key: see ANALYTICS_API_KEY.",
  website_unknown:
    "The account may not see the website, or there is none of this ID: see ANALYTICS_WEBSITE_ID.",
  timeout: "The analytics server did not answer in time.",
  unreachable: "The analytics server cannot be reached: see ANALYTICS_URL.",
  redirected:
    "The analytics server sends elsewhere, where nobody follows it with a password: ANALYTICS_URL has to be the address it sends to.",
  wrong_shape:
    "What answers at ANALYTICS_URL does not answer as an Umami of version 2.15 or later does.",
  refused: "The analytics server answers with an error:",
};

/** What is wrong, in a sentence or two. */
export function analyticsFaultText(fault: AnalyticsFault): string {
  const text = TEXTS[fault.code];
  if (fault.code !== "refused") return text;
  const said = fault.said === null ? "" : `, “${fault.said}”`;
  return `${text} ${fault.status}${said}.`;
}
