import type { Catalogue } from "../../i18n/language.ts";
import {
  EVENTS,
  OBJECT_TYPES,
  RELATIONS,
  ROLES,
  STATUSES,
} from "./rdap_words.ts";

const counted = (count: number, unit: string) =>
  `${count} ${unit}${count === 1 ? "" : "s"}`;

/** `last changed` as the start of a line: `Last changed`. */
const sentenceCase = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1);

const en = {
  heading: "Whois",
  description:
    "Find out who holds a domain name, IP address or autonomous system: registrar, contacts and dates from the registries.",
  form: {
    query: "Domain, IP address, AS number or handle",
    hint:
      "For example example.com, 192.0.2.7, 2001:db8::/32, AS64496 or XY12-RIPE.",
    asks:
      "This page asks the registries. They learn what you look up, but not who you are.",
    submit: "Look up",
    didYouMean: "Did you mean: ",
  },
  parts: {
    contacts: "Contacts",
    events: "Events",
    links: "Links",
    nameServers: "Name servers",
    notices: "Notices of the registry",
    redactions: "Withheld by the registry",
    remarks: "Remarks",
  },
  /** A field, how the registry withholds it, and why. */
  redaction: (field: string, method: string | null, reason: string | null) =>
    `${field}: ${method ?? "withheld"}${reason === null ? "" : ` (${reason})`}`,
  /** Methods of RFC 9537 section 4.2. */
  redactionMethods: {
    emptyValue: "empty",
    partialValue: "shortened",
    removal: "removed",
    replacementValue: "replaced",
  } as Readonly<Record<string, string>>,
  dnssec: { signed: "Signed", unsigned: "Not signed" },
  /** Links to other pages about a target. */
  elsewhere: (target: string) => `What this server knows about ${target}`,
  theRegistration: "the registration",
  raw: { json: "Raw RDAP response", text: "Raw whois response" },
  isOf: (target: string, subject: string) =>
    `${target} has no registration of its own. This is the registration of ${subject}.`,
  source: (server: string, protocol: "RDAP" | "whois", time: string) =>
    `Source: ${server} (${protocol}), retrieved ${time}.`,
  kinds: { domain: "Domain", ip: "IP", asn: "ASN", entity: "Contact" },
  kindTitles: {
    domain: "The target is a domain name.",
    ip: "The target is an IP address or network.",
    asn: "The target is an autonomous system.",
    entity: "The target is the handle of a person or organization.",
  },
  age: {
    years: (count: number) => counted(count, "year"),
    months: (count: number) => counted(count, "month"),
    days: (count: number) => counted(count, "day"),
    lessThanADay: "less than a day",
    past: (span: string) => `${span} ago`,
    ahead: (span: string) => `in ${span}`,
    old: (span: string) => `${span} old`,
    registeredOn: (time: string) => `Registered on ${time}.`,
  },
  labels: {
    address: "Address",
    allocation: "Allocation",
    asns: "AS numbers",
    country: "Country",
    created: "Created",
    domain: "Name",
    email: "E-mail",
    expires: "Expires",
    handle: "Handle",
    entityKind: "Kind",
    ianaId: "Registrar’s IANA ID",
    ianaIdOwn: "IANA ID",
    name: "Name",
    networkName: "Network name",
    networks: "Networks",
    number: "Number",
    objectType: "Object type",
    organisation: "Organization",
    parent: "Parent",
    phone: "Phone",
    range: "Range",
    registrar: "Registrar",
    status: "Status",
    unicodeName: "Unicode name",
    updated: "Updated",
    variants: "Variants",
    whoisServer: "Whois server",
  },
  /**
   * The ISO 3166-1 alpha-2 code, and the country's name in the page's language.
   */
  country: (code: string, _name: string | null) => code,
  contact: (roles: readonly string[]) =>
    sentenceCase(roles.join(", ") || "contact"),
  /** The registry's own term, with acronyms in capitals. */
  event: (action: string) =>
    sentenceCase(action).replace(
      /\b(?:rdap|enum)\b/i,
      (word) => word.toUpperCase(),
    ),
  /** A link with its relation to the registration. */
  link: (relation: string, href: string) =>
    `${
      relation === "self"
        ? "This record"
        : sentenceCase(relation.replaceAll("-", " "))
    }: ${href}`,
  status: (status: string) => status,
  objectType: (type: string) => type,
  hidden: {
    all: "The details of this contact are withheld.",
    rest: "Some details of this contact are withheld.",
  },
};

