import * as z from "zod";
import type { FactName } from "../../http/url_table.ts";
import {
  DENIED_TYPES,
  PRIVATE_VALUES,
} from "../../ipinfo/forward_auth/policy.ts";
import {
  callbackChinese,
  type EndpointDescription,
  type OperationTexts,
  portChinese,
  queryIpChinese,
} from "../operation.ts";
import { callback, inQuery, port, queryIp } from "../parameters.ts";

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
const addresses = [
  {
    id: "getAddress",
    path: "/",
    group,
    summary: "The caller's address as text",
    description: [
      "Returns the address and a line break. If the Accept header prefers text/html, as in a browser, the response is the web page. If it prefers application/json, the response is the JSON IP object.",
      "A probe host serves one address family only and always returns text. Requests over the other family get 400.",
    ],
    parameters: [
      inQuery({
        name: "format",
        description:
          "As with ipify: text (without a line break), json or jsonp. Overrides the Accept header.",
        schema: z.enum(["text", "json", "jsonp"]),
        example: "json",
      }),
      inQuery({
        name: "callback",
        description: "For jsonp: the function to call. Default: callback.",
        schema: z.string().min(1).max(128),
        example: "show",
      }),
    ],
    content: {
      "text/plain": ["Text"],
      "application/json": ["JsonIp"],
      "application/javascript": ["Script"],
      "text/html": ["Html"],
    },
    errors: ["INVALID_TARGET", "INVALID_INPUT", "INVALID_CALLBACK"],
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
    errors: ["INVALID_INPUT", "INVALID_CALLBACK"],
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
  parameters: [queryIp],
  content: { "text/plain": ["Text"] },
  errors: ["INVALID_TARGET", "INVALID_IPV4", "INVALID_IPV6", "NOT_FOUND"],
}));

/** Decides for a proxy who may pass. */
const forwardAuth = [
  {
    id: "checkAccess",
    path: "/api/allow",
    group,
    summary: "Whether the caller may pass (forward authentication)",
    description: [
      "For Traefik's forwardAuth, Caddy's forward_auth and nginx's auth_request. The response is 204 or 403. The header X-Porthole-Reason names the rule that decided.",
      "Each list is separated by commas. A rule that denies wins over one that allows. With any allow_… parameter, an address that none of them lists is denied. An unknown country or network matches no rule. If there is no rule, a parameter is unknown or repeated, or a value is invalid, the response is 400, so the proxy denies access.",
      "Uses the tables in memory only and makes no queries. If the request comes from a proxy that TRUSTED_PROXIES doesn't list, or without the client's address, the response is 403 with the reason client_unknown.",
    ],
    parameters: [
      inQuery({
        name: "allow_country",
        description: "ISO 3166-1 codes of the countries that may pass.",
        example: "DE,AT,CH",
      }),
      inQuery({
        name: "deny_country",
        description: "ISO 3166-1 codes of the countries that may not pass.",
        example: "KP",
      }),
      inQuery({
        name: "allow_asn",
        description: "The autonomous systems that may pass.",
        example: "AS3333",
      }),
      inQuery({
        name: "deny_asn",
        description: "The autonomous systems that may not pass.",
        example: "AS64496,64497",
      }),
      inQuery({
        name: "allow_net",
        description: "The addresses and networks that may pass.",
        example: "193.0.0.0/21,2001:67c:2e8::/48",
      }),
      {
        ...inQuery({
          name: "deny_type",
          description: `The types of address that may not pass: ${
            DENIED_TYPES.join(", ")
          }.`,
          example: "tor,abuser",
        }),
        isShown: true,
      },
      inQuery({
        name: "private",
        description:
          "Whether reserved addresses, such as those of your own network, may pass. Default: allow.",
        schema: z.enum(PRIVATE_VALUES),
        example: "deny",
      }),
    ],
    content: {},
    errors: ["INVALID_INPUT", "SERVICE_UNAVAILABLE"],
  },
] as const satisfies readonly EndpointDescription[];

/** Checks of the client's proxy and firewall. */
const checks = [
  {
    id: "getRequest",
    path: "/api/request",
    group,
    summary: "The caller's request as this server received it",
    description: [
      "Helps you debug a proxy: shows the method, the URL, the headers and where the client address comes from. Secrets are hidden. Scripts on other sites can't read the response.",
    ],
    content: { "application/json": ["EchoedRequest"] },
  },
  {
    id: "checkPort",
    path: "/api/port/:port",
    group,
    summary: "Whether a TCP port of the caller is reachable from this server",
    description: [
      "Connects only to the caller's own address, sends no data and disconnects.",
    ],
    parameters: [port],
    content: { "application/json": ["PortReport"] },
    errors: ["INVALID_INPUT", "RESERVED_ADDRESS", "SERVICE_UNAVAILABLE"],
  },
] as const satisfies readonly EndpointDescription[];

export const publicIp: readonly EndpointDescription[] = [
  ...addresses,
  ...ownFacts,
  ...checks,
  ...forwardAuth,
];

type Described =
  | typeof addresses[number]
  | typeof checks[number]
  | typeof forwardAuth[number];

const texts: OperationTexts<Described> = {
  getAddress: {
    summary: "以文本返回请求方地址",
    description: [
      "返回地址本身和一个换行符。若 Accept 头优先接受 text/html（浏览器），则返回网页；优先接受 application/json，则返回 JSON IP 对象。",
      "探测主机只在一个地址族上响应，始终返回文本；以另一地址族访问的请求得到 400。",
    ],
    parameters: {
      format:
        "与 ipify 相同：text（不含换行符）、json 或 jsonp，优先于 Accept 头。",
      callback: "用于 jsonp：要调用的函数，默认为 callback。",
    },
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
    parameters: { port: portChinese },
  },
  checkAccess: {
    summary: "请求方能否通过（转发认证）",
    description: [
      "用于 Traefik 的 forwardAuth、Caddy 的 forward_auth 和 nginx 的 auth_request。响应为 204 或 403，X-Porthole-Reason 头给出起决定作用的规则。",
      "各列表以逗号分隔。拒绝规则优先于允许规则。只要有任一 allow_… 参数，不在其中的地址一律拒绝。未知的国家或网络不匹配任何规则。没有规则、参数未知或重复、值无效时，响应为 400，代理随之拒绝访问。",
      "只用内存中的数据表，不发起任何查询。若请求来自 TRUSTED_PROXIES 未列出的代理，或未带客户端地址，响应为 403，原因为 client_unknown。",
    ],
    parameters: {
      allow_country: "可以通过的国家，ISO 3166-1 代码。",
      deny_country: "不可通过的国家，ISO 3166-1 代码。",
      allow_asn: "可以通过的自治系统。",
      deny_asn: "不可通过的自治系统。",
      allow_net: "可以通过的地址和网段。",
      deny_type: `不可通过的地址类型：${DENIED_TYPES.join("、")}。`,
      private: "保留地址（如自己网络中的地址）能否通过，默认 allow（可以）。",
    },
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
      {
        summary,
        description: ["以文本返回；未知时为 404。"],
        parameters: { ip: queryIpChinese },
      },
    ]),
  ),
};
