import type { Catalogue, Language } from "../../i18n/language.ts";

const en = {
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
  refused: (status: number, said: string | null) =>
    `The analytics server answers with an error: ${status}${
      said === null ? "" : `, “${said}”`
    }.`,
};

const zh: typeof en = {
  not_configured: "尚未配置统计服务器。",
  wrong_password:
    "统计服务器不接受该用户名与密码：请检查 ANALYTICS_USERNAME 和 ANALYTICS_PASSWORD。",
  wrong_key: "统计服务器不接受该 API 密钥：请检查 ANALYTICS_API_KEY。",
  website_unknown:
    "该账号无权查看此网站，或不存在此 ID 的网站：请检查 ANALYTICS_WEBSITE_ID。",
  timeout: "统计服务器响应超时。",
  unreachable: "无法连接统计服务器：请检查 ANALYTICS_URL。",
  redirected:
    "统计服务器重定向到了其他地址，而密码不会随重定向发送：请将 ANALYTICS_URL 设为重定向的目标地址。",
  wrong_shape: "ANALYTICS_URL 返回的内容不符合 Umami 2.15 及更高版本的格式。",
  refused: (status, said) =>
    `统计服务器返回错误：${status}${said === null ? "" : `，“${said}”`}。`,
};

/** Why there are no figures, by the fault's code. */
export const analyticsFailureTexts: Catalogue<typeof en> = { en, zh };

/** A website as its account lists it. */
export interface ListedWebsite {
  readonly id: string;
  readonly name: string;
}

/** Why there are no figures, as people are told it. */
export type AnalyticsFailure =
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

/** What is wrong, in a sentence or two; the log speaks English. */
export function analyticsFailureText(
  fault: AnalyticsFailure,
  language: Language = "en",
): string {
  const texts = analyticsFailureTexts[language];
  return fault.code === "refused"
    ? texts.refused(fault.status, fault.said)
    : texts[fault.code];
}
