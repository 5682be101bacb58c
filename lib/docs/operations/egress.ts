import { z } from "zod";
import type { Operation } from "../operation.ts";
import { inPath, inQuery } from "../parameters.ts";
import type { OperationTexts } from "../chinese_operation.ts";

const group = "Egress";
const errorForm = "Error";

/** Addresses to describe at once. */
const addresses = z.strictObject({
  ips: z.array(z.string()).min(1).max(16).describe("IPv4 or IPv6 addresses."),
});

export const egress = [
  {
    id: "enrich",
    method: "post",
    path: "/api/egress/enrich",
    group,
    summary: "The GeoIP objects of up to 16 addresses",
    description: ["All of them count as one request."],
    request: {
      schema: addresses,
      example: { ips: ["8.8.8.8", "2001:4860:4860::8888"] },
    },
    answers: { "application/json": ["Enrichment"] },
    errorForm,
    errors: ["INVALID_INPUT", "PAYLOAD_TOO_LARGE"],
    buckets: ["lookup"],
  },
  {
    id: "getResolvers",
    path: "/api/egress/dns/{nonce}",
    group,
    summary: "Resolvers that asked for names of a nonce",
    description: [
      "Ask the DNS for <nonce>.<probe zone>, then here who came for it within the last minute. Where this server is the name server of no probe zone: 404.",
    ],
    parameters: [
      inPath({
        name: "nonce",
        description: "16 to 40 letters, digits and hyphens; new for each run.",
        example: "f3b1c2d4e5a69788",
      }),
    ],
    answers: { "application/json": ["Resolvers"] },
    errorForm,
    errors: ["INVALID_INPUT", "NOT_FOUND"],
    buckets: ["pages"],
    needs: "probe zone",
  },
  {
    id: "getExit",
    path: "/api/egress/exit",
    group,
    summary: "The address and family a request came from",
    description: ["Every host of this site answers it."],
    parameters: [
      inQuery({
        name: "large",
        description:
          "With it the answer fills more than one packet, to find broken path MTU discovery.",
        example: "1",
      }),
    ],
    answers: { "application/json": ["Exit"] },
    errorForm,
    buckets: ["text"],
  },
] as const satisfies readonly Operation[];

export const egressChinese: OperationTexts<typeof egress[number]> = {
  enrich: {
    summary: "批量获取 GeoIP 对象，最多 16 个地址",
    description: ["无论多少个地址，都只计一次请求。"],
  },
  getResolvers: {
    summary: "查询过某个 nonce 的解析器",
    description: [
      "先向 DNS 查询 <nonce>.<探测域>，再由此接口得知最近一分钟内有哪些解析器来查询过。本服务器未担任任何探测域的域名服务器时为 404。",
    ],
    parameters: {
      nonce: "16 至 40 个字母、数字或连字符；每次检测都用新值。",
    },
  },
  getExit: {
    summary: "请求来自的地址及其地址族",
    description: ["本站的每个主机都响应此接口。"],
    parameters: {
      large: "带此参数时，响应超过一个数据包，用于发现失效的路径 MTU 发现。",
    },
  },
};
