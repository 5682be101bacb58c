import * as z from "zod";
import type { ErrorCode } from "../error_codes.ts";
import {
  type Bodies,
  callbackChinese,
  type EndpointDescription,
  familyChinese,
  languageChinese,
  type OperationTexts,
  targetChinese,
} from "../operation.ts";
import { callback, family, inQuery, language, target } from "../parameters.ts";

const group = "GeoIP";

const content: Bodies = {
  "application/json": ["GeoipRecord"],
  "application/javascript": ["Script"],
};

const targetErrors = [
  "INVALID_TARGET",
  "INVALID_IPV4",
  "INVALID_IPV6",
  "INVALID_DOMAIN",
  "INVALID_CALLBACK",
  "INVALID_INPUT",
  "SERVICE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

const description = [
  "For a domain name, the response describes its first address. If a well-formed target can't be described, the status is still 200, meta.ok is false and meta.error has the reason: a reserved address, a name without an address (NOT_FOUND) or failing name servers (SERVICE_UNAVAILABLE). A response about a name may be cached for the TTL of its record, up to an hour.",
  "flags.proxy is true for proxies, VPNs and Tor exits. V2 distinguishes them.",
] as const;

export const geoip = [
  {
    id: "getGeoip",
    path: "/api/geoip/:target",
    group,
    summary: "The GeoIP object of an address or domain name",
    description,
    parameters: [target, family, language, callback],
    content,
    errors: targetErrors,
  },
  {
    id: "getOwnGeoip",
    path: "/ip",
    group,
    summary: "The GeoIP object of the caller",
    description: [
      "If the Accept header prefers text/plain, or with format=text, the response is the address alone. If the site has an API host, this is the default on the main host.",
    ],
    parameters: [
      inQuery({
        name: "format",
        description: "Overrides the Accept header.",
        schema: z.enum(["text", "json"]),
        example: "text",
      }),
      language,
      callback,
    ],
    content: { "text/plain": ["Text"], ...content },
    errors: ["INVALID_CALLBACK", "INVALID_INPUT"],
  },
  {
    id: "getGeoipShort",
    path: "/:target",
    group,
    summary: "The short form of the GeoIP endpoint",
    description: [
      "Only for targets that contain a dot or a colon. Any other path is a page or returns 404.",
    ],
    parameters: [target, family, language, callback],
    content,
    errors: targetErrors,
  },
] as const satisfies readonly EndpointDescription[];

export const geoipChinese: OperationTexts<typeof geoip[number]> = {
  getGeoip: {
    summary: "某个地址或域名的 GeoIP 对象",
    description: [
      "域名取其首个地址。目标格式正确但无法给出信息时（保留地址、没有地址的域名 NOT_FOUND，或 DNS 服务器出错的域名 SERVICE_UNAVAILABLE），状态码仍为 200，meta.ok 为 false，原因见 meta.error。域名的响应可缓存至其记录的 TTL 到期，最长一小时。",
      "代理、VPN 或 Tor 出口节点的 flags.proxy 均为 true；V2 将三者分开列出。",
    ],
    parameters: {
      target: targetChinese,
      family: familyChinese,
      lang: languageChinese,
      callback: callbackChinese,
    },
  },
  getOwnGeoip: {
    summary: "请求方的 GeoIP 对象",
    description: [
      "若 Accept 头优先接受 text/plain，或带有 format=text，则只返回地址本身。站点另有 API 主机时，主站默认如此。",
    ],
    parameters: {
      format: "优先于 Accept 头。",
      lang: languageChinese,
      callback: callbackChinese,
    },
  },
  getGeoipShort: {
    summary: "GeoIP 接口的简短形式",
    description: ["只适用于含点或冒号的目标；其余路径是网页或 404。"],
    parameters: {
      target: targetChinese,
      family: familyChinese,
      lang: languageChinese,
      callback: callbackChinese,
    },
  },
};
