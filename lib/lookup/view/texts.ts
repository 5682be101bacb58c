import type { CnameSide, DnsMatch, DnsType } from "./lookup_view.ts";
import { type Catalogue, numberText } from "../../i18n/language.ts";
import { RESERVED_BLOCKS_IN_CHINESE } from "../../ipinfo/view/reserved_blocks.ts";

interface ModeTexts {
  label: string;
  /** What to type, in a sentence or two. */
  hint: string;
}

/** What a result's title is made of. */
interface Answered {
  /** As the answer, which is in English, calls itself. */
  title: string;
  dnsType: DnsType;
  normalized: string;
}

/** How much was found, how fast, and among how many addresses; null where none were counted. */
interface Found {
  found: number;
  elapsedMs: number;
  addresses: number | null;
}

const counted = (count: number) =>
  `${numberText(count)} ${count === 1 ? "address" : "addresses"}`;

const reserved = (count: number) =>
  `${numberText(count)} reserved ${count === 1 ? "address" : "addresses"}`;

const en = {
  heading: "DNS lookup",
  description:
    "DNS records, reverse DNS, network scans and a search of the names seen here.",
  form: {
    modes: "What to do",
    query: "What to look up",
    submit: "Look up",
    match: "Where the keyword lies",
    side: "Search in",
    colon: ":",
    afterColon: " ",
    wouldFit: "This would fit: ",
  },
  recorded:
    "The names and addresses that lookups find go into this server's index, with the day, and anyone can search it.",
  notRecorded: "Lookups are not recorded on this server.",
  modes: {
    dns_lookup: {
      label: "DNS lookup",
      hint:
        "A domain name, such as example.com. Asks for its A, AAAA, MX, CNAME, NS and TXT records.",
    },
    rdns_lookup: {
      label: "Reverse DNS",
      hint:
        "An IPv4 or IPv6 address. Asks for its names, and whether they lead back to it.",
    },
    rdns_scan: {
      label: "Network scan",
      hint:
        "An IPv4 network of 4,096 addresses at most (/20), such as 192.0.2.0/24. Asks for the names of all of them.",
    },
    ip_domains: {
      label: "IP to domains",
      hint:
        "An address, or an IPv4 network of 1,024 addresses at most (/22). Names from reverse DNS now, and from what this server has seen before.",
    },
    rdns_pattern: {
      label: "rDNS search",
      hint:
        "At least 3 characters of a host name, among the reverse DNS names this server has seen.",
    },
    cname_pattern: {
      label: "CNAME search",
      hint:
        "At least 3 characters of an alias, or of the name it leads to, among the CNAME records this server has seen.",
    },
  } satisfies Record<DnsType, ModeTexts>,
  matches: {
    left: "begins the name",
    middle: "anywhere in it",
    right: "ends the name",
  } satisfies Record<DnsMatch, string>,
  sides: {
    alias: "aliases",
    target: "targets",
  } satisfies Record<CnameSide, string>,
  titleOf: ({ title }: Answered) => title,
  scanTitle: (network: string) => `Names in ${network}`,
  moreNames: "More names",
  progress: (asked: number, total: number) =>
    `${numberText(asked)} of ${numberText(total)} addresses asked`,
  late:
    "The scan was ended, as its page was not read on. Please start it again.",
  summary: {
    found: ({ found, elapsedMs, addresses }: Found) =>
      `${numberText(found)} found${
        addresses === null ? "" : ` for ${counted(addresses)}`
      } in ${numberText(elapsedMs)} ms`,
    answeredBy: (resolver: string) => `answered by ${resolver}`,
    unanswered: (count: number) => `no answer for ${counted(count)}`,
    more: "there is more than is shown here",
    answeredLocally: "answered by a local resolver",
    withheld: (count: number) =>
      `${
        reserved(count)
      } withheld, as this server does not disclose its own network`,
    notAsked: (count: number) =>
      `${
        reserved(count)
      } not looked up, as this server does not disclose its own network`,
    reservedBlock: (block: string) =>
      `the address is reserved (${block}), so no name server was asked`,
    sentence: (parts: readonly string[]) => `${parts.join("; ")}.`,
  },
  columns: {
    address: "Address",
    alias: "Alias",
    domain: "Domain",
    firstSeen: "First seen",
    hostName: "Host name",
    lastSeen: "Last seen",
    leadsBack: "Leads back to the address",
    name: "Name",
    seen: "Seen",
    source: "Source",
    target: "Target",
    ttl: "TTL",
    type: "Type",
    value: "Value",
  },
  captions: {
    aliases: "Aliases on the way",
    domains: "Domains",
    names: "Names",
    records: "Records",
  },
  empty: {
    address: "This address has no name.",
    domains: "No name is known.",
    network: "No address of this network has a name.",
    reserved: "The names of reserved addresses are not looked up.",
    search: "This server has seen no such name. It learns by looking up.",
  },
  absences: {
    noAnswer: "no answer",
    noName: "no such name",
    none: "none",
    withheld: "withheld",
  },
  sources: { index: "seen before", ptr: "reverse DNS" },
  yes: "yes",
  no: "no",
  seconds: (count: number) => `${numberText(count)} s`,
};

