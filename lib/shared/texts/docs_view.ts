import type { Catalogue } from "../language.ts";

const en = {
  /** Of a parameter. */
  inPath: "in the path",
  inQueryRequired: "in the query, required",
  inQueryOptional: "in the query, optional",
  quotaLimit: "One request of the token's monthly quota.",
  noLimit: "Not limited.",
  perMinute: (requests: number) =>
    `${requests} request${requests === 1 ? "" : "s"} a minute.`,
  perSeconds: (requests: number, seconds: number) =>
    `${requests} request${requests === 1 ? "" : "s"} a ${seconds} seconds.`,
  /** Of the counts one by what is asked for. */
  byBucket: (limits: readonly { bucket: string; requests: number }[]) => {
    const each = limits.map(({ bucket, requests }) =>
      `${requests} (${bucket})`
    );
    return `By what is asked for, ${each.join(", ")} requests a minute.`;
  },
  /** Requests a month by the plan, written as numbers. */
  quotas: (plans: readonly { tier: string; requests: string }[]) => {
    const each = plans.map(({ tier, requests }) => `${requests} (${tier})`);
    return `A token has ${
      each.join(", ")
    } or as many requests a month as the administrator sets (vip).`;
  },
  jsonAnswer: "JSON answer",
  textAnswer: "Text answer",
  answerOf: (name: string) => `Answer of ${name}`,
  /** What answers with an error of a form. */
  errorForms: {
    Error: "GeoIP and the other unversioned interfaces",
    ApiError: "V1, V2 and whois",
    LookupError: "DNS lookup",
    QuotaExhausted: "V2, where the quota is used up",
  },
};

const zh: typeof en = {
  inPath: "路径，必填",
  inQueryRequired: "查询参数，必填",
  inQueryOptional: "查询参数，可选",
  quotaLimit: "消耗令牌月配额中的一次。",
  noLimit: "不限流。",
  perMinute: (requests) => `每分钟 ${requests} 次请求。`,
  perSeconds: (requests, seconds) => `每 ${seconds} 秒 ${requests} 次请求。`,
  byBucket: (limits) => {
    const each = limits.map(({ bucket, requests }) =>
      `${requests} 次（${bucket}）`
    );
    return `按请求内容，每分钟 ${each.join("、")}。`;
  },
  quotas: (plans) => {
    const each = plans.map(({ tier, requests }) => `${requests} 次（${tier}）`);
    return `每个令牌每月可请求 ${
      each.join("、")
    }，或由管理员设定的次数（vip）。`;
  },
  jsonAnswer: "JSON 响应",
  textAnswer: "文本响应",
  answerOf: (name) => `${name} 的响应`,
  errorForms: {
    Error: "GeoIP 及其他无版本接口",
    ApiError: "V1、V2 和 whois",
    LookupError: "DNS 查询",
    QuotaExhausted: "V2，配额用尽时",
  },
};

/** The sentences of the API's page that are made of its document. */
export const docsViewTexts: Catalogue<typeof en> = { en, zh };
