import { z } from "zod";
import type { FactName } from "../../http/url_table.ts";
import type { EndpointDescription } from "../operation.ts";
import { callback, inPath } from "../parameters.ts";
import { callbackChinese, type OperationTexts } from "../chinese_operation.ts";

const group = "Public IP";

const facts: Readonly<Record<FactName, string>> = {
  country: "The English name of the caller's country",
  "country-iso": "The ISO 3166-1 code of the caller's country",
  city: "The caller's city",
  asn: "The caller's autonomous system number, such as AS15169",
  "asn-org": "The holder of the caller's autonomous system",
  coordinates: "The caller's latitude and longitude in degrees",
  timezone: "The IANA name of the caller's time zone",
  hostname: "The reverse DNS name of the caller's address",
};

/** The operation id of a fact. */
export function factOperationId(name: string): string {
  const words = name.split("-").map((word) =>
    word[0].toUpperCase() + word.slice(1)
  );
  return `getOwn${words.join("")}`;
}

/** The address of the client. */
export const addresses = [
  {
    id: "getAddress",
    path: "/",
    group,
    summary: "The caller's address as text",
    description: [
      "Returns the address and a line break. If the Accept header prefers text/html, as in a browser, the response is the web page. If it prefers application/json, the response is the JSON IP object.",
      "A probe host serves one address family only and always returns text. Requests over the other family get 400.",
    ],
    content: {
      "text/plain": ["Text"],
      "application/json": ["JsonIp"],
      "text/html": ["Html"],
    },
    errors: ["INVALID_TARGET"],
  },
  {
    id: "getJsonIp",
    path: "/api/jsonip",
    group,
    summary: "The caller's address as JSON",
    parameters: [callback],
    content: {
      "application/json": ["JsonIp"],
      "application/javascript": ["Script"],
    },
    errors: ["INVALID_CALLBACK"],
  },
] as const satisfies readonly EndpointDescription[];

/** One operation for each fact. */
const ownFacts = Object.entries(facts).map((
  [name, summary],
): EndpointDescription => ({
  id: factOperationId(name),
  path: `/${name}`,
  group,
  summary,
  description: ["Returns text, or 404 if the value is unknown."],
  content: { "text/plain": ["Text"] },
  errors: ["NOT_FOUND"],
}));

/** Checks of the client's proxy and firewall. */
export const checks = [
  {
    id: "getRequest",
    path: "/api/request",
    group,
    summary: "The caller's request as this server received it",
    description: [
      "Helps you debug a proxy: shows the method, the URL, the headers and where the client address comes from. Secrets are hidden. Scripts on other sites can't read the response.",
    ],
    content: { "application/json": ["ArrivedRequest"] },
  },
  {
    id: "checkPort",
    path: "/api/port/:port",
    group,
    summary: "Whether a TCP port of the caller is reachable from this server",
    description: [
      "Connects only to the caller's own address, sends no data and disconnects.",
    ],
    parameters: [
      inPath({
        name: "port",
        description: "A TCP port.",
        schema: z.int().min(1).max(65535),
        example: "443",
      }),
    ],
    content: { "application/json": ["PortReport"] },
    errors: ["INVALID_INPUT", "RESERVED_ADDRESS", "SERVICE_UNAVAILABLE"],
  },
] as const satisfies readonly EndpointDescription[];

export const publicIp: readonly EndpointDescription[] = [
  ...addresses,
  ...ownFacts,
  ...checks,
];

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
    parameters: { callback: callbackChinese },
  },
  getRequest: {
    summary: "服务器收到的请求原貌",
    description: [
      "便于排查代理配置：显示请求方法、URL、请求头，以及客户端地址取自何处。敏感内容会被隐藏，其他网站的脚本无法读取此响应。",
    ],
  },
  checkPort: {
    summary: "从本服务器能否连通请求方的 TCP 端口",
    description: ["只连接请求方自己的地址，不发送数据，随即断开。"],
    parameters: { port: "TCP 端口。" },
  },
};

const factsChinese: Readonly<Record<FactName, string>> = {
  country: "请求方所在国家的英文名",
  "country-iso": "请求方所在国家的 ISO 3166-1 代码",
  city: "请求方所在城市",
  asn: "请求方所属自治系统，如 AS15169",
  "asn-org": "请求方所属自治系统的持有者",
  coordinates: "请求方的纬度和经度，以度为单位",
  timezone: "请求方所在时区的 IANA 名称",
  hostname: "请求方地址的反向解析名",
};

export const publicIpChinese = {
  ...texts,
  ...Object.fromEntries(
    Object.entries(factsChinese).map(([name, summary]) => [
      factOperationId(name),
      { summary, description: ["以文本返回；未知时为 404。"] },
    ]),
  ),
};
