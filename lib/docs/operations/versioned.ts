import type { Bodies, EndpointDescription } from "../operation.ts";
import { callback, domain, family, ip, language } from "../parameters.ts";
import {
  callbackChinese,
  domainChinese,
  familyChinese,
  ipChinese,
  languageChinese,
  type OperationTexts,
} from "../chinese_operation.ts";

const v1Content: Bodies = { "application/json": ["V1Record"] };
const v1CallerContent: Bodies = {
  ...v1Content,
  "application/javascript": ["Script"],
};
const v2Content: Bodies = { "application/json": ["V2Record"] };

const nulls =
  "All keys are always present; unknown values are null. A reserved address is not an error: all geo values are null.";

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
    errors: ["UNAUTHORIZED", "SERVICE_UNAVAILABLE"],
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
] as const satisfies readonly EndpointDescription[];

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
};
