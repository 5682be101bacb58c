import type { INTRODUCTION } from "./document.ts";
import type { ErrorCode } from "./error_codes.ts";
import type { QUOTA_HEADERS, RATE_LIMIT_HEADERS } from "./headers.ts";
import type { Group, OperationTexts, SameLength } from "./operation.ts";
import type { ApiDocs, EndpointDocs, HeaderDocs } from "./view/docs_view.ts";
import { compatibleChinese } from "./operations/compatible.ts";
import { egressChinese } from "./operations/egress.ts";
import { geoipChinese } from "./operations/geoip.ts";
import { rangesChinese } from "./operations/ranges.ts";
import { ipApiChinese } from "./operations/ip_api.ts";
import { lookupsChinese } from "./operations/lookups.ts";
import { publicIpChinese } from "./operations/public_ip.ts";
import { v1Chinese, v2Chinese } from "./operations/versioned.ts";
import type { document as described } from "./operations.ts";

/** About all endpoints. */
const introduction: SameLength<typeof INTRODUCTION> = [
  "了解互联网眼中的你：公网 IP 地址，以及任意地址或域名的位置和网络类型。",
  "支持 GET 的接口都支持 HEAD。路径末尾的斜杠不影响响应。除 /api/request 外，其他网站的脚本可以读取所有响应。",
  "错误包含一个错误码和一句说明。限流按单个客户端（一个 IPv4 地址或一个 IPv6 网段）每分钟的请求数计算。超限时，Retry-After 会给出多久后可以重试。",
  "示例是本程序的真实响应，在构建时生成，不查询任何外部服务。193.0.6.139 的数据取自自带数据表，因此没有反向解析名。DNS 查询和注册信息的示例使用专供文档的保留域名。nonce 的解析器和可连通的端口为虚构。",
];

const groups: Readonly<
  Record<Group, { readonly name: string; readonly description: string }>
> = {
  "Public IP": {
    name: "公网 IP",
    description: "请求来自哪个地址，以及该地址的相关信息。",
  },
  "GeoIP": {
    name: "GeoIP",
    description: "地址或域名的位置和网络类型。",
  },
  "V1": {
    name: "V1",
    description: "免费的版本化记录：基本的位置、网络和风险信息。",
  },
  "V2": {
    name: "V2",
    description:
      "凭 API 令牌获取的完整记录：风险、自治系统、路由、注册机构和滥用举报联系方式。",
  },
  "Compatible formats": {
    name: "兼容格式",
    description: "与其他服务相同的 URL 和响应，其客户端可直接用于本站。",
  },
  "DNS lookup": {
    name: "DNS 查询",
    description: "DNS 记录与反向解析，以及检索本站收录的名称。",
  },
  "Whois": {
    name: "Whois",
    description: "域名、网络和自治系统的注册信息。",
  },
  "Leak test": {
    name: "泄漏检测",
    description: "泄漏检测页面所用的接口，任何客户端均可使用。",
  },
  "OpenAPI": {
    name: "OpenAPI",
    description: "供程序读取的接口描述。",
  },
};

