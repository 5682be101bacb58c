import type {
  BlocklistFailure,
  CnameSide,
  DnsMatch,
  DnsType,
} from "./lookup_view.ts";
import type { DnssecStatus } from "./lookup_view.ts";
import { type Catalogue, numberText } from "../../i18n/language.ts";
import { RESERVED_BLOCKS_IN_CHINESE } from "../../ipinfo/view/reserved_blocks.ts";

interface ModeTexts {
  label: string;
  /** What to type. */
  hint: string;
}

/** The parts of a result's title. */
interface Answered {
  /** The title in the response, which is in English. */
  title: string;
  dnsType: DnsType;
  normalized: string;
}

/**
 * How many results, how fast, and among how many addresses; null if none were
 * counted.
 */
interface Found {
  found: number;
  elapsedMs: number;
  addresses: number | null;
}

/** In how many blocklists an address is, and how fast that was found. */
interface BlocklistMatches {
  found: number;
  lists: number;
  elapsedMs: number;
}

const counted = (count: number) =>
  `${numberText(count)} ${count === 1 ? "address" : "addresses"}`;

const reserved = (count: number) =>
  `${numberText(count)} reserved ${count === 1 ? "address" : "addresses"}`;

const en = {
  heading: "DNS lookup",
  description:
    "Look up DNS records and reverse DNS, scan networks, and search the names this server has seen.",
  form: {
    modes: "Lookup type",
    query: "Query",
    submit: "Look up",
    match: "Match",
    side: "Search in",
    colon: ":",
    afterColon: " ",
    recordType: "Record type",
    allTypes: "all usual types",
    didYouMean: "Did you mean: ",
    detected: (mode: string) => `Detected: ${mode}`,
  },
  auto: {
    label: "Auto",
    hint: (hasWhois: boolean) =>
      `Enter a domain name, an address${
        hasWhois ? ", a network or an AS number" : " or a network"
      }. A URL or an e-mail address works, too.`,
  },
  recorded:
    "This server saves the names and addresses it finds, with the date, in an index that anyone can search.",
  notRecorded: "This server does not record lookups.",
  noIndex: "This server keeps no index of names and addresses.",
  modes: {
    dns_lookup: {
      label: "DNS lookup",
      hint:
        "Enter a domain name, such as example.com, to see its DNS records: addresses, mail and name servers, texts, certificate rules, DNSSEC keys and more. For records of another type, enter the type.",
    },
    rdns_lookup: {
      label: "Reverse DNS",
      hint:
        "Enter an IPv4 or IPv6 address to see its host names and whether they resolve back to it.",
    },
    rdns_scan: {
      label: "Network scan",
      hint:
        "Enter an IPv4 network of up to 4,096 addresses (/20), such as 192.0.2.0/24, to see the host names of all its addresses.",
    },
    ip_domains: {
      label: "IP to domains",
      hint:
        "Enter an address or an IPv4 network of up to 1,024 addresses (/22) to see its names, from live reverse DNS and from this server's index.",
    },
    rdns_pattern: {
      label: "rDNS search",
      hint:
        "Enter at least 3 characters of a host name to search the reverse DNS names this server has seen.",
    },
    cname_pattern: {
      label: "CNAME search",
      hint:
        "Enter at least 3 characters of an alias or its target to search the CNAME records this server has seen.",
    },
    dnsbl: {
      label: "Blocklists",
      hint:
        "Enter an IPv4 or IPv6 address to see which DNS blocklists contain it. The operators of these lists learn the address.",
    },
    zone_check: {
      label: "Zone check",
      hint:
        "Enter a domain name to check its zone: the delegation, each name server, DNSSEC and the mail policy. This server queries all of the zone's name servers.",
    },
  } satisfies Record<DnsType, ModeTexts>,
  noZoneCheck: "Zone checks are off on this server.",
  noBlocklists:
    "Blocklist lookups are off: the operator has not chosen any blocklists.",
  matches: {
    left: "starts with",
    middle: "contains",
    right: "ends with",
  } satisfies Record<DnsMatch, string>,
  sides: {
    alias: "aliases",
    target: "targets",
  } satisfies Record<CnameSide, string>,
  aliasLoop: "These aliases form a loop, so the name has no other records.",
  dnssec: {
    authenticated: "DNSSEC: the resolver validated these records.",
    insecure:
      "DNSSEC: not signed. The resolver validates signatures and found no chain of trust to this name.",
    bogus:
      "DNSSEC: the resolver rejects some of this name's records because their signatures don't validate.",
    not_validated: "DNSSEC: not checked. The resolver doesn't validate.",
    unknown: "DNSSEC: not known. The resolver didn't say whether it validates.",
  } satisfies Record<DnssecStatus, string>,
  resolverSays: (text: string) => `The resolver adds: ${text}.`,
  zoneFile: "Zone file",
  titleOf: ({ title }: Answered) => title,
  scanTitle: (network: string) => `Names in ${network}`,
  moreNames: "More names",
  theResult: "the result",
  progress: (scanned: number, total: number) =>
    `${numberText(scanned)} of ${numberText(total)} addresses scanned`,
  late:
    "The scan stopped because your browser stopped reading the page. Start it again.",
  summary: {
    found: ({ found, elapsedMs, addresses }: Found) =>
      `${numberText(found)} found${
        addresses === null ? "" : ` for ${counted(addresses)}`
      } in ${numberText(elapsedMs)} ms`,
    listed: ({ found, lists, elapsedMs }: BlocklistMatches) =>
      `Listed in ${numberText(found)} of ${numberText(lists)} ${
        lists === 1 ? "blocklist" : "blocklists"
      } in ${numberText(elapsedMs)} ms`,
    unknown: (count: number) => `no usable response from ${numberText(count)}`,
    answeredBy: (resolver: string) => `answered by ${resolver}`,
    unanswered: (count: number) => `no response for ${counted(count)}`,
    more: "not all results are shown",
    answeredLocally: "answered by a local resolver",
    withheld: (count: number) =>
      `${reserved(count)} hidden to protect this server's own network`,
    notAsked: (count: number) =>
      `${reserved(count)} skipped to protect this server's own network`,
    reservedBlock: (block: string) =>
      `the address is reserved (${block}), so no name server was queried`,
    sentence: (parts: readonly string[]) => `${parts.join("; ")}.`,
  },
  columns: {
    address: "Address",
    alias: "Alias",
    blocklist: "Blocklist",
    codes: "Codes",
    domain: "Domain",
    firstSeen: "First seen",
    hostName: "Host name",
    lastSeen: "Last seen",
    leadsBack: "Resolves back",
    name: "Name",
    reason: "Reason given",
    result: "Result",
    seen: "Seen",
    source: "Source",
    target: "Target",
    ttl: "TTL",
    type: "Type",
    value: "Value",
  },
  captions: {
    aliases: "Aliases followed",
    blocklists: "Blocklists",
    domains: "Domains",
    names: "Names",
    records: "Records",
  },
  empty: {
    address: "This address has no host name.",
    domains: "No names found.",
    name: "This name does not exist.",
    network: "No address in this network has a host name.",
    reserved: "Host names of reserved addresses are not looked up.",
    reservedBlocklists: "Reserved addresses are not looked up in blocklists.",
    search:
      "This server has not seen a matching name. Its index grows with each lookup.",
  },
  absences: {
    noAnswer: "no response",
    noName: "no such name",
    none: "none",
    withheld: "hidden",
  },
  blocklists: {
    listed: "listed",
    not_listed: "not listed",
    error: "no usable response",
    failures: {
      no_response: "no response",
      server_failed: "the list's name servers failed",
      query_refused: "the list refuses this server's resolver",
      no_list: "the response is not that of a blocklist",
    } satisfies Record<BlocklistFailure, string>,
  },
  sources: { index: "index", ptr: "reverse DNS" },
  yes: "yes",
  no: "no",
  seconds: (count: number) => `${numberText(count)} s`,
  list: (items: readonly string[]) => items.join(", "),
};

