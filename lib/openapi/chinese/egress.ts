import type { egress as described } from "../operations/egress.ts";
import type { OperationTexts } from "./operation_texts.ts";

export const egress: OperationTexts<typeof described[number]> = {
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
