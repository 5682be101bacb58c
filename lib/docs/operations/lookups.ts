import {
  type EndpointDescription,
  type OperationTexts,
  outputChinese,
} from "../operation.ts";
import {
  asJson,
  asJsonOrCsv,
  cursor,
  dnsMatch,
  dnsType,
  inPath,
  side,
} from "../parameters.ts";

/** The response schema of each mode, by its name in `dns_type`. */
const DNS_RESPONSES = {
  dns_lookup: "DnsLookup",
  rdns_lookup: "RdnsLookup",
  rdns_scan: "RdnsScan",
  ip_domains: "IpDomains",
  rdns_pattern: "RdnsPattern",
  cname_pattern: "CnamePattern",
  dnsbl: "Blocklists",
} as const;

export const lookups = [
  {
    id: "lookUpDns",
    path: "/lookup/:query*",
    group: "DNS lookup",
    summary: "A DNS lookup of one of seven types",
    description: [
      "Returns the records of a name, the host names of an address or an IPv4 network (/20 or smaller), the domains of an address or a network (/22 or smaller), or search results from the reverse DNS names and aliases that this server has seen. A name that does not exist is a result, not an error.",
      "dnsbl looks up an address in the DNS blocklists that the operator has chosen. If there are none, the error is INVALID_INPUT.",
      "Network scans have their own rate limit.",
    ],
    parameters: [
      inPath({
        name: "query",
        description:
          "A name, an address, an IPv4 network (with a plain slash or %2F), or a keyword of at least 3 characters. A URL is reduced to its host, and an e-mail address to its domain.",
        example: "example.com",
      }),
      asJsonOrCsv,
      dnsType,
      dnsMatch,
      side,
      cursor,
    ],
    content: {
      "application/json": Object.values(DNS_RESPONSES),
      "text/csv": ["Text"],
    },
    errors: [
      "INVALID_TARGET",
      "INVALID_INPUT",
      "QUERY_FAILED",
      "SERVICE_UNAVAILABLE",
    ],
  },
  {
    id: "lookUpRegistration",
    path: "/whois/:target*",
    group: "Whois",
    summary: "The registration of a name, a network or an autonomous system",
    description: [
      "Uses RDAP, or whois if the registry has no RDAP.",
    ],
    parameters: [
      inPath({
        name: "target",
        description:
          "A domain name, an address, a CIDR block (with a plain slash or %2F), or an AS number with or without the AS prefix.",
        example: "example.com",
      }),
      asJson,
    ],
    content: { "application/json": ["Registration"] },
    errors: [
      "INVALID_TARGET",
      "INVALID_IPV4",
      "INVALID_IPV6",
      "INVALID_DOMAIN",
      "NOT_FOUND",
      "QUERY_FAILED",
      "SERVICE_UNAVAILABLE",
    ],
    needs: "whois",
  },
] as const satisfies readonly EndpointDescription[];

export const lookupsChinese: OperationTexts<typeof lookups[number]> = {
  lookUpDns: {
    summary: "DNS 查询，共七种类型",
    description: [
      "返回域名的记录、地址或 IPv4 网段（不超过 /20）的主机名、地址或网段（不超过 /22）对应的域名，或在本服务器见过的反向解析名和别名中检索的结果。域名不存在属于正常结果，不是错误。",
      "dnsbl 在运营者设置的 DNS 黑名单中查询地址；未设置时返回 INVALID_INPUT。",
      "网段扫描单独限流。",
    ],
    parameters: {
      query:
        "域名、地址、IPv4 网段（斜杠可写作 %2F，也可直接写），或至少 3 个字符的关键词。网址只取其主机名，邮箱地址只取其域名。",
      output: `${outputChinese}无论取哪个值，错误都以 JSON 返回。`,
      dns_type:
        "查询类型。缺少或为空时：域名为 dns_lookup，地址为 rdns_lookup，网段为 rdns_scan。",
      dns_match: "用于检索：关键词在名称中的位置。默认为 middle。",
      side: "用于 cname_pattern：检索别名还是别名的目标。默认为 alias。",
      cursor: "用于检索：上一页的 meta.next_cursor。",
    },
  },
  lookUpRegistration: {
    summary: "域名、网段或自治系统的注册信息",
    description: ["通过 RDAP 查询；注册机构没有 RDAP 时使用 whois。"],
    parameters: {
      target:
        "域名、地址、CIDR（斜杠可写作 %2F，也可直接写），或 AS 号（前面可加 AS）。",
      output: outputChinese,
    },
  },
};
