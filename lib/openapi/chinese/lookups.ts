import type { lookups as described } from "../operations/lookups.ts";
import type { OperationTexts } from "./operation_texts.ts";
import { output } from "./parameters.ts";

export const lookups: OperationTexts<typeof described[number]> = {
  lookUpDns: {
    summary: "DNS 查询，共六种模式",
    description: [
      "域名的记录；地址的反向解析；IPv4 网段的反向解析（不超过 /20）；地址或网段对应的域名（不超过 /22）；以及在本站见过的反向解析名和别名中检索。域名不存在属于正常结果，不是错误。",
      "网段扫描与其他查询分开计数。",
    ],
    parameters: {
      query:
        "域名、地址、IPv4 网段（斜杠可写作 %2F，也可直接写），或至少 3 个字符的关键词。",
      output,
      dns_type:
        "查询模式。不指定时：域名用 dns_lookup，地址用 rdns_lookup，网段用 rdns_scan。",
      dns_match: "用于检索：关键词在名称中的位置。不指定时为 middle。",
      side:
        "用于 cname_pattern：关键词在别名中检索，还是在别名指向的目标中检索。不指定时为 alias。",
      cursor: "用于检索：上一页的 meta.next_cursor。",
    },
  },
  lookUpRegistration: {
    summary: "域名、网段或自治系统的注册信息",
    description: ["通过 RDAP 查询；注册机构没有 RDAP 时使用 whois。"],
    parameters: {
      target:
        "域名、地址、CIDR（斜杠可写作 %2F，也可直接写），或 AS 号（前面可加 AS）。",
      output,
    },
  },
};