const codes: Readonly<Record<ErrorCode, string>> = {
  INVALID_TARGET:
    "目标缺失、过长、类型不符，或含有空白字符或 / \\ ? # @ 之一。",
  INVALID_IPV4: "不是以点分隔的四个 0 到 255 的十进制数（不带前导零）。",
  INVALID_IPV6: "含有冒号，但不是 IPv6 地址。",
  INVALID_DOMAIN: "不是合法域名：至少应有以点分隔的两部分。",
  INVALID_CALLBACK: "回调不是以点连接的 JavaScript 标识符，或超过 128 个字符。",
  INVALID_INPUT: "其他参数或请求体有误。",
  RESERVED_ADDRESS:
    "该地址不是公网地址。GeoIP 接口返回此错误码时，状态码为 200，meta.ok 为 false。",
  UNAUTHORIZED: "令牌缺失、格式错误、不存在或已吊销。",
  FORBIDDEN:
    "地址被封禁、账号已停用或令牌未激活。如果封禁有期限，Retry-After 会给出剩余时间。自动封禁不影响带有效令牌的请求。",
  NOT_FOUND:
    "资源不存在、域名没有地址或数据未知。如果域名没有地址，GeoIP 接口返回此错误码时，状态码为 200，meta.ok 为 false。",
  METHOD_NOT_ALLOWED: "不支持该请求方法，支持的方法见 Allow 头。",
  PAYLOAD_TOO_LARGE: "请求体过大。",
  QUERY_FAILED:
    "没有 DNS 服务器或注册机构能够响应此查询，或批量请求的项目过多。",
  RATE_LIMIT_EXCEEDED: "请求过多；Retry-After 给出多久后可以重试。",
  INTERNAL_ERROR: "服务器内部错误，详情见服务器日志。",
  SERVICE_UNAVAILABLE:
    "服务器过载、存储不可用，或域名的 DNS 服务器出错；Retry-After 给出多久后可以重试。如果 DNS 服务器出错，GeoIP 接口返回此错误码时，状态码为 200，meta.ok 为 false。",
};

/** Descriptions of the headers. */
const headers: Readonly<
  Record<keyof typeof RATE_LIMIT_HEADERS | keyof typeof QUOTA_HEADERS, string>
> = {
  "Retry-After": "多少秒后可以重试（RFC 9110）。",
  "RateLimit-Policy":
    "适用的限流策略：名称，以及 w 秒窗口内允许的请求数 q（draft-ietf-httpapi-ratelimit-headers）。",
  "RateLimit": "当前状态：剩余请求数 r，距重置的秒数 t。",
  "X-RateLimit-Limit": "每月请求数。",
  "X-RateLimit-Remaining": "当月剩余请求数。",
  "X-RateLimit-Reset": "当月配额的重置时间，ISO 8601。",
  "X-Token-Type": "令牌所属账号的等级。",
};

interface EndpointTexts {
  readonly summary: string;
  readonly description?: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
}

const document: OperationTexts<typeof described> = {
  getOpenapi: { summary: "这些接口的描述，OpenAPI 3.1" },
};

const endpoints: Readonly<Record<string, EndpointTexts>> = {
  ...publicIpChinese,
  ...geoipChinese,
  ...rangesChinese,
  ...v1Chinese,
  ...v2Chinese,
  ...compatibleChinese,
  ...ipApiChinese,
  ...lookupsChinese,
  ...egressChinese,
  ...document,
};

/** Translates the page to Chinese. Paths, codes and examples stay. */
export function inChinese(docs: ApiDocs): ApiDocs {
  return {
    ...docs,
    paragraphs: [...introduction],
    groups: docs.groups.map((group) => ({
      ...group,
      ...textOf(groups, group.name),
      endpoints: group.endpoints.map(endpointInChinese),
    })),
    quotaHeaders: docs.quotaHeaders.map(headerInChinese),
    limitHeaders: docs.limitHeaders.map(headerInChinese),
    codes: docs.codes.map((row) => ({
      ...row,
      meaning: textOf(codes, row.code),
    })),
  };
}

function endpointInChinese(endpoint: EndpointDocs): EndpointDocs {
  const { summary, description = [], parameters = {} } = textOf(
    endpoints,
    endpoint.id,
  );
  return {
    ...endpoint,
    summary,
    paragraphs: [...description],
    parameters: endpoint.parameters.map((row) => ({
      ...row,
      description: textOf(parameters, row.name),
    })),
  };
}

function headerInChinese(header: HeaderDocs): HeaderDocs {
  return { ...header, description: textOf(headers, header.name) };
}

/** The text of a key. The types of the catalogues require every key of the document. */
function textOf<Text>(
  texts: Readonly<Record<string, Text>>,
  key: string,
): Text {
  const text = texts[key];
  if (text === undefined) {
    throw new Error(`no Chinese text for ${key}`);
  }
  return text;
}
