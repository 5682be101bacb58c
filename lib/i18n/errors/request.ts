import type {
  FormErrorReasons,
  RequestErrorReasons,
} from "../../core/error_reasons.ts";
import { counted, type ErrorTexts, isoTime } from "./error_texts.ts";

/** Requests that are malformed, refused or cannot be served now. */
export const requestErrors: ErrorTexts<RequestErrorReasons> = {
  nothing_here: {
    en: "There is no page at this URL.",
    zh: "此网址没有对应的页面。",
  },
  internal_error: {
    en: "Something went wrong on the server. Try again in a moment.",
    zh: "服务器出错，请稍后重试。",
  },
  request_malformed: {
    en: "The request is malformed.",
    zh: "请求格式有误。",
  },
  request_too_large: {
    en: "The request is too large.",
    zh: "请求内容过大。",
  },
  sent_from_another_site: {
    en:
      "This form was sent from another site, so nothing was changed. Open the page here and send it again.",
    zh: "该表单来自其他网站，未作任何更改。请在本站打开页面后重新提交。",
  },
  body_too_large: {
    en: ({ maxBytes }) =>
      `The request body is too large: the limit is ${maxBytes} bytes.`,
    zh: ({ maxBytes }) => `请求内容过大：上限为 ${maxBytes} 字节。`,
  },
  body_incomplete: {
    en: "The request body did not arrive completely. Send it again.",
    zh: "请求内容未完整送达，请重新发送。",
  },
  form_expected: {
    en:
      "The content type must be application/x-www-form-urlencoded: only forms are accepted here.",
    zh: "这里只接受表单提交，内容类型须为 application/x-www-form-urlencoded。",
  },
  json_expected: {
    en: "The content type must be application/json.",
    zh: "内容类型须为 application/json。",
  },
  json_malformed: {
    en: "The request body is not valid JSON.",
    zh: "请求内容不是有效的 JSON。",
  },
  method_unknown: {
    en: "This method is not supported.",
    zh: "不支持该请求方法。",
  },
  method_not_allowed: {
    en: ({ allow }) => `This URL supports only ${allow}.`,
    zh: ({ allow }) => `此网址只支持 ${allow}。`,
  },
  host_too_long: {
    en: "The host name is too long.",
    zh: "主机名过长。",
  },
  host_malformed: {
    en: "The Host header is malformed.",
    zh: "Host 请求头格式有误。",
  },
  scheme_unsupported: {
    en: "Only http and https URLs are supported.",
    zh: "只支持 http 和 https 网址。",
  },
  url_has_fragment: {
    en: "The request URL must not contain a fragment (#).",
    zh: "请求网址不能含有片段（#）。",
  },
  url_malformed: {
    en: "The URL is malformed.",
    zh: "网址格式有误。",
  },
  path_malformed: {
    en: "The path contains a backslash or invalid percent-encoding.",
    zh: "路径含有反斜杠或无效的百分号编码。",
  },
  family_invalid: {
    en: "The family must be 4 or 6.",
    zh: "family 须为 4 或 6。",
  },
  parameter_unknown: {
    en: ({ values }) =>
      `The URL has an unknown parameter. Use only: ${values.join(", ")}.`,
    zh: ({ values }) => `网址含有未知参数。可用的参数：${values.join("、")}。`,
  },
  parameter_repeated: {
    en: ({ name }) => `The parameter ${name} occurs more than once.`,
    zh: ({ name }) => `参数 ${name} 重复出现。`,
  },
  list_item_malformed: {
    en: ({ name, position }) => `Item ${position} of ${name} is not valid.`,
    zh: ({ name, position }) => `${name} 的第 ${position} 项无效。`,
  },
  family_not_served: {
    en: ({ family }) => `This host responds over IPv${family} only.`,
    zh: ({ family }) => `此主机只支持 IPv${family}。`,
  },
  target_missing: {
    en: "The path has no target: add an address or a domain name.",
    zh: "路径缺少查询对象：请加上地址或域名。",
  },
  only_own_address: {
    en: "This URL only returns your own address. Remove the parameter ip.",
    zh: "此网址只返回你自己的地址，请去掉参数 ip。",
  },
  address_list_malformed: {
    en: ({ max }) =>
      `The request body must be {"ips":[…]} with 1 to ${max} addresses.`,
    zh: ({ max }) => `请求内容须为 {"ips":[…]}，含 1 至 ${max} 个地址。`,
  },
  country_malformed: {
    en: "Use a country code of two letters, such as DE.",
    zh: "请使用两个字母的国家代码，如 DE。",
  },
  ranges_unknown: {
    en: "No address blocks are known for this country or AS number.",
    zh: "没有该国家或 AS 号的地址段。",
  },
  asn_unknown: {
    en: ({ asn }) =>
      `This server knows no address block that AS${asn} announces.`,
    zh: ({ asn }) => `本服务器不知道 AS${asn} 宣告的任何地址段。`,
  },
  range_lists_busy: {
    en: "Too many lists are being prepared. Try again in a few seconds.",
    zh: "正在生成的列表过多，请几秒后重试。",
  },
  target_list_malformed: {
    en: ({ max }) =>
      `The request body must be {"targets":[…]} with 1 to ${max} addresses or domain names.`,
    zh: ({ max }) =>
      `请求内容须为 {"targets":[…]}，含 1 至 ${max} 个地址或域名。`,
  },
  address_malformed_at: {
    en: ({ position }) => `Element ${position} of "ips" is not an IP address.`,
    zh: ({ position }) => `“ips”的第 ${position} 项不是 IP 地址。`,
  },
  batch_malformed: {
    en: "The request body must be a JSON array of addresses.",
    zh: "请求内容须为地址的 JSON 数组。",
  },
  batch_too_large: {
    en: ({ max }) => `The batch has more than ${max} addresses.`,
    zh: ({ max }) => `批量请求不能超过 ${max} 个地址。`,
  },
  callback_empty: {
    en: "The callback is empty.",
    zh: "callback 为空。",
  },
  callback_too_long: {
    en: ({ max }) => `The callback is longer than ${max} characters.`,
    zh: ({ max }) => `callback 不能超过 ${max} 个字符。`,
  },
  callback_malformed: {
    en:
      "The callback must be a JavaScript identifier, or several joined by dots.",
    zh: "callback 须为 JavaScript 标识符，或以点连接的多个标识符。",
  },
  callback_reserved: {
    en: "The callback contains a reserved word of JavaScript.",
    zh: "callback 含有 JavaScript 保留字。",
  },
  rate_limited: {
    en: ({ limit, windowSeconds, retrySeconds }) =>
      `Too many requests: the limit is ${counted(limit, "request")} per ${
        counted(windowSeconds, "second")
      }. Please slow down, and try again in ${
        counted(retrySeconds, "second")
      }.`,
    zh: ({ limit, windowSeconds, retrySeconds }) =>
      `请求过于频繁：每 ${windowSeconds} 秒限 ${limit} 次。请降低频率，并在 ${retrySeconds} 秒后重试。`,
  },
  address_banned: {
    en:
      "Your address is banned. If you think this is a mistake, contact the operator of this service.",
    zh: "你的地址已被封禁。如有异议，请联系本服务的运营者。",
  },
  address_banned_until: {
    en: ({ untilMs }) => `Your address is banned until ${isoTime(untilMs)}.`,
    zh: ({ untilMs }) => `你的地址已被封禁至 ${isoTime(untilMs)}。`,
  },
  address_banned_for_excess: {
    en: ({ untilMs }) =>
      `Your address is banned until ${
        isoTime(untilMs)
      } because it exceeded the rate limits too often.`,
    zh: ({ untilMs }) =>
      `你的地址多次超出访问限制，已被封禁至 ${isoTime(untilMs)}。`,
  },
  store_unavailable: {
    en: "This is temporarily unavailable. Try again in a few seconds.",
    zh: "暂时无法处理，请几秒后重试。",
  },
};

