import type { LookupErrorReasons } from "../../core/error_reasons.ts";
import { counted, type ErrorTexts } from "./error_texts.ts";

/** DNS lookups. */
export const lookupErrors: ErrorTexts<LookupErrorReasons> = {
  query_required: {
    en: "Enter what to look up.",
    zh: "请输入要查询的内容。",
  },
  reverse_lookup_needs_address: {
    en: "Reverse DNS needs an IPv4 or IPv6 address.",
    zh: "反向解析需要一个 IPv4 或 IPv6 地址。",
  },
  blocklists_need_address: {
    en: "Blocklists need an IPv4 or IPv6 address.",
    zh: "黑名单查询需要一个 IPv4 或 IPv6 地址。",
  },
  blocklists_off: {
    en:
      "Blocklist lookups are off: the operator has not chosen any blocklists.",
    zh: "本站未提供黑名单查询：运营者没有设置黑名单。",
  },
  index_off: {
    en: "This server keeps no index of names and addresses.",
    zh: "本服务器不保存名称和地址的索引。",
  },
  dns_lookup_of_address: {
    en: "A DNS lookup needs a domain name, not an address.",
    zh: "DNS 查询需要域名，不能是地址。",
  },
  dns_lookup_needs_domain: {
    en:
      "A DNS lookup needs a domain name: at least two parts joined by dots, such as example.com.",
    zh: "DNS 查询需要域名：至少应有以点分隔的两部分，如 example.com。",
  },
  network_malformed: {
    en: ({ minPrefixLength }) =>
      `Enter an IPv4 network of /${minPrefixLength} or smaller, such as 192.0.2.0/24.`,
    zh: ({ minPrefixLength }) =>
      `请输入不大于 /${minPrefixLength} 的 IPv4 网段，如 192.0.2.0/24。`,
  },
  network_too_large: {
    en: ({ minPrefixLength }) =>
      `The network is too large: the limit is a /${minPrefixLength}.`,
    zh: ({ minPrefixLength }) => `网段过大：最大为 /${minPrefixLength}。`,
  },
  address_or_network_required: {
    en: ({ minPrefixLength }) =>
      `Enter an IPv4 or IPv6 address, or an IPv4 network of /${minPrefixLength} or smaller.`,
    zh: ({ minPrefixLength }) =>
      `请输入 IPv4 或 IPv6 地址，或不大于 /${minPrefixLength} 的 IPv4 网段。`,
  },
  keyword_too_short: {
    en: ({ min }) => `The keyword must have at least ${min} characters.`,
    zh: ({ min }) => `关键词至少 ${min} 个字符。`,
  },
  keyword_impossible: {
    en: "No domain name can contain this keyword.",
    zh: "任何域名都不可能包含该关键词。",
  },
  cursor_of_another_search: {
    en: "The cursor belongs to another search. Start from the first page.",
    zh: "该游标不属于本次检索，请从第一页开始。",
  },
  index_unavailable: {
    en: "The local index is temporarily unavailable. Try again in a moment.",
    zh: "本地索引暂时无法检索，请稍后重试。",
  },
  name_servers_silent: {
    en: "No name server responded in time. Try again in a moment.",
    zh: "DNS 服务器未及时应答，请稍后重试。",
  },
  name_servers_failed: {
    en: "The name servers failed or did not respond. Try again in a moment.",
    zh: "DNS 服务器出错或没有应答，请稍后重试。",
  },
  name_servers_refused: {
    en: ({ rcode }) => `The name servers responded with an error: ${rcode}.`,
    zh: ({ rcode }) => `DNS 服务器返回错误：${rcode}。`,
  },
  scans_busy: {
    en: ({ retrySeconds }) =>
      `Too many networks are being scanned. Try again in ${
        counted(retrySeconds, "second")
      }.`,
    zh: ({ retrySeconds }) =>
      `当前网段扫描过多，请在 ${retrySeconds} 秒后重试。`,
  },
};
