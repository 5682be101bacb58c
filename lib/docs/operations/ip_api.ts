import * as z from "zod";
import { MAX_BATCH } from "../../ipinfo/records/ip_api_forms.ts";
import {
  callbackChinese,
  type EndpointDescription,
  type OperationTexts,
  targetChinese,
} from "../operation.ts";
import { callback, inPath, inQuery } from "../parameters.ts";

const group = "Compatible formats";

const query = inPath({
  name: "query",
  description: "An IPv4 or IPv6 address, or a domain name.",
  example: "193.0.6.139",
});

export const ipApiFields = inQuery({
  name: "fields",
  description:
    "The fields of the response, in any order: their names separated by commas, or the sum of their numbers. Unknown names are ignored. Default: 61439.",
  example: "status,country,query",
});

const language = inQuery({
  name: "lang",
  description:
    "The language of place names: zh-CN for Chinese; all other values mean English.",
  example: "zh-CN",
});

const paragraphs = [
  "Reserved addresses and invalid queries have status 200 and a record with status fail and a message. Reverse DNS is queried only if fields contain reverse.",
  "X-Rl is the number of requests left, and X-Ttl the seconds until the count resets.",
] as const;

/** The request body. */
const batch = z.array(z.union([
  z.string(),
  z.strictObject({
    query: z.string(),
    fields: z.union([z.string(), z.int()]).optional(),
    lang: z.string().optional(),
  }),
])).max(MAX_BATCH);

export const ipApi = [
  {
    id: "getAsIpApi",
    path: "/json/:query",
    group,
    summary: "A record about an address or name, in the format of ip-api.com",
    description: paragraphs,
    parameters: [query, ipApiFields, language, callback],
    content: {
      "application/json": ["IpApiRecord"],
      "application/javascript": ["Script"],
    },
    errors: ["INVALID_CALLBACK", "SERVICE_UNAVAILABLE"],
  },
  {
    id: "getAsIpApiCsv",
    path: "/csv/:query",
    group,
    summary: "The same record as a line of CSV",
    description: [
      "Like /json/{query}, with the values only. /csv without a query describes the caller, or the address in ip.",
    ],
    parameters: [query, ipApiFields, language],
    content: { "text/csv": ["Text"] },
    errors: ["SERVICE_UNAVAILABLE"],
  },
  {
    id: "getAsIpApiLines",
    path: "/line/:query",
    group,
    summary: "The same record with one value per line",
    description: [
      "Like /json/{query}, with the values only. /line without a query describes the caller, or the address in ip.",
    ],
    parameters: [query, ipApiFields, language],
    content: { "text/plain": ["Text"] },
    errors: ["SERVICE_UNAVAILABLE"],
  },
  {
    id: "getBatchAsIpApi",
    path: "/batch",
    group,
    summary: "Records about up to 100 addresses, in the format of ip-api.com",
    description: [
      "The records are in the order of the request. An element is an address, or an object with query and optionally fields and lang, which override those of the URL. The batch counts as one request.",
    ],
    parameters: [ipApiFields, language],
    request: {
      schema: batch,
      example: [
        "193.0.6.139",
        { query: "2001:67c:2e8:22::c100:68b", fields: "country" },
      ],
    },
    content: { "application/json": ["IpApiBatch"] },
    errors: ["INVALID_INPUT", "PAYLOAD_TOO_LARGE", "QUERY_FAILED"],
  },
] as const satisfies readonly EndpointDescription[];

export const ipApiFieldsChinese =
  "响应的字段，顺序不限：以逗号分隔的名称，或各字段数值之和。未知名称会被忽略。默认为 61439。";

const languageChinese = "地名的语言：zh-CN 为中文，其他值均为英文。";

export const ipApiChinese: OperationTexts<typeof ipApi[number]> = {
  getAsIpApi: {
    summary: "ip-api.com 形式的地址或域名记录",
    description: [
      "保留地址和无效查询的状态码为 200，记录的 status 为 fail 并附有 message。仅当 fields 含有 reverse 时才查询反向解析。",
      "X-Rl 和 X-Ttl 给出还可请求的次数，以及多少秒后重新计数。",
    ],
    parameters: {
      query: targetChinese,
      fields: ipApiFieldsChinese,
      lang: languageChinese,
      callback: callbackChinese,
    },
  },
  getAsIpApiCsv: {
    summary: "ip-api.com 形式的记录，一行 CSV",
    description: [
      "与 /json/{query} 相同，但只有值。路径 /csv 不带查询对象时，为请求方或 ip 所指地址。",
    ],
    parameters: {
      query: targetChinese,
      fields: ipApiFieldsChinese,
      lang: languageChinese,
    },
  },
  getAsIpApiLines: {
    summary: "ip-api.com 形式的记录，每行一个值",
    description: [
      "与 /json/{query} 相同，但只有值。路径 /line 不带查询对象时，为请求方或 ip 所指地址。",
    ],
    parameters: {
      query: targetChinese,
      fields: ipApiFieldsChinese,
      lang: languageChinese,
    },
  },
  getBatchAsIpApi: {
    summary: "ip-api.com 形式的记录，最多 100 个地址",
    description: [
      "记录的顺序与请求相同。每项为一个地址，或含 query 的对象；如与 URL 中的不同，还可含 fields 和 lang。整批计为一次请求。",
    ],
    parameters: { fields: ipApiFieldsChinese, lang: languageChinese },
  },
};
