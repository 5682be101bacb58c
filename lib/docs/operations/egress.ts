import * as z from "zod";
import {
  type EndpointDescription,
  languageChinese,
  type OperationTexts,
} from "../operation.ts";
import { inPath, inQuery, language } from "../parameters.ts";

const group = "Leak test";

/** The request body of `enrich`. */
const addresses = z.strictObject({
  ips: z.array(z.string()).min(1).max(16).describe("IPv4 or IPv6 addresses."),
});

export const egress = [
  {
    id: "enrich",
    path: "/api/egress/enrich",
    group,
    summary: "The GeoIP objects of up to 16 addresses",
    description: ["The whole batch counts as one request."],
    parameters: [language],
    request: {
      schema: addresses,
      example: { ips: ["193.0.6.139", "2001:67c:2e8:22::c100:68b"] },
    },
    content: { "application/json": ["Enrichment"] },
    errors: ["INVALID_INPUT", "PAYLOAD_TOO_LARGE"],
  },
  {
    id: "getResolvers",
    path: "/api/egress/dns/:nonce",
    group,
    summary: "The resolvers that queried names with a nonce",
    description: [
      "Resolve <nonce>.<probe zone>, then call this endpoint to see which resolvers queried it within the last minute. If this server hosts no probe zone, the response is 404.",
    ],
    parameters: [
      inPath({
        name: "nonce",
        description:
          "16 to 40 letters, digits and hyphens. Use a new nonce for each run.",
        example: "f3b1c2d4e5a69788",
      }),
    ],
    content: { "application/json": ["Resolvers"] },
    errors: ["INVALID_INPUT", "NOT_FOUND"],
    needs: "probe zone",
  },
  {
    id: "getExit",
    path: "/api/egress/exit",
    group,
    summary: "The address and address family of your request",
    description: ["Available on every host of this site."],
    parameters: [
      inQuery({
        name: "large",
        description:
          "If present, the response fills more than one packet, which reveals broken path MTU discovery.",
        example: "1",
      }),
    ],
    content: { "application/json": ["Exit"] },
  },
  {
    id: "downloadBytes",
    path: "/api/speed/download",
    group,
    summary: "Random bytes, to measure download throughput",
    description: [
      "The response is cut off after 20 seconds. If too many transfers are in progress, it is 503 with Retry-After. If this server has no speed test, it is 404.",
    ],
    parameters: [
      inQuery({
        name: "bytes",
        description: "The size of the response, from 1 to 25,000,000 bytes.",
        example: "1000",
      }),
    ],
    content: { "application/octet-stream": ["Bytes"] },
    errors: ["INVALID_INPUT", "NOT_FOUND", "SERVICE_UNAVAILABLE"],
    needs: "speed test",
  },
  {
    id: "uploadBytes",
    path: "/api/speed/upload",
    group,
    summary: "Discards a body, to measure upload throughput",
    description: [
      "The body can be anything of up to 25,000,000 bytes and must arrive within 20 seconds. If too many transfers are in progress, the response is 503 with Retry-After. If this server has no speed test, it is 404.",
    ],
    content: { "application/json": ["Received"] },
    errors: [
      "INVALID_INPUT",
      "NOT_FOUND",
      "PAYLOAD_TOO_LARGE",
      "SERVICE_UNAVAILABLE",
    ],
    needs: "speed test",
  },
] as const satisfies readonly EndpointDescription[];

export const egressChinese: OperationTexts<typeof egress[number]> = {
  enrich: {
    summary: "批量获取 GeoIP 对象，最多 16 个地址",
    description: ["无论多少个地址，都只计一次请求。"],
    parameters: { lang: languageChinese },
  },
  getResolvers: {
    summary: "查询过某个 nonce 的解析器",
    description: [
      "先解析 <nonce>.<探测域>，再通过此接口查看最近一分钟内有哪些解析器查询过它。如果本服务器未托管探测域，则返回 404。",
    ],
    parameters: {
      nonce: "16 至 40 个字母、数字或连字符；每次检测都用新值。",
    },
  },
  getExit: {
    summary: "请求来自的地址及其地址族",
    description: ["本站的所有主机均提供此接口。"],
    parameters: {
      large: "带此参数时，响应超过一个数据包，用于检测路径 MTU 发现是否失效。",
    },
  },
  downloadBytes: {
    summary: "返回随机字节，用于测量下载速率",
    description: [
      "响应在 20 秒后中断。同时进行的传输过多时返回 503 和 Retry-After；本服务器未启用测速时返回 404。",
    ],
    parameters: { bytes: "响应的大小，1 至 25,000,000 字节。" },
  },
  uploadBytes: {
    summary: "丢弃请求正文，用于测量上传速率",
    description: [
      "正文可为任意内容，最多 25,000,000 字节，须在 20 秒内传完。同时进行的传输过多时返回 503 和 Retry-After；本服务器未启用测速时返回 404。",
    ],
  },
};
