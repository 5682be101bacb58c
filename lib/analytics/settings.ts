/** How the server knows who asks. */
export type Credentials =
  | { readonly apiKey: string }
  | { readonly username: string; readonly password: string };

/** Which website of which server is shown. */
export interface AnalyticsSettings {
  /** What the paths of the interface stand below. */
  readonly apiUrl: URL;
  /** A UUID. */
  readonly websiteId: string;
  readonly credentials: Credentials;
}

/** The variables that say so. */
export interface AnalyticsConfig {
  readonly ANALYTICS_URL?: URL;
  readonly ANALYTICS_WEBSITE_ID?: string;
  readonly ANALYTICS_USERNAME?: string;
  readonly ANALYTICS_PASSWORD?: string;
  readonly ANALYTICS_API_KEY?: string;
}

/** The settings, or the names of the variables without which there are none. */
export function analyticsSettings(
  config: AnalyticsConfig,
): AnalyticsSettings | string[] {
  const { ANALYTICS_URL: url, ANALYTICS_WEBSITE_ID: websiteId } = config;
  const credentials = credentialsOf(config);
  if (url && websiteId && credentials) {
    return { apiUrl: apiUrlOf(url), websiteId, credentials };
  }
  return [
    ...url ? [] : ["ANALYTICS_URL"],
    ...websiteId ? [] : ["ANALYTICS_WEBSITE_ID"],
    ...credentials
      ? []
      : ["ANALYTICS_USERNAME", "ANALYTICS_PASSWORD", "ANALYTICS_API_KEY"],
  ];
}

/** A key counts before a password: it can do less. */
function credentialsOf(
  { ANALYTICS_API_KEY, ANALYTICS_USERNAME, ANALYTICS_PASSWORD }:
    AnalyticsConfig,
): Credentials | null {
  if (ANALYTICS_API_KEY) return { apiKey: ANALYTICS_API_KEY };
  return ANALYTICS_USERNAME && ANALYTICS_PASSWORD
    ? { username: ANALYTICS_USERNAME, password: ANALYTICS_PASSWORD }
    : null;
}

/** An Umami of one's own has its interface below `/api`; that of the cloud is below `/v1`, and says so itself. */
function apiUrlOf(url: URL): URL {
  const path = url.pathname.replace(/\/+$/, "");
  const isApi = /\/(?:api|v1(?:\/[a-z]{2})?)$/.test(path);
  return new URL(isApi ? path : `${path}/api`, url);
}
