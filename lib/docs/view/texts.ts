import type { Catalogue } from "../../i18n/language.ts";

/** What stands in braces is markup of the component. */
const docsEn = {
  title: "API – Porthole",
  description:
    "Every endpoint of this server: public address, GeoIP, V1, V2, DNS lookup and whois, with parameters, limits, errors and real answers.",
  heading: "API",
  forPrograms: "For programs: {document}, OpenAPI 3.1.",
  onThisPage: "On this page",

  tokens: "Tokens and quotas",
  tokensText:
    "V2 takes an API token, as {bearer} or {apiKey}; the first wins where both are sent. A member makes one in the {console}. Every answer to a token says how its month stands, which ends with the calendar's, in UTC.",
  console: "console",
  quotaHeaders: "Headers of V2",
  limits: "Limits",
  limitsText:
    "Each endpoint names the requests that one client has in a minute. Where they are used up the answer is 429, with these headers. Whoever goes on for ten minutes of an hour is shut out for an hour.",
  limitHeaders: "Headers of a 429",
  errors: "Errors",
  errorsText:
    "A status, a code for programs and a sentence for people. Endpoints that answer with text say the sentence alone.",
  codes: "Codes of errors",

  header: "Header",
  code: "Code",
  status: "Status",
  parameter: "Parameter",
  where: "Where",
  meaning: "Meaning",
  example: "Example",

  tryIt: "Try it",
  tryEndpoint: (endpoint: string) => `Try it: ${endpoint}`,
  summary: (summary: string) => `${summary}.`,
  switchedOff: "Not switched on here: every answer is 404.",
  parametersOf: (endpoint: string) => `Parameters of ${endpoint}`,
  limit: "Limit",
  comma: ", ",
  quotaUsedUp: "the quota is used up",
  fromScript: "From a script",
};

const docsZh: typeof docsEn = {
  title: "API 文档 – Porthole",
  description:
    "本服务器的全部接口：公网地址、GeoIP、V1、V2、DNS 查询和 whois，附参数、限流、错误和真实响应。",
  heading: "API 文档",
  forPrograms: "供程序读取：{document}，OpenAPI 3.1，英文。",
  onThisPage: "本页目录",

  tokens: "令牌与配额",
  tokensText:
    "V2 需要 API 令牌，以 {bearer} 或 {apiKey} 发送；两者都有时以前者为准。会员可在{console}创建令牌。凡带令牌的请求，响应都会给出当月配额的使用情况；配额按 UTC 自然月重置。",
  console: "控制台",
  quotaHeaders: "V2 的响应头",
  limits: "限流",
  limitsText:
    "各接口均注明单个客户端每分钟的请求数。用尽后返回 429 和以下响应头。一小时内累计有十分钟超限的客户端，封禁一小时。",
  limitHeaders: "429 的响应头",
  errors: "错误",
  errorsText:
    "错误由状态码、供程序识别的错误码和一句供人阅读的说明组成。返回文本的接口只给出说明。说明为英文。",
  codes: "错误码",

  header: "响应头",
  code: "错误码",
  status: "状态码",
  parameter: "参数",
  where: "位置",
  meaning: "含义",
  example: "示例",

  tryIt: "试一试",
  tryEndpoint: (endpoint) => `试一试 ${endpoint}`,
  summary: (summary) => `${summary}。`,
  switchedOff: "本站未启用：一律返回 404。",
  parametersOf: (endpoint) => `${endpoint} 的参数`,
  limit: "限流",
  comma: "、",
  quotaUsedUp: "配额用尽",
  fromScript: "命令行调用",
};

/** The page of the API, besides what its document says. */
export const docsTexts: Catalogue<typeof docsEn> = { en: docsEn, zh: docsZh };

const viewEn = {
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

const viewZh: typeof viewEn = {
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
export const docsViewTexts: Catalogue<typeof viewEn> = {
  en: viewEn,
  zh: viewZh,
};
