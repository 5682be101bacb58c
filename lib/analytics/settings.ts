/** The credentials for the server. */
export type Credentials =
  | { readonly apiKey: string }
  | { readonly username: string; readonly password: string };

/** The website to show, and its server. */
export interface AnalyticsSettings {
  /** The base URL of the API. */
  readonly apiUrl: URL;
  /** A UUID; undefined for the only website of the account. */
  readonly websiteId: string | undefined;
  readonly credentials: Credentials;
}

/** The environment variables of the settings. */
export interface AnalyticsConfig {
  readonly ANALYTICS_URL?: URL;
  readonly ANALYTICS_WEBSITE_ID?: string;
  readonly ANALYTICS_USERNAME?: string;
  readonly ANALYTICS_PASSWORD?: string;
  readonly ANALYTICS_API_KEY?: string;
}

/** The settings, or the names of the missing variables. */
export function analyticsSettings(
  config: AnalyticsConfig,
): AnalyticsSettings | string[] {
  const { ANALYTICS_URL: url, ANALYTICS_WEBSITE_ID: websiteId } = config;
  const credentials = credentialsOf(config);
  if (url && credentials) {
    return { apiUrl: apiUrlOf(url), websiteId, credentials };
  }
  return [
    ...url ? [] : ["ANALYTICS_URL"],
    ...credentials
      ? []
      : ["ANALYTICS_USERNAME", "ANALYTICS_PASSWORD", "ANALYTICS_API_KEY"],
  ];
}

/** A key takes precedence over a password, because it has fewer rights. */
function credentialsOf(
  { ANALYTICS_API_KEY, ANALYTICS_USERNAME, ANALYTICS_PASSWORD }:
    AnalyticsConfig,
): Credentials | null {
  if (ANALYTICS_API_KEY) return { apiKey: ANALYTICS_API_KEY };
  return ANALYTICS_USERNAME && ANALYTICS_PASSWORD
    ? { username: ANALYTICS_USERNAME, password: ANALYTICS_PASSWORD }
    : null;
}

/** The API of a self-hosted Umami is below `/api`. The URL of the cloud already contains `/v1`. */
function apiUrlOf(url: URL): URL {
  const path = url.pathname.replace(/\/+$/, "");
  const isApi = /\/(?:api|v1(?:\/[a-z]{2})?)$/.test(path);
  return new URL(isApi ? path : `${path}/api`, url);
}
