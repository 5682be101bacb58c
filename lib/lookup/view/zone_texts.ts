import type { Catalogue } from "../../i18n/language.ts";
import type { ZoneCheckName, ZoneState } from "./lookup_view.ts";

/** A check's name, and a sentence for each reason; `state` without a reason. */
interface CheckTexts {
  label: string;
  results: Readonly<Record<string, string>>;
}

interface ZoneTexts {
  states: Readonly<Record<ZoneState, string>>;
  checks: Readonly<Record<ZoneCheckName, CheckTexts>>;
  /** Reasons that any check can have. */
  untested: Readonly<Record<string, string>>;
  captions: { checks: string; servers: string };
  colon: string;
  noServers: string;
  columns: {
    check: string;
    result: string;
    evidence: string;
    server: string;
    response: string;
    serial: string;
    time: string;
  };
  reserved: string;
  authoritative: string;
  notAuthoritative: string;
  note: string;
}

const en: ZoneTexts = {
  states: {
    ok: "OK",
    missing: "Missing",
    wrong: "Problem",
    untested: "Not tested",
  },
  untested: {
    parent_silent: "No server of the parent zone gave a usable response.",
    zone_silent: "No server of the zone gave a usable response.",
    no_response: "The resolver gave no usable response.",
    not_queried: "There was no server that could be queried.",
    policy_unreachable:
      "There is a record, but this server could not fetch the policy file.",
    unreachable:
      "No authoritative server answered over one of IPv4 and IPv6. This server may have no connection of that family.",
  },
  checks: {
    delegation: {
      label: "Delegation",
      results: {
        ok: "The parent and the zone list the same name servers.",
        not_delegated: "The parent's server doesn't delegate the zone.",
        differs: "The parent and the zone list different name servers.",
      },
    },
    glue: {
      label: "Glue",
      results: {
        ok: "The parent has an address for each name server inside the zone.",
        not_needed: "No name server is inside the zone, so none is needed.",
        missing:
          "The parent has no address for a name server inside the zone, so resolvers can't find it.",
      },
    },
    servers: {
      label: "Number of name servers",
      results: {
        ok: "There are at least two name servers with different addresses.",
        single: "One name or one address alone serves the zone.",
        none: "No address of a name server was found.",
      },
    },
    authority: {
      label: "Authority",
      results: {
        ok: "Each queried server answers with authority.",
        lame:
          "At least one server doesn't answer for the zone (lame delegation).",
      },
    },
    serials: {
      label: "Serial numbers",
      results: {
        ok: "The answering servers have the same serial number.",
        differ:
          "Servers have different serial numbers. This is normal for a short time after a change.",
      },
    },
    families: {
      label: "IPv4 and IPv6",
      results: {
        ok: "Authoritative servers answered over IPv4 and over IPv6.",
        no_ipv4: "No name server has an IPv4 address.",
        no_ipv6: "No name server has an IPv6 address.",
      },
    },
    tcp: {
      label: "TCP",
      results: {
        ok: "Each responding server also answers over TCP.",
        silent: "At least one server doesn't answer over TCP.",
      },
    },
    recursion: {
      label: "Open recursion",
      results: {
        ok: "No responding server resolved a foreign name for us.",
        open:
          "At least one server resolves foreign names for anyone. Attackers can use it for amplification.",
      },
    },
    dnssec: {
      label: "DNSSEC chain",
      results: {
        ok:
          "A DS record in the parent matches a key of the zone, and the resolver validated the zone.",
        not_asked:
          "A DS record in the parent matches a key of the zone. This server's resolver doesn't validate, so the signatures were not verified.",
        missing: "The zone is not signed.",
        no_ds:
          "The zone has keys, but the parent has no DS record, so nobody validates it.",
        no_keys:
          "The parent has a DS record, but the zone has no keys: validating resolvers reject the zone.",
        no_match:
          "No DS record in the parent matches a key of the zone: validating resolvers reject the zone.",
        not_validated:
          "A DS record matches a key, but the resolver did not validate the zone.",
      },
    },
    signatures: {
      label: "Signatures",
      results: {
        ok: "The signatures of the SOA record and of the keys are current.",
        missing: "The zone is not signed.",
        unsigned: "The SOA record or the keys have no signature.",
        expired: "A signature has expired.",
        early: "A signature is not valid yet.",
        expires_soon: "A signature expires within two days.",
      },
    },
    mx: {
      label: "Mail servers (MX)",
      results: {
        ok: "Each looked-up mail server has an address and is no alias.",
        no_mail: "The null MX says that the domain takes no mail.",
        missing:
          "There is no MX record. Senders then try the domain's own address.",
        null_among_others: "A null MX must be the only MX record.",
        alias: "A mail server is an alias (CNAME), which RFC 2181 forbids.",
        no_address: "A mail server has no address.",
      },
    },
    spf: {
      label: "SPF",
      results: {
        ok: "There is one policy, within the limit of 10 lookups.",
        missing: "There is no SPF policy.",
        several: "There are several policies, so receivers ignore them all.",
        none: "There is no SPF policy.",
        include_missing: "An included domain has no policy.",
        include_silent: "An included domain gave no response.",
        syntax: "A term is not valid.",
        too_many_lookups:
          "The policy needs more than 10 lookups, so receivers reject it.",
        too_many_voids:
          "More than two lookups lead nowhere, so receivers reject the policy.",
        loop: "The policy includes itself.",
        allows_all: "The policy lets every address send mail.",
        no_all:
          "The policy has no “all” at its end: other senders are neutral.",
      },
    },
    dmarc: {
      label: "DMARC",
      results: {
        ok: "The policy quarantines or rejects mail that fails.",
        missing: "There is no DMARC policy.",
        several: "There are several policies, so receivers ignore them all.",
        no_policy: "The record has no tag p.",
        policy_unknown: "The tag p is none of none, quarantine and reject.",
        monitors_only: "The policy p=none only asks for reports.",
      },
    },
    mta_sts: {
      label: "MTA-STS",
      results: {
        ok: "The policy file asks senders to enforce TLS for all mail servers.",
        policy_testing: "The policy file only asks senders to report problems.",
        policy_none: "The policy file says that there is no policy.",
        policy_no_host: "The host of the policy file has no address.",
        policy_missing:
          "The web server has no policy file, so senders ignore the record.",
        policy_invalid: "The policy file is not valid, so senders ignore it.",
        policy_mx: "The policy file leaves out a mail server.",
        missing: "There is no MTA-STS record.",
        several: "There are several records, so senders ignore them.",
        no_id: "The record has no valid id.",
      },
    },
    tls_rpt: {
      label: "TLS reporting",
      results: {
        ok: "The record says where to send reports.",
        missing: "There is no TLS reporting record.",
        several: "There are several records, so senders ignore them.",
        no_target: "The record names no valid address for reports.",
      },
    },
  },
  captions: { checks: "Checks", servers: "Name servers" },
  colon: ": ",
  noServers: "No name server of the zone was found.",
  columns: {
    check: "Check",
    result: "Result",
    evidence: "Found",
    server: "Server",
    response: "Response",
    serial: "Serial",
    time: "Time",
  },
  reserved: "reserved address, not queried",
  authoritative: "authoritative",
  notAuthoritative: "not authoritative",
  note:
    "Each server was queried directly from here, once. DKIM cannot be checked without knowing a selector.",
};