export type LookupTexts = typeof en;

const titles: Readonly<Record<DnsType, (asked: string) => string>> = {
  dns_lookup: (name) => `${name} 的 DNS 记录`,
  rdns_lookup: (ip) => `${ip} 的反向解析`,
  rdns_scan: (network) => `网段 ${network} 内的主机名`,
  ip_domains: (asked) => `${asked} 对应的域名`,
  rdns_pattern: (keyword) => `含“${keyword}”的主机名`,
  cname_pattern: (keyword) => `名称含“${keyword}”的 CNAME 记录`,
};

const zh: LookupTexts = {
  heading: "DNS 查询",
  description: "查询 DNS 记录与反向解析，扫描网段，检索本站见过的名称。",
  form: {
    modes: "查询方式",
    query: "查询内容",
    submit: "查询",
    match: "关键词位置",
    side: "检索范围",
    colon: "：",
    afterColon: "",
    wouldFit: "可以改用：",
  },
  recorded:
    "查询所得的名称和地址会连同日期存入本服务器的索引，任何人都可以检索。",
  notRecorded: "本服务器不记录查询。",
  modes: {
    dns_lookup: {
      label: "DNS 查询",
      hint:
        "输入域名，如 example.com。查询其 A、AAAA、MX、CNAME、NS 和 TXT 记录。",
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
        "输入一个地址，或不超过 1,024 个地址（/22）的 IPv4 网段。结果来自实时反向解析和本服务器以往见过的记录。",
    },
    rdns_pattern: {
      label: "rDNS 检索",
      hint:
        "输入主机名中的至少 3 个字符，在本服务器见过的反向解析主机名中检索。",
    },
    cname_pattern: {
      label: "CNAME 检索",
      hint:
        "输入别名或其目标名称中的至少 3 个字符，在本服务器见过的 CNAME 记录中检索。",
    },
  },
  matches: { left: "开头", middle: "任意位置", right: "结尾" },
  sides: { alias: "别名", target: "目标" },
  titleOf: ({ dnsType, normalized }) => titles[dnsType](normalized),
  scanTitle: titles.rdns_scan,
  moreNames: "更多结果",
  progress: (asked, total) =>
    `已查询 ${numberText(asked)} / ${numberText(total)} 个地址`,
  late: "页面长时间未继续读取，扫描已中止，请重新开始。",
  summary: {
    found: ({ found, elapsedMs, addresses }) =>
      `${
        addresses === null ? "" : `在 ${numberText(addresses)} 个地址中`
      }找到 ${numberText(found)} 条结果，用时 ${numberText(elapsedMs)} 毫秒`,
    answeredBy: (resolver) => `由 ${resolver} 应答`,
    unanswered: (count) => `${numberText(count)} 个地址无应答`,
    more: "结果未全部列出",
    answeredLocally: "由本地解析器应答",
    withheld: (count) =>
      `已隐去 ${numberText(count)} 个保留地址，本服务器不透露其所在网络`,
    notAsked: (count) =>
      `未查询 ${numberText(count)} 个保留地址，本服务器不透露其所在网络`,
    reservedBlock: (block) =>
      `该地址为保留地址（${
        RESERVED_BLOCKS_IN_CHINESE[block] ?? block
      }），未向任何域名服务器查询`,
    sentence: (parts) => `${parts.join("；")}。`,
  },
  columns: {
    address: "地址",
    alias: "别名",
    domain: "域名",
    firstSeen: "首次发现",
    hostName: "主机名",
    lastSeen: "最近发现",
    leadsBack: "能否解析回该地址",
    name: "主机名",
    seen: "发现时间",
    source: "来源",
    target: "目标",
    ttl: "TTL",
    type: "类型",
    value: "值",
  },
  captions: {
    aliases: "途经的别名",
    domains: "域名",
    names: "主机名",
    records: "记录",
  },
  empty: {
    address: "该地址没有 PTR 记录。",
    domains: "未发现域名。",
    network: "该网段内的地址均无 PTR 记录。",
    reserved: "保留地址的主机名不予查询。",
    search: "本服务器未见过这样的名称；索引随查询逐步积累。",
  },
  absences: {
    noAnswer: "无应答",
    noName: "域名不存在",
    none: "无记录",
    withheld: "已隐去",
  },
  sources: { index: "以往见过", ptr: "反向解析" },
  yes: "能",
  no: "不能",
  seconds: (count) => `${numberText(count)} 秒`,
};

/** The texts of DNS lookup, its form, results and scans. */
export const lookupTexts: Catalogue<LookupTexts> = { en, zh };
