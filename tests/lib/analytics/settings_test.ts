import assert from "node:assert/strict";
import {
  type AnalyticsConfig,
  analyticsSettings,
} from "../../../lib/analytics/settings.ts";
import { WEBSITE_ID } from "../../support/umami_server.ts";

const complete: AnalyticsConfig = {
  ANALYTICS_URL: new URL("https://stats.example.net"),
  ANALYTICS_WEBSITE_ID: WEBSITE_ID,
  ANALYTICS_USERNAME: "porthole",
  ANALYTICS_PASSWORD: "secret",
  ANALYTICS_API_KEY: undefined,
};

function settingsOf(changes: Partial<AnalyticsConfig>) {
  return analyticsSettings({ ...complete, ...changes });
}

Deno.test("analyticsSettings - accepts a user name and a password", () => {
  assert.deepEqual(settingsOf({}), {
    apiUrl: new URL("https://stats.example.net/api"),
    websiteId: WEBSITE_ID,
    credentials: { username: "porthole", password: "secret" },
  });
});

Deno.test("analyticsSettings - accepts a key, which takes precedence", () => {
  const none = { ANALYTICS_USERNAME: undefined, ANALYTICS_PASSWORD: undefined };
  for (const changes of [{}, none]) {
    const settings = settingsOf({ ...changes, ANALYTICS_API_KEY: "api_1" });
    assert(!Array.isArray(settings));
    assert.deepEqual(settings.credentials, { apiKey: "api_1" });
  }
});

Deno.test("analyticsSettings - names the missing variables", () => {
  const credentials = [
    "ANALYTICS_USERNAME",
    "ANALYTICS_PASSWORD",
    "ANALYTICS_API_KEY",
  ];
  assert.deepEqual(settingsOf({ ANALYTICS_URL: undefined }), ["ANALYTICS_URL"]);
  assert.deepEqual(settingsOf({ ANALYTICS_PASSWORD: undefined }), credentials);
  const missing = settingsOf({
    ANALYTICS_URL: undefined,
    ANALYTICS_WEBSITE_ID: undefined,
    ANALYTICS_USERNAME: undefined,
  });
  assert.deepEqual(missing, ["ANALYTICS_URL", ...credentials]);
});

Deno.test("analyticsSettings - derives the base URL of the API", () => {
  const cases = [
    ["https://stats.example.net/", "https://stats.example.net/api"],
    ["https://example.net/umami/", "https://example.net/umami/api"],
    ["https://stats.example.net/api/", "https://stats.example.net/api"],
    ["https://api.umami.is/v1", "https://api.umami.is/v1"],
    ["https://api.umami.is/v1/eu", "https://api.umami.is/v1/eu"],
    ["https://stats.example.net/v10", "https://stats.example.net/v10/api"],
    ["https://stats.example.net/?a=b", "https://stats.example.net/api"],
  ];
  for (const [url, api] of cases) {
    const settings = settingsOf({ ANALYTICS_URL: new URL(url) });
    assert(!Array.isArray(settings));
    assert.equal(settings.apiUrl.href, api);
  }
});
