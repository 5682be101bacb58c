import { batchRequest } from "../../ipinfo/batch.ts";
import {
  type Bodies,
  callbackChinese,
  domainChinese,
  type EndpointDescription,
  familyChinese,
  ipChinese,
  languageChinese,
  type OperationTexts,
} from "../operation.ts";
import { callback, domain, family, ip, language } from "../parameters.ts";

const v1Content: Bodies = { "application/json": ["V1Record"] };
const v1CallerContent: Bodies = {
  ...v1Content,
  "application/javascript": ["Script"],
};
const v2Content: Bodies = { "application/json": ["V2Record"] };

const nulls =
  "All keys are always present; unknown values are null. A reserved address is not an error: all geo values are null.";

const batch = {
  schema: batchRequest,
  example: { targets: ["193.0.6.139", "2001:67c:2e8:22::c100:68b"] },
};
const inOrder =
  'The array is in the order of the targets. A target that can\'t be described has an error in its place, such as {"ok":false,"error":{…}}; the other records are not affected. The body can be up to 64 KiB.';

export const v1 = [
  {
    id: "getOwnV1",
    path: "/api/v1",
    group: "V1",
    summary: "The V1 record of the caller",
    description: [
      nulls,
      "In risk, false means “no evidence”: either nothing was found, or nothing was checked. V2 distinguishes the two in meta.checked.",
      "risk.is_proxy is true for proxies, VPNs and Tor exits. V2 distinguishes them.",
    ],
    parameters: [language, callback],
    content: v1CallerContent,
    errors: ["INVALID_CALLBACK", "INVALID_INPUT"],
  },
  {
    id: "getV1OfIp",
    path: "/api/v1/ip/:ip",
    group: "V1",
    summary: "The V1 record of an address",
    parameters: [ip, language],
    content: v1Content,
    errors: ["INVALID_TARGET", "INVALID_IPV4", "INVALID_IPV6", "INVALID_INPUT"],
  },
  {
    id: "getV1OfDomain",
    path: "/api/v1/domain/:domain",
    group: "V1",
    summary: "The V1 record of a domain name's address",
    parameters: [domain, family, language],
    content: v1Content,
    errors: [
      "INVALID_TARGET",
      "INVALID_DOMAIN",
      "INVALID_INPUT",
      "NOT_FOUND",
      "SERVICE_UNAVAILABLE",
    ],
  },
  {
    id: "getV1Batch",
    path: "/api/v1/batch",
    group: "V1",
    summary: "The V1 records of up to 100 addresses or domain names",
    description: [
      inOrder,
      "Like V1, a batch has no rate limit. If the operator limits the number of domain names, each name of a batch counts.",
    ],
    parameters: [family, language],
    request: batch,
    content: { "application/json": ["V1Batch"] },
    errors: ["INVALID_INPUT", "PAYLOAD_TOO_LARGE"],
  },
] as const satisfies readonly EndpointDescription[];

export const v2 = [
  {
    id: "getOwnV2",
    path: "/api/v2",
    group: "V2",
    summary: "The V2 record of the caller",
    description: [
      nulls,
      "Each response uses one request of the token's monthly quota. Rejected requests and server errors don't count.",
    ],
    content: v2Content,
    errors: ["INVALID_INPUT", "UNAUTHORIZED", "SERVICE_UNAVAILABLE"],
  },
  {
    id: "getV2OfIp",
    path: "/api/v2/ip/:ip",
    group: "V2",
    summary: "The V2 record of an address",
    parameters: [ip],
    content: v2Content,
    errors: [
      "INVALID_TARGET",
      "INVALID_IPV4",
      "INVALID_IPV6",
      "UNAUTHORIZED",
      "SERVICE_UNAVAILABLE",
    ],
  },
  {
    id: "getV2OfDomain",
    path: "/api/v2/domain/:domain",
    group: "V2",
    summary: "The V2 record of a domain name's address",
    parameters: [domain, family],
    content: v2Content,
    errors: [
      "INVALID_TARGET",
      "INVALID_DOMAIN",
      "INVALID_INPUT",
      "UNAUTHORIZED",
      "NOT_FOUND",
      "SERVICE_UNAVAILABLE",
    ],
  },
  {
    id: "getV2Batch",
    path: "/api/v2/batch",
    group: "V2",
    summary: "The V2 records of up to 100 addresses or domain names",
    description: [
      inOrder,
      "Each record uses one request of the token's monthly quota; an error in its place uses none. If fewer requests are left than the batch has well-formed targets, the response is 429, and nothing is charged.",
    ],
    parameters: [family],
    request: batch,
    content: { "application/json": ["V2Batch"] },
    errors: [
      "INVALID_INPUT",
      "PAYLOAD_TOO_LARGE",
      "UNAUTHORIZED",
      "SERVICE_UNAVAILABLE",
    ],
  },
] as const satisfies readonly EndpointDescription[];

const inOrderChinese =
  '数组与 targets 的顺序一致。无法描述的目标在其位置上为错误，例如 {"ok":false,"error":{…}}，不影响其他记录。请求体最大 64 KiB。';
const nullsChinese =
  "所有字段始终存在，未知的值为 null。保留地址不算错误，此时 geo 全部为 null。";

export const v1Chinese: OperationTexts<typeof v1[number]> = {
  getOwnV1: {
    summary: "请求方的 V1 记录",
    description: [
      nullsChinese,
      "risk 中的 false 表示“没有证据”：可能未查到，也可能未曾检查；V2 的 meta.checked 将两者区分开。",
      "代理、VPN 或 Tor 出口节点的 risk.is_proxy 均为 true；V2 将三者分开列出。",
    ],
    parameters: { lang: languageChinese, callback: callbackChinese },
  },
  getV1OfIp: {
    summary: "某个地址的 V1 记录",
    parameters: { ip: ipChinese, lang: languageChinese },
  },
  getV1OfDomain: {
    summary: "某个域名所指地址的 V1 记录",
    parameters: {
      domain: domainChinese,
      family: familyChinese,
      lang: languageChinese,
    },
  },
  getV1Batch: {
    summary: "批量获取 V1 记录，最多 100 个地址或域名",
    description: [
      inOrderChinese,
      "与 V1 相同，批量请求不限流。若运营者限制了域名查询的次数，则其中的每个域名各计一次。",
    ],
    parameters: { family: familyChinese, lang: languageChinese },
  },
};

export const v2Chinese: OperationTexts<typeof v2[number]> = {
  getOwnV2: {
    summary: "请求方的 V2 记录",
    description: [
      nullsChinese,
      "每次响应消耗令牌月配额中的一次请求。被拒绝的请求和服务器错误不计入配额。",
    ],
  },
  getV2OfIp: {
    summary: "某个地址的 V2 记录",
    parameters: { ip: ipChinese },
  },
  getV2OfDomain: {
    summary: "某个域名所指地址的 V2 记录",
    parameters: { domain: domainChinese, family: familyChinese },
  },
  getV2Batch: {
    summary: "批量获取 V2 记录，最多 100 个地址或域名",
    description: [
      inOrderChinese,
      "每条记录消耗令牌月配额中的一次请求，错误不消耗。若剩余次数少于格式正确的目标数，则返回 429，不扣除配额。",
    ],
    parameters: { family: familyChinese },
  },
};