const zh: ZoneTexts = {
  states: { ok: "正常", missing: "缺失", wrong: "有问题", untested: "未检查" },
  untested: {
    parent_silent: "上级区域的服务器没有给出可用的应答。",
    zone_silent: "该区域的服务器没有给出可用的应答。",
    no_response: "解析器没有给出可用的应答。",
    not_queried: "没有可以查询的服务器。",
    policy_unreachable: "有记录，但本服务器无法获取策略文件。",
    unreachable:
      "IPv4 或 IPv6 其中之一没有权威服务器应答，本服务器可能没有该协议的网络连接。",
  },
  checks: {
    delegation: {
      label: "委派",
      results: {
        ok: "上级区域与本区域列出的域名服务器一致。",
        not_delegated: "上级区域的服务器没有委派该区域。",
        differs: "上级区域与本区域列出的域名服务器不一致。",
      },
    },
    glue: {
      label: "粘合记录",
      results: {
        ok: "区域内的每台域名服务器在上级区域都有地址。",
        not_needed: "域名服务器都不在区域内，无需粘合记录。",
        missing: "区域内有域名服务器在上级区域没有地址，解析器无法找到它。",
      },
    },
    servers: {
      label: "域名服务器数量",
      results: {
        ok: "至少有两台地址不同的域名服务器。",
        single: "只有一个名称或一个地址为该区域服务。",
        none: "没有找到域名服务器的地址。",
      },
    },
    authority: {
      label: "权威应答",
      results: {
        ok: "所查询的服务器都给出权威应答。",
        lame: "至少有一台服务器不为该区域应答（失效委派）。",
      },
    },
    serials: {
      label: "序列号",
      results: {
        ok: "有应答的服务器序列号一致。",
        differ: "各服务器的序列号不一致。刚刚更新后短时间内属正常现象。",
      },
    },
    families: {
      label: "IPv4 与 IPv6",
      results: {
        ok: "IPv4 与 IPv6 都有权威服务器应答。",
        no_ipv4: "没有域名服务器有 IPv4 地址。",
        no_ipv6: "没有域名服务器有 IPv6 地址。",
      },
    },
    tcp: {
      label: "TCP",
      results: {
        ok: "有应答的服务器也都支持 TCP。",
        silent: "至少有一台服务器不应答 TCP。",
      },
    },
    recursion: {
      label: "开放递归",
      results: {
        ok: "有应答的服务器均未替我们解析外部域名。",
        open: "至少有一台服务器为任何人解析外部域名，可能被用于放大攻击。",
      },
    },
    dnssec: {
      label: "DNSSEC 信任链",
      results: {
        ok: "上级区域的 DS 记录与本区域的密钥匹配，且解析器已验证该区域。",
        not_asked:
          "上级区域的 DS 记录与本区域的密钥匹配。本服务器的解析器不验证签名，因此签名未经验证。",
        missing: "该区域未签名。",
        no_ds: "该区域有密钥，但上级区域没有 DS 记录，因此无人验证。",
        no_keys: "上级区域有 DS 记录，但该区域没有密钥，验证型解析器会拒绝它。",
        no_match:
          "上级区域的 DS 记录与该区域的密钥都不匹配，验证型解析器会拒绝它。",
        not_validated: "有 DS 记录与密钥匹配，但解析器没有验证通过该区域。",
      },
    },
    signatures: {
      label: "签名",
      results: {
        ok: "SOA 记录与密钥的签名均在有效期内。",
        missing: "该区域未签名。",
        unsigned: "SOA 记录或密钥没有签名。",
        expired: "有签名已过期。",
        early: "有签名尚未生效。",
        expires_soon: "有签名将在两天内过期。",
      },
    },
    mx: {
      label: "邮件服务器（MX）",
      results: {
        ok: "所查询的邮件服务器都有地址，且不是别名。",
        no_mail: "空 MX 表示该域名不接收邮件。",
        missing: "没有 MX 记录，发件方会改用域名自身的地址。",
        null_among_others: "空 MX 必须是唯一的 MX 记录。",
        alias: "有邮件服务器是别名（CNAME），RFC 2181 禁止这样做。",
        no_address: "有邮件服务器没有地址。",
      },
    },
    spf: {
      label: "SPF",
      results: {
        ok: "有一条策略，查询次数未超过 10 次。",
        missing: "没有 SPF 策略。",
        several: "有多条策略，收件方会全部忽略。",
        none: "没有 SPF 策略。",
        include_missing: "所包含的域名没有策略。",
        include_silent: "所包含的域名没有应答。",
        syntax: "有无效的条目。",
        too_many_lookups: "策略需要超过 10 次查询，收件方会拒绝它。",
        too_many_voids: "超过两次查询没有结果，收件方会拒绝该策略。",
        loop: "策略包含了自身。",
        allows_all: "策略允许任何地址发送邮件。",
        no_all: "策略末尾没有 all，其他发件方的结果为中性。",
      },
    },
    dmarc: {
      label: "DMARC",
      results: {
        ok: "策略会隔离或拒收未通过验证的邮件。",
        missing: "没有 DMARC 策略。",
        several: "有多条策略，收件方会全部忽略。",
        no_policy: "记录没有 p 标签。",
        policy_unknown: "p 标签不是 none、quarantine 或 reject。",
        monitors_only: "策略 p=none 只要求发送报告。",
      },
    },
    mta_sts: {
      label: "MTA-STS",
      results: {
        ok: "策略文件要求发件方对所有邮件服务器强制使用 TLS。",
        policy_testing: "策略文件只要求发件方报告问题。",
        policy_none: "策略文件表明没有策略。",
        policy_no_host: "策略文件所在的主机没有地址。",
        policy_missing: "网站服务器上没有策略文件，发件方会忽略该记录。",
        policy_invalid: "策略文件无效，发件方会忽略它。",
        policy_mx: "策略文件漏了某个邮件服务器。",
        missing: "没有 MTA-STS 记录。",
        several: "有多条记录，发件方会忽略它们。",
        no_id: "记录没有有效的 id。",
      },
    },
    tls_rpt: {
      label: "TLS 报告",
      results: {
        ok: "记录指明了报告的接收地址。",
        missing: "没有 TLS 报告记录。",
        several: "有多条记录，发件方会忽略它们。",
        no_target: "记录没有指明有效的报告地址。",
      },
    },
  },
  captions: { checks: "检查项", servers: "域名服务器" },
  colon: "：",
  noServers: "没有找到该区域的域名服务器。",
  columns: {
    check: "检查项",
    result: "结果",
    evidence: "查到的内容",
    server: "服务器",
    response: "应答",
    serial: "序列号",
    time: "用时",
  },
  reserved: "保留地址，未查询",
  authoritative: "权威",
  notAuthoritative: "非权威",
  note:
    "以上是从本服务器直接查询各服务器一次的结果。不知道选择器就无法检查 DKIM。",
};

/** The texts of zone checks. */
export const zoneTexts: Catalogue<ZoneTexts> = { en, zh };
