import type { Catalogue } from "../language.ts";

/** What stands in braces is markup of the component. */
const en = {
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

const zh: typeof en = {
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
export const docsTexts: Catalogue<typeof en> = { en, zh };
