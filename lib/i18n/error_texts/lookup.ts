import type { ErrorTexts } from "./translation.ts";

/** What a DNS lookup is refused or fails with. */
export const lookupErrors: ErrorTexts = {
  sentences: {
    "Please type what to look up.": "请输入要查询的内容。",
    "Reverse DNS takes one IPv4 or IPv6 address.":
      "反向解析需要一个 IPv4 或 IPv6 地址。",
    "A DNS lookup takes a domain name, and this has the form of an address.":
      "DNS 查询需要域名，而输入的内容是地址的形式。",
    "A DNS lookup takes a domain name: two or more labels of letters, digits and inner hyphens.":
      "DNS 查询需要域名：至少两级标签，由字母、数字和中间的连字符组成。",
    "There is no name that could hold this keyword.":
      "任何名称都不可能包含该关键词。",
    "No name can hold this keyword.": "任何名称都不可能包含该关键词。",
    "This cursor is not of this search. Please begin at its first page.":
      "该游标不属于本次检索，请从第一页开始。",
    "The local index cannot be searched now. Please try again in a moment.":
      "本地索引暂时无法检索，请稍后再试。",
    "No name server answered in time. Please try again in a moment.":
      "DNS 服务器未及时应答，请稍后再试。",
    "The name servers did not answer, or could not. Please try again in a moment.":
      "DNS 服务器没有应答或无法应答，请稍后再试。",
  },
  patterns: [
    [
      /^There is no such (dns_type|dns_match|side); it is one of (.+)\.$/,
      "$1 的值无效，应为以下之一：$2。",
    ],
    [
      /^This takes an IPv4 network as address\/length, such as 192\.0\.2\.0\/24, of \/(\d+) or smaller\.$/,
      "请输入“地址/前缀长度”形式的 IPv4 网段，如 192.0.2.0/24，不大于 /$1。",
    ],
    [
      /^This network is too large: \/(\d+) is the widest that is looked up at once\.$/,
      "网段过大：一次最多查询一个 /$1。",
    ],
    [
      /^This takes an IPv4 or IPv6 address, or an IPv4 network of \/(\d+) or smaller\.$/,
      "请输入 IPv4 或 IPv6 地址，或不大于 /$1 的 IPv4 网段。",
    ],
    [
      /^The keyword is too short: at least (\d+) characters\.$/,
      "关键词过短：至少 $1 个字符。",
    ],
    [
      /^The name servers could not answer: (.+)\.$/,
      "DNS 服务器无法应答：$1。",
    ],
    [
      /^Too many networks are being scanned\. Please try again in (\d+) seconds\.$/,
      "当前网段扫描过多，请在 $1 秒后重试。",
    ],
  ],
};
