import * as z from "zod";
import { FACT_NAMES } from "../../http/url_table.ts";
import type { ErrorCode } from "../error_codes.ts";
import {
  callbackChinese,
  type EndpointDescription,
  familyChinese,
  languageChinese,
  type OperationTexts,
  portChinese,
  queryIpChinese,
  targetChinese,
} from "../operation.ts";
import {
  callback,
  family,
  inPath,
  inQuery,
  language,
  port,
  queryIp,
  target,
} from "../parameters.ts";
import { ipApiFields, ipApiFieldsChinese } from "./ip_api.ts";

const group = "Compatible formats";

const addressErrors = [
  "INVALID_TARGET",
  "INVALID_IPV4",
  "INVALID_IPV6",
] as const satisfies readonly ErrorCode[];

export const compatible = [
  {
    id: "getAsEchoip",
    path: "/json",
    group,
    summary:
      "A flat record about the caller or an address, in the format of echoip",
    description: [
      "With fields, the response is the record of ip-api.com, as for /json/{query}.",
    ],
    parameters: [queryIp, ipApiFields, language, callback],
    content: {
      "application/json": ["EchoipRecord", "IpApiRecord"],
      "application/javascript": ["Script"],
    },
    errors: [...addressErrors, "INVALID_CALLBACK", "INVALID_INPUT"],
  },
  {
    id: "getFact",
    path: "/:target/:fact",
    group,
    summary:
      "One fact about an address or name, in the format of ipinfo and geojs",
    description: [
      "Returns text, or 404 if the value is unknown or the name has no address.",
    ],
    parameters: [
      target,
      inPath({
        name: "fact",
        description: "The name of the fact.",
        schema: z.enum(FACT_NAMES),
        example: "country",
      }),
      family,
    ],
    content: { "text/plain": ["Text"] },
    errors: [
      ...addressErrors,
      "INVALID_DOMAIN",
      "INVALID_INPUT",
      "NOT_FOUND",
      "SERVICE_UNAVAILABLE",
    ],
  },
  {
    id: "checkPortAsEchoip",
    path: "/port/:port",
    group,
    summary:
      "Whether a TCP port of the caller is reachable, in the format of echoip",
    description: ["Follows the rules of /api/port."],
    parameters: [port],
    content: { "application/json": ["EchoipPort"] },
    errors: [
      "INVALID_INPUT",
      "RESERVED_ADDRESS",
      "SERVICE_UNAVAILABLE",
    ],
  },
  {
    id: "getAddressAsDyndns",
    path: "/checkip",
    group,
    summary: "The caller's address in the HTML of checkip.dyndns.org",
    content: { "text/html": ["Html"] },
    errors: ["INVALID_INPUT"],
  },
  {
    id: "getAllAsText",
    path: "/all",
    group,
    summary:
      "Everything known about the caller, as aligned text for a terminal",
    parameters: [
      queryIp,
      inQuery({
        name: "color",
        description: "Whether to colour the labels. Default: off.",
        schema: z.enum(["on", "off"]),
        example: "on",
      }),
    ],
    content: { "text/plain": ["Text"] },
    errors: [...addressErrors, "INVALID_INPUT"],
  },
] as const satisfies readonly EndpointDescription[];

export const compatibleChinese: OperationTexts<typeof compatible[number]> = {
  getAsEchoip: {
    summary: "请求方或指定地址的扁平记录，格式与 echoip 相同",
    description: [
      "带有 fields 时返回 ip-api.com 的记录，与 /json/{query} 相同。",
    ],
    parameters: {
      ip: queryIpChinese,
      fields: ipApiFieldsChinese,
      lang: languageChinese,
      callback: callbackChinese,
    },
  },
  getFact: {
    summary: "某个地址或域名的一项信息，格式与 ipinfo、geojs 相同",
    description: ["以文本返回；该项未知或域名没有地址时为 404。"],
    parameters: {
      target: targetChinese,
      fact: "信息的名称。",
      family: familyChinese,
    },
  },
  checkPortAsEchoip: {
    summary: "能否连通请求方的 TCP 端口，格式与 echoip 相同",
    description: ["规则与 /api/port 相同。"],
    parameters: { port: portChinese },
  },
  getAddressAsDyndns: {
    summary: "以 checkip.dyndns.org 的 HTML 返回请求方地址",
  },
  getAllAsText: {
    summary: "请求方的全部已知信息，以对齐的文本返回，适合终端",
    parameters: {
      ip: queryIpChinese,
      color: "标签是否着色。默认为 off。",
    },
  },
};