type WhoisTexts = typeof en;

const zh: WhoisTexts = {
  heading: "Whois 查询",
  description:
    "查询域名、IP 地址或自治系统的注册信息：注册商、联系人和各项日期，数据来自注册机构。",
  form: {
    query: "域名、IP 地址、AS 号或注册编号",
    hint: "如 example.com、192.0.2.7、2001:db8::/32、AS64496 或 XY12-RIPE。",
    asks: "本页面向注册机构查询。注册机构知道你查询的内容，但不知道你是谁。",
    submit: "查询",
    didYouMean: "你是不是要找：",
  },
  parts: {
    contacts: "联系人",
    events: "事件",
    links: "链接",
    nameServers: "域名服务器",
    notices: "注册机构声明",
    redactions: "注册机构未公开的内容",
    remarks: "备注",
  },
  redaction: (field, method, reason) =>
    `${field}：${method ?? "未公开"}${reason === null ? "" : `（${reason}）`}`,
  redactionMethods: {
    emptyValue: "留空",
    partialValue: "部分隐去",
    removal: "已移除",
    replacementValue: "已替换",
  },
  dnssec: { signed: "已签名", unsigned: "未签名" },
  elsewhere: (target) => `本服务器已知的 ${target} 信息`,
  theRegistration: "注册信息",
  raw: { json: "原始 RDAP 响应", text: "原始 whois 响应" },
  isOf: (target, subject) =>
    `${target} 没有单独的注册记录，以下是 ${subject} 的记录。`,
  source: (server, protocol, time) =>
    `来源：${server}（${protocol}），获取于 ${time}。`,
  kinds: { domain: "域名", ip: "IP", asn: "ASN", entity: "联系人" },
  kindTitles: {
    domain: "查询的是域名。",
    ip: "查询的是 IP 地址或网段。",
    asn: "查询的是自治系统。",
    entity: "查询的是个人或组织的注册编号。",
  },
  age: {
    years: (count) => `${count} 年`,
    months: (count) => `${count} 个月`,
    days: (count) => `${count} 天`,
    lessThanADay: "不到 1 天",
    past: (span) => `${span}前`,
    ahead: (span) => `${span}后`,
    old: (span) => `已注册 ${span}`,
    registeredOn: (time) => `注册于 ${time}。`,
  },
  labels: {
    address: "地址",
    allocation: "分配类型",
    asns: "AS 号",
    country: "国家/地区",
    created: "注册时间",
    domain: "域名",
    email: "邮箱",
    expires: "到期时间",
    handle: "注册编号",
    entityKind: "类别",
    ianaId: "注册商 IANA 编号",
    ianaIdOwn: "IANA 编号",
    name: "名称",
    networkName: "网络名称",
    networks: "网段",
    number: "AS 号",
    objectType: "对象类型",
    organisation: "组织",
    parent: "上级网络",
    phone: "电话",
    range: "地址范围",
    registrar: "注册商",
    status: "状态",
    unicodeName: "Unicode 域名",
    updated: "更新时间",
    variants: "变体",
    whoisServer: "Whois 服务器",
  },
  country: (code, name) => name === null ? code : `${name}（${code}）`,
  contact: (named) =>
    sentenceCase(
      named.map((role) => ROLES.get(role) ?? role).join("、") || "联系人",
    ),
  event: (action) => EVENTS.get(action) ?? sentenceCase(action),
  link: (relation, href) => `${RELATIONS.get(relation) ?? relation}：${href}`,
  status: (status) => STATUSES.get(status.toLowerCase()) ?? status,
  objectType: (type) => OBJECT_TYPES.get(type) ?? type,
  hidden: {
    all: "此联系人的信息未公开。",
    rest: "此联系人的部分信息未公开。",
  },
};

/** The texts of the whois form and of registrations. */
export const whoisTexts: Catalogue<WhoisTexts> = { en, zh };
