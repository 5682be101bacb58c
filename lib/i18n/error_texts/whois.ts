import type { ErrorTexts } from "./translation.ts";

/** Why a registry could not be asked, as the clause in the sentence about it. */
const reasons = {
  "the list of registries cannot be had": "无法获取注册机构列表",
  "no registry answers for this": "没有对应的注册机构",
  "the server has an address that is not allowed": "服务器的地址不在允许范围内",
  "the server redirects to an address that is not allowed":
    "服务器重定向到不允许的地址",
  "the server does not offer HTTPS": "服务器不支持 HTTPS",
  "the server redirects too often": "服务器重定向次数过多",
  "the server sends another type than registries do":
    "服务器返回的内容类型不符合注册机构的规范",
  "the server sends more than registries do": "服务器返回的内容过大",
  "the server cannot be reached": "无法连接服务器",
  "the server rejects the question": "服务器拒绝了查询",
  "the server's answer cannot be read": "无法解析服务器的应答",
  "the server answers about another name": "服务器的应答是关于另一个域名的",
  "the server asks to be left alone for a while": "服务器要求暂缓查询",
  "the server is left alone for a while": "已暂停查询该服务器",
  "there was no answer in time": "应答超时",
};

/** What a question to the registries is refused or fails with. */
export const whoisErrors: ErrorTexts = {
  sentences: {
    ...Object.fromEntries(
      Object.entries(reasons).map(([english, chinese]) => [
        `The registry could not be asked: ${english}. Please try again in a moment.`,
        `无法查询注册机构：${chinese}。请稍后再试。`,
      ]),
    ),
    "Registrations are not looked up here: whoever runs this server has not switched it on.":
      "本站未提供 Whois 查询：服务器的运营者没有启用此功能。",
    "Cannot read the network: it must be an address, a slash and the length of the prefix.":
      "无法识别网段：格式应为“地址/前缀长度”。",
    "Cannot read the target: its percent-encoding is broken or not UTF-8.":
      "无法识别查询对象：百分号编码有误，或不是 UTF-8。",
    "Cannot read the target: it is empty.": "请输入查询对象。",
    "Cannot read the target: it contains a blank, a control character or one of / \\ ? # @.":
      "无法识别查询对象：不能含有空白、控制字符或 / \\ ? # @。",
    "Cannot read the IPv4 address: it must be four decimal numbers from 0 to 255 without leading zeros.":
      "无法识别 IPv4 地址：应为四个 0 到 255 的十进制数，不带前导零。",
    "Cannot read the IPv6 address: it must be up to eight groups of hexadecimal digits, without a zone.":
      "无法识别 IPv6 地址：应为至多八组十六进制数，不带区域标识。",
    "Cannot read the domain name: it must be two or more labels of letters, digits and inner hyphens, the last one not a number.":
      "无法识别域名：应为至少两级标签，由字母、数字和中间的连字符组成，最后一级不能是数字。",
    "Cannot describe a name here: the target must be an IPv4 or IPv6 address.":
      "此处不能查询域名：查询对象须为 IPv4 或 IPv6 地址。",
    "Cannot describe an address here: the target must be a domain name.":
      "此处不能查询地址：查询对象须为域名。",
  },
  patterns: [
    [
      /^There is no registration of (.+): no registry hands it out\.$/,
      "没有 $1 的注册记录：它不由任何注册机构分配。",
    ],
    [/^There is no registration of (.+)\.$/, "没有 $1 的注册记录。"],
    [
      /^Too many registrations are being looked up\. Please try again in (\d+) seconds\.$/,
      "当前注册信息查询过多，请在 $1 秒后重试。",
    ],
    [
      /^Cannot read the autonomous system: it must be a number from 0 to (\d+) without leading zeros, with or without AS in front\.$/,
      "无法识别 AS 号：应为 0 到 $1 的数字，不带前导零，前面可加 AS。",
    ],
    [
      /^Cannot read the target: it is longer than (\d+) characters\.$/,
      "无法识别查询对象：不能超过 $1 个字符。",
    ],
  ],
};
