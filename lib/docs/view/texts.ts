import type { Catalogue } from "../../i18n/language.ts";

/** Names in braces are replaced by markup. */
const docsEn = {
  title: "API – Porthole",
  description:
    "Every API endpoint of this server: public IP, GeoIP, V1, V2, DNS lookup and whois, with parameters, rate limits, errors and sample responses.",
  heading: "API",
  forPrograms: "Machine-readable: {document} (OpenAPI 3.1).",
  onThisPage: "On this page",
  conventions: "What all endpoints have in common",

  tokens: "Tokens and quotas",
  tokensText:
    "V2 requires an API token. Send it as {bearer} or {apiKey}. If you send both, the first one counts. Members create tokens in the {console}. Each response reports the token's monthly quota, which resets at the start of each calendar month (UTC).",
  console: "console",
  quotaHeaders: "V2 response headers",
  limits: "Rate limits",
  limitsText:
    "Each endpoint lists how many requests a client may send per minute. If you exceed the limit, the response is 429 with these headers. A client that exceeds a limit for ten minutes within an hour is banned for an hour.",
  limitHeaders: "429 response headers",
  errors: "Errors",
  errorsText:
    "An error has a status, a code for programs and a message for people. Endpoints that return text send only the message.",
  codes: "Error codes",

  header: "Header",
  code: "Code",
  status: "Status",
  parameter: "Parameter",
  where: "In",
  meaning: "Meaning",
  example: "Example",

  commandOf: (endpoint: string) => `the command: ${endpoint}`,
  tryIt: "Try it",
  tryEndpoint: (endpoint: string) => `Try it: ${endpoint}`,
  summary: (summary: string) => `${summary}.`,
  switchedOff: "Disabled on this server. Every request returns 404.",
  parametersOf: (endpoint: string) => `Parameters of ${endpoint}`,
  limit: "Rate limit",
  comma: ", ",
  quotaUsedUp: "quota exhausted",
  fromScript: "Command line",
};

const docsZh: typeof docsEn = {
  title: "API 文档 – Porthole",
  description:
    "本服务器的全部接口：公网地址、GeoIP、V1、V2、DNS 查询和 whois，附参数、限流、错误和真实响应。",
  heading: "API 文档",
  forPrograms: "供程序读取：{document}，OpenAPI 3.1，英文。",
  onThisPage: "本页目录",
  conventions: "所有接口的共同约定",

  tokens: "令牌与配额",
  tokensText:
    "V2 需要 API 令牌，通过 {bearer} 或 {apiKey} 发送；同时发送时以前者为准。会员可在{console}创建令牌。每个响应都会给出令牌当月的配额情况，配额按自然月（UTC）重置。",
  console: "控制台",
  quotaHeaders: "V2 的响应头",
  limits: "限流",
  limitsText:
    "各接口均注明单个客户端每分钟可发送的请求数。超出后返回 429 和以下响应头。一小时内累计超限十分钟的客户端会被封禁一小时。",
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

  commandOf: (endpoint) => `命令：${endpoint}`,
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

/** The API page, except the texts of its document. */
export const docsTexts: Catalogue<typeof docsEn> = { en: docsEn, zh: docsZh };

const viewEn = {
  /** The location of a parameter. */
  inPath: "path, required",
  inQueryRequired: "query, required",
  inQueryOptional: "query, optional",
  quotaLimit: "Counts against the token's monthly quota.",
  noLimit: "No rate limit.",
  perMinute: (requests: number) =>
    `${requests} request${requests === 1 ? "" : "s"} per minute.`,
  perSeconds: (requests: number, seconds: number) =>
    `${requests} request${requests === 1 ? "" : "s"} per ${seconds} seconds.`,
  /** Several limits, of which one applies. */
  byBucket: (limits: readonly { bucket: string; requests: number }[]) => {
    const each = limits.map(({ bucket, requests }) =>
      `${requests} (${bucket})`
    );
    return `Requests per minute, depending on the request: ${each.join(", ")}.`;
  },
  /** The monthly requests of each plan, formatted. */
  quotas: (plans: readonly { tier: string; requests: string }[]) => {
    const each = plans.map(({ tier, requests }) => `${requests} (${tier})`);
    return `Requests per month and token: ${
      each.join(", ")
    } or the number set by an administrator (vip).`;
  },
  jsonResponse: "JSON response",
  textResponse: "Text response",
  responseOf: (name: string) => `${name} response`,
  /** The APIs that use each error format. */
  errorForms: {
    Error: "GeoIP and other unversioned endpoints",
    ApiError: "V1, V2 and whois",
    LookupError: "DNS lookup",
    Geoip2Error: "GeoIP2 web services",
    QuotaExhausted: "V2, quota exhausted",
  },
};

const viewZh: typeof viewEn = {
  inPath: "路径，必填",
  inQueryRequired: "查询参数，必填",
  inQueryOptional: "查询参数，可选",
  quotaLimit: "计入令牌的月配额。",
  noLimit: "不限流。",
  perMinute: (requests) => `每分钟 ${requests} 次请求。`,
  perSeconds: (requests, seconds) => `每 ${seconds} 秒 ${requests} 次请求。`,
  byBucket: (limits) => {
    const each = limits.map(({ bucket, requests }) =>
      `${requests} 次（${bucket}）`
    );
    return `每分钟请求数取决于请求类型：${each.join("、")}。`;
  },
  quotas: (plans) => {
    const each = plans.map(({ tier, requests }) => `${requests} 次（${tier}）`);
    return `每个令牌每月可请求 ${
      each.join("、")
    }，或由管理员设定的次数（vip）。`;
  },
  jsonResponse: "JSON 响应",
  textResponse: "文本响应",
  responseOf: (name) => `${name} 的响应`,
  errorForms: {
    Error: "GeoIP 及其他无版本接口",
    ApiError: "V1、V2 和 whois",
    LookupError: "DNS 查询",
    Geoip2Error: "GeoIP2 网络服务",
    QuotaExhausted: "V2，配额用尽时",
  },
};

/** Sentences of the API page with values of its document. */
export const docsViewTexts: Catalogue<typeof viewEn> = {
  en: viewEn,
  zh: viewZh,
};