export type LookupTexts = typeof en;

const titles: Readonly<Record<DnsType, (query: string) => string>> = {
  dns_lookup: (name) => `${name} 的 DNS 记录`,
  rdns_lookup: (ip) => `${ip} 的反向解析`,
  rdns_scan: (network) => `网段 ${network} 内的主机名`,
  ip_domains: (query) => `${query} 对应的域名`,
  rdns_pattern: (keyword) => `含“${keyword}”的主机名`,
  cname_pattern: (keyword) => `名称含“${keyword}”的 CNAME 记录`,
  dnsbl: (ip) => `DNS 黑名单中的 ${ip}`,
  zone_check: (name) => `${name} 所在区域的检查`,
};

const zh: LookupTexts = {
  heading: "DNS 查询",
  description: "查询 DNS 记录与反向解析、扫描网段，并检索本服务器收录的名称。",
  form: {
    modes: "查询类型",
    query: "查询内容",
    submit: "查询",
    match: "匹配方式",
    side: "检索范围",
    colon: "：",
    afterColon: "",
    recordType: "记录类型",
    allTypes: "全部常用类型",
    didYouMean: "你是不是要找：",
    detected: (mode) => `自动识别为：${mode}`,
  },
  auto: {
    label: "自动",
    hint: (hasWhois) =>
      `输入域名、地址${
        hasWhois ? "、网段或 AS 号" : "或网段"
      }，也可以直接粘贴网址或邮箱地址。`,
  },
  recorded: "本服务器会将查到的名称和地址连同日期存入索引，任何人都可以检索。",
  notRecorded: "本服务器不记录查询。",
  noIndex: "本服务器不保存名称和地址的索引。",
  modes: {
    dns_lookup: {
      label: "DNS 查询",
      hint:
        "输入域名，如 example.com。查询其各类 DNS 记录：地址、邮件与域名服务器、文本、证书规则、DNSSEC 密钥等。要查询其他类型的记录，请填写类型。",
    },
    rdns_lookup: {
      label: "反向解析",
      hint:
        "输入一个 IPv4 或 IPv6 地址。查询其主机名，并验证主机名能否解析回该地址。",
    },
    rdns_scan: {
      label: "网段扫描",
      hint:
        "输入不超过 4,096 个地址（/20）的 IPv4 网段，如 192.0.2.0/24。逐一查询其中每个地址的主机名。",
    },
    ip_domains: {
      label: "IP 反查域名",
      hint:
        "输入一个地址，或不超过 1,024 个地址（/22）的 IPv4 网段。结果来自实时反向解析和本服务器以往收录的记录。",
    },
    rdns_pattern: {
      label: "rDNS 检索",
      hint:
        "输入主机名中的至少 3 个字符，在本服务器收录的反向解析主机名中检索。",
    },
    cname_pattern: {
      label: "CNAME 检索",
      hint:
        "输入别名或其目标名称中的至少 3 个字符，在本服务器收录的 CNAME 记录中检索。",
    },
    dnsbl: {
      label: "黑名单",
      hint:
        "输入一个 IPv4 或 IPv6 地址，查询哪些 DNS 黑名单收录了它。黑名单的运营者会得知该地址。",
    },
    zone_check: {
      label: "区域检查",
      hint:
        "输入域名，检查其所在的区域：委派、各域名服务器、DNSSEC 与邮件策略。本服务器会查询该区域的全部域名服务器。",
    },
  },
  noZoneCheck: "本服务器未开启区域检查。",
  noBlocklists: "本站未提供黑名单查询：运营者没有设置黑名单。",
  matches: { left: "开头为", middle: "包含", right: "结尾为" },
  sides: { alias: "别名", target: "目标" },
  aliasLoop: "这些别名形成了循环，因此该域名没有其他记录。",
  dnssec: {
    authenticated: "DNSSEC：解析器已验证这些记录。",
    insecure: "DNSSEC：未签名。解析器会验证签名，但该域名没有信任链。",
    bogus: "DNSSEC：该域名的部分记录签名验证失败，被解析器拒绝。",
    not_validated: "DNSSEC：未检查。解析器不验证签名。",
    unknown: "DNSSEC：未知。解析器没有表明是否验证签名。",
  },
  resolverSays: (text) => `解析器补充说明：${text}。`,
  zoneFile: "区域文件",
  titleOf: ({ dnsType, normalized }) => titles[dnsType](normalized),
  scanTitle: titles.rdns_scan,
  moreNames: "更多结果",
  theResult: "结果",
  progress: (scanned, total) =>
    `已扫描 ${numberText(scanned)} / ${numberText(total)} 个地址`,
  late: "浏览器停止读取页面，扫描随之停止，请重新开始。",
  summary: {
    found: ({ found, elapsedMs, addresses }) =>
      `${
        addresses === null ? "" : `在 ${numberText(addresses)} 个地址中`
      }找到 ${numberText(found)} 条结果，用时 ${numberText(elapsedMs)} 毫秒`,
    listed: ({ found, lists, elapsedMs }) =>
      `${numberText(lists)} 个黑名单中有 ${
        numberText(found)
      } 个收录了该地址，用时 ${numberText(elapsedMs)} 毫秒`,
    unknown: (count) => `${numberText(count)} 个未给出可用的应答`,
    answeredBy: (resolver) => `由 ${resolver} 应答`,
    unanswered: (count) => `${numberText(count)} 个地址无应答`,
    more: "未显示全部结果",
    answeredLocally: "由本地解析器应答",
    withheld: (count) =>
      `为保护本服务器所在网络，已隐藏 ${numberText(count)} 个保留地址`,
    notAsked: (count) =>
      `为保护本服务器所在网络，已跳过 ${numberText(count)} 个保留地址`,
    reservedBlock: (block) =>
      `该地址为保留地址（${
        RESERVED_BLOCKS_IN_CHINESE[block] ?? block
      }），未向任何 DNS 服务器查询`,
    sentence: (parts) => `${parts.join("；")}。`,
  },
  columns: {
    address: "地址",
    alias: "别名",
    blocklist: "黑名单",
    codes: "代码",
    domain: "域名",
    firstSeen: "首次发现",
    hostName: "主机名",
    lastSeen: "最近发现",
    leadsBack: "能否解析回该地址",
    name: "主机名",
    reason: "给出的原因",
    result: "结果",
    seen: "发现时间",
    source: "来源",
    target: "目标",
    ttl: "TTL",
    type: "类型",
    value: "值",
  },
  captions: {
    aliases: "途经的别名",
    blocklists: "黑名单",
    domains: "域名",
    names: "主机名",
    records: "记录",
  },
  empty: {
    address: "该地址没有主机名。",
    domains: "未发现域名。",
    name: "该域名不存在。",
    network: "该网段内的地址均没有主机名。",
    reserved: "保留地址的主机名不予查询。",
    search: "本服务器尚未收录匹配的名称。索引会随查询逐步积累。",
    reservedBlocklists: "保留地址不在黑名单中查询。",
  },
  absences: {
    noAnswer: "无应答",
    noName: "域名不存在",
    none: "无记录",
    withheld: "已隐藏",
  },
  blocklists: {
    listed: "已收录",
    not_listed: "未收录",
    error: "没有可用的应答",
    failures: {
      no_response: "无应答",
      server_failed: "该黑名单的 DNS 服务器出错",
      query_refused: "该黑名单拒绝本服务器所用的解析器",
      no_list: "应答不符合黑名单的格式",
    },
  },
  sources: { index: "索引", ptr: "反向解析" },
  yes: "能",
  no: "不能",
  seconds: (count) => `${numberText(count)} 秒`,
  list: (items) => items.join("、"),
};

/** The texts of the lookup form, its results and scans. */
export const lookupTexts: Catalogue<LookupTexts> = { en, zh };