/** Fields of a form. */
export const formErrors: ErrorTexts<FormErrorReasons> = {
  action_unknown: {
    en: "This action does not exist. Reload the page and try again.",
    zh: "没有这个操作，请刷新页面后重试。",
  },
  preference_unknown: {
    en: "This language or theme does not exist.",
    zh: "不支持该语言或主题。",
  },
  field_required: {
    en: "Fill in this field.",
    zh: "请填写此项。",
  },
  field_repeated: {
    en: "This field was sent more than once.",
    zh: "此项提交了多次。",
  },
  field_too_long: {
    en: ({ max }) => `This is too long: the limit is ${max} characters.`,
    zh: ({ max }) => `内容过长：最多 ${max} 个字符。`,
  },
  invisible_characters: {
    en: "This contains invisible characters.",
    zh: "其中含有不可见字符。",
  },
  not_one_of: {
    en: ({ name, values }) =>
      `The ${name} must be one of ${values.join(", ")}.`,
    zh: ({ name, values }) => `${name} 须为以下之一：${values.join("、")}。`,
  },
  confirmation_required: {
    en: "Tick this box to continue.",
    zh: "请勾选此项后继续。",
  },
  email_malformed: {
    en: "This is not a valid e-mail address.",
    zh: "邮箱格式不正确。",
  },
};
