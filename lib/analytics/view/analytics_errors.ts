import type { Catalogue, Language } from "../../i18n/language.ts";

const en = {
  not_configured: "No analytics server is configured.",
  wrong_password:
    "The analytics server rejected the user name or password. Check ANALYTICS_USERNAME and ANALYTICS_PASSWORD.",
  wrong_key:
    "The analytics server rejected the API key. Check ANALYTICS_API_KEY.",
  website_unknown:
    "The website does not exist, or the account has no access to it. Check ANALYTICS_WEBSITE_ID.",
  website_not_chosen:
    "Set ANALYTICS_WEBSITE_ID, unless the account has exactly one website.",
  timeout: "The analytics server did not respond in time.",
  unreachable: "The analytics server cannot be reached. Check ANALYTICS_URL.",
  redirected:
    "The analytics server redirects to another address. To protect the password, Porthole doesn't follow redirects. Set ANALYTICS_URL to the final address.",
  wrong_shape:
    "The response from ANALYTICS_URL is not that of Umami 2.15 or later.",
  refused: (status: number, message: string | null) =>
    `The analytics server returned an error: ${status}${
      message === null ? "" : `, “${message}”`
    }.`,
};

const zh: typeof en = {
  not_configured: "尚未配置统计服务器。",
  wrong_password:
    "统计服务器拒绝了该用户名或密码，请检查 ANALYTICS_USERNAME 和 ANALYTICS_PASSWORD。",
  wrong_key: "统计服务器拒绝了该 API 密钥，请检查 ANALYTICS_API_KEY。",
  website_unknown:
    "该网站不存在，或该账号无权访问，请检查 ANALYTICS_WEBSITE_ID。",
  website_not_chosen:
    "请设置 ANALYTICS_WEBSITE_ID；仅当该账号名下只有一个网站时才可省略。",
  timeout: "统计服务器响应超时。",
  unreachable: "无法连接统计服务器，请检查 ANALYTICS_URL。",
  redirected:
    "统计服务器重定向到了其他地址。为保护密码，Porthole 不会跟随重定向。请将 ANALYTICS_URL 设为最终地址。",
  wrong_shape: "ANALYTICS_URL 返回的内容不符合 Umami 2.15 及更高版本的格式。",
  refused: (status, message) =>
    `统计服务器返回错误：${status}${
      message === null ? "" : `，“${message}”`
    }。`,
};

/** The sentences about failures, by code. */
export const analyticsFailureTexts: Catalogue<typeof en> = { en, zh };

/** A website of the account. */
export interface ListedWebsite {
  readonly id: string;
  readonly name: string;
}

/** Why there are no figures. */
export type AnalyticsFailure =
  | {
    readonly code: "not_configured";
    /** Names of the missing variables. */
    readonly missing: readonly string[];
  }
  | {
    readonly code: "website_unknown" | "website_not_chosen";
    /** Some websites of the account. */
    readonly listed: readonly ListedWebsite[];
  }
  | {
    readonly code: "refused";
    readonly status: number;
    /** The message of the server. */
    readonly message: string | null;
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

/** The failure in one or two sentences. The log is in English. */
export function analyticsFailureText(
  failure: AnalyticsFailure,
  language: Language = "en",
): string {
  const texts = analyticsFailureTexts[language];
  return failure.code === "refused"
    ? texts.refused(failure.status, failure.message)
    : texts[failure.code];
}
