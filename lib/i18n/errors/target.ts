import type {
  IpInfoErrorReasons,
  TargetErrorReasons,
} from "../../core/error_reasons.ts";
import type { ErrorTexts } from "./error_texts.ts";

/** Text that is not an address or domain name. */
export const targetErrors: ErrorTexts<TargetErrorReasons> = {
  target_encoding_broken: {
    en: "The target's percent-encoding is invalid or not UTF-8.",
    zh: "查询对象的百分号编码无效，或不是 UTF-8。",
  },
  target_empty: {
    en: "The target is empty. Enter an address or a domain name.",
    zh: "查询对象为空，请输入地址或域名。",
  },
  target_too_long: {
    en: ({ max }) => `The target is longer than ${max} characters.`,
    zh: ({ max }) => `查询对象不能超过 ${max} 个字符。`,
  },
  target_characters_invalid: {
    en:
      "The target must not contain spaces, control characters or any of / \\ ? # @.",
    zh: "查询对象不能含有空白、控制字符或 / \\ ? # @。",
  },
  ipv4_malformed: {
    en:
      "This is not a valid IPv4 address. It needs four numbers from 0 to 255 without leading zeros, such as 192.0.2.7.",
    zh:
      "IPv4 地址格式有误：应为四个 0 到 255 的十进制数，不带前导零，如 192.0.2.7。",
  },
  ipv6_malformed: {
    en:
      "This is not a valid IPv6 address. It needs groups of hexadecimal digits, such as 2001:db8::7, and no zone.",
    zh:
      "IPv6 地址格式有误：应由若干组十六进制数组成，如 2001:db8::7，不带区域标识。",
  },
  domain_malformed: {
    en:
      "This is not a valid domain name. It needs at least two parts joined by dots, such as example.com. The parts consist of letters, digits and inner hyphens, and the last one is not a number.",
    zh:
      "域名格式有误：至少应有以点分隔的两部分，如 example.com。各部分由字母、数字和中间的连字符组成，最后一部分不能是数字。",
  },
  address_required: {
    en: "The target must be an IPv4 or IPv6 address, not a domain name.",
    zh: "查询对象须为 IPv4 或 IPv6 地址，不能是域名。",
  },
  domain_required: {
    en: "The target must be a domain name, not an address.",
    zh: "查询对象须为域名，不能是地址。",
  },
};

/** Information about addresses, and resolving names to addresses. */
export const ipInfoErrors: ErrorTexts<IpInfoErrorReasons> = {
  fact_not_known: {
    en: "This value is unknown for the address.",
    zh: "该地址没有这项信息。",
  },
  access_refused: {
    en: "Access from your address is not allowed.",
    zh: "不允许从你的地址访问。",
  },
  policy_empty: {
    en: "The query has no rule. Add at least one, such as allow_country=DE.",
    zh: "查询参数中没有规则，请至少添加一条，如 allow_country=DE。",
  },
  policy_too_long: {
    en: ({ max }) => `The query is longer than ${max} characters.`,
    zh: ({ max }) => `查询参数超过 ${max} 个字符。`,
  },
  tables_loading: {
    en: "The address data is still loading. Try again in a few seconds.",
    zh: "地址数据仍在加载，请几秒后重试。",
  },
  address_reserved: {
    en: ({ block }) =>
      `The address is not part of the public internet${
        block === null ? "" : ` (${block})`
      }.`,
    zh: ({ block }) =>
      `该地址不属于公共互联网${block === null ? "" : `（${block}）`}。`,
  },
  name_without_address: {
    en: "The name has no address.",
    zh: "该域名没有对应的地址。",
  },
  name_not_resolved: {
    en: "The name could not be resolved. Try again in a few seconds.",
    zh: "该域名无法解析，请几秒后重试。",
  },
  name_resolves_to_reserved: {
    en:
      "The name has no address on the public internet. Its reserved addresses are not disclosed.",
    zh: "该域名没有公共互联网上的地址，其保留地址不予公开。",
  },
  name_lookups_busy: {
    en: "Too many names are being looked up. Try again in a few seconds.",
    zh: "当前域名查询过多，请几秒后重试。",
  },
};
