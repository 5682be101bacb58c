import type {
  EgressErrorReasons,
  RegistryFailure,
  WhoisErrorReasons,
} from "../../core/error_reasons.ts";
import type { Language } from "../language.ts";
import { counted, type ErrorTexts } from "./error_texts.ts";

/** Why a registry gave no response, as a clause. */
const registryFailures: Readonly<
  Record<RegistryFailure, Readonly<Record<Language, string>>>
> = {
  no_bootstrap: {
    en: "the list of registries is unavailable",
    zh: "无法获取注册机构列表",
  },
  no_server: {
    en: "no registry is responsible for it",
    zh: "没有对应的注册机构",
  },
  server_not_allowed: {
    en: "the server's address is not allowed",
    zh: "服务器的地址不在允许范围内",
  },
  redirect_not_allowed: {
    en: "the server redirects to an address that is not allowed",
    zh: "服务器重定向到不允许的地址",
  },
  insecure: {
    en: "the server does not support HTTPS",
    zh: "服务器不支持 HTTPS",
  },
  too_many_redirects: {
    en: "the server redirects too many times",
    zh: "服务器重定向次数过多",
  },
  wrong_type: {
    en: "the server's response has an unexpected content type",
    zh: "服务器响应的内容类型不符",
  },
  too_large: {
    en: "the server's response is too large",
    zh: "服务器的响应过大",
  },
  unreachable: {
    en: "the server cannot be reached",
    zh: "无法连接服务器",
  },
  rejected: {
    en: "the server rejected the query",
    zh: "服务器拒绝了查询",
  },
  malformed: {
    en: "the server's response is malformed",
    zh: "服务器的响应格式有误",
  },
  other_name: {
    en: "the server's response is about another name",
    zh: "服务器的响应针对的是另一个域名",
  },
  busy: {
    en: "the server is rate-limiting this service",
    zh: "服务器正在限制本服务的查询",
  },
  paused: {
    en: "queries to the server are paused",
    zh: "已暂停查询该服务器",
  },
  timeout: {
    en: "the server did not respond in time",
    zh: "服务器响应超时",
  },
};

/** Registrations. */
export const whoisErrors: ErrorTexts<WhoisErrorReasons> = {
  whois_switched_off: {
    en: "Whois lookups are off: the operator has not enabled them.",
    zh: "本站未提供 Whois 查询：运营者没有启用此功能。",
  },
  asn_malformed: {
    en: ({ max }) =>
      `This is not a valid AS number. It needs a number from 0 to ${max} without leading zeros; AS in front is optional.`,
    zh: ({ max }) =>
      `AS 号格式有误：应为 0 到 ${max} 的数字，不带前导零，前面可加 AS。`,
  },
  cidr_malformed: {
    en:
      "This is not a valid network. It needs an address, a slash and the prefix length, such as 192.0.2.0/24.",
    zh: "网段格式有误：应为“地址/前缀长度”，如 192.0.2.0/24。",
  },
  not_registered: {
    en: ({ target }) => `No registration exists for ${target}.`,
    zh: ({ target }) => `没有 ${target} 的注册记录。`,
  },
  not_assigned: {
    en: ({ target }) =>
      `No registration exists for ${target}: no registry is responsible for it.`,
    zh: ({ target }) => `没有 ${target} 的注册记录：它不归任何注册机构管理。`,
  },
  registry_failed: {
    en: ({ failure }) =>
      `The registry could not be queried: ${
        registryFailures[failure].en
      }. Try again in a moment.`,
    zh: ({ failure }) =>
      `无法查询注册机构：${registryFailures[failure].zh}。请稍后重试。`,
  },
  registrations_busy: {
    en: ({ retrySeconds }) =>
      `Too many registrations are being looked up. Try again in ${
        counted(retrySeconds, "second")
      }.`,
    zh: ({ retrySeconds }) =>
      `当前注册信息查询过多，请在 ${retrySeconds} 秒后重试。`,
  },
};

/** The egress test. */
export const egressErrors: ErrorTexts<EgressErrorReasons> = {
  port_malformed: {
    en: "The port must be a whole number from 1 to 65535.",
    zh: "端口须为 1 至 65535 的整数。",
  },
  client_unknown: {
    en: "The proxy in front of this service does not forward your address.",
    zh: "本服务前面的代理没有转发你的地址。",
  },
  client_reserved: {
    en:
      "Your address, as this service sees it, is not part of the public internet.",
    zh: "本服务看到的你的地址不属于公共互联网。",
  },
  port_checks_busy: {
    en: "Too many ports are being tested. Try again in a few seconds.",
    zh: "当前端口测试过多，请几秒后重试。",
  },
  nonce_malformed: {
    en: "The nonce must be 16 to 40 letters, digits and hyphens.",
    zh: "nonce 须为 16 至 40 个字母、数字或连字符。",
  },
  no_probe_zone: {
    en: "The DNS probe is off: the operator has not configured a probe zone.",
    zh: "本站未提供 DNS 探测：运营者没有配置探测域。",
  },
  no_speed_test: {
    en: "The speed test is off: the operator has not enabled it.",
    zh: "本站未提供测速：运营者没有启用此功能。",
  },
  speed_test_busy: {
    en: "Too many speed tests are running. Try again in a few seconds.",
    zh: "当前测速过多，请几秒后重试。",
  },
  transfer_size: {
    en: ({ maxBytes }) => `bytes must be a whole number from 1 to ${maxBytes}.`,
    zh: ({ maxBytes }) => `bytes 须为 1 至 ${maxBytes} 的整数。`,
  },
};
