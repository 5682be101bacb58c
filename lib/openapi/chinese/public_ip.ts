import type { OneFact } from "../../profile/views/one_fact.ts";
import {
  type addresses,
  type checks,
  factOperationId,
} from "../operations/public_ip.ts";
import type { OperationTexts } from "./operation_texts.ts";
import { callback } from "./parameters.ts";

type Described = typeof addresses[number] | typeof checks[number];

const texts: OperationTexts<Described> = {
  getAddress: {
    summary: "以文本返回请求方地址",
    description: [
      "返回地址本身和一个换行符。若 Accept 头优先接受 text/html（浏览器），则返回网页；优先接受 application/json，则返回 JSON IP 对象。",
      "探测主机只在一个地址族上响应，始终返回文本；以另一地址族访问的请求得到 400。",
    ],
  },
  getJsonIp: {
    summary: "以 JSON 返回请求方地址",
    parameters: { callback },
  },
  getRequest: {
    summary: "服务器收到的请求原貌",
    description: [
      "便于排查代理配置：请求方法、URL、请求头，以及客户端地址取自何处。敏感内容会隐去，其他网站的脚本无法读取。",
    ],
  },
  checkPort: {
    summary: "从本服务器能否连通请求方的 TCP 端口",
    description: ["只连接请求方自己的地址，不发送数据，随即断开。"],
    parameters: { port: "TCP 端口。" },
  },
};

const facts: Readonly<Record<OneFact, string>> = {
  country: "请求方所在国家的英文名",
  "country-iso": "请求方所在国家的 ISO 3166-1 代码",
  city: "请求方所在城市",
  asn: "请求方所属自治系统，如 AS15169",
  "asn-org": "请求方所属自治系统的持有者",
  coordinates: "请求方的纬度和经度，以度为单位",
  timezone: "请求方所在时区的 IANA 名称",
  hostname: "请求方地址的反向解析名",
};

export const publicIp = {
  ...texts,
  ...Object.fromEntries(
    Object.entries(facts).map(([name, summary]) => [
      factOperationId(name),
      { summary, description: ["以文本返回；未知时为 404。"] },
    ]),
  ),
};
