import * as z from "zod";
import { RANGE_FORMATS } from "../../ipinfo/ranges/formats.ts";
import type {
  Bodies,
  EndpointDescription,
  OperationTexts,
} from "../operation.ts";
import { inPath, inQuery } from "../parameters.ts";

const group = "GeoIP";

const content: Bodies = {
  "text/plain": ["Text"],
  "application/json": ["RangeList"],
};

const description = [
  "Adjacent blocks are merged. IPv6 is listed in blocks of /64 and larger. The response is streamed, has a strong ETag for If-None-Match, and may be cached for a day.",
  "format=nft returns a script for nft -f that replaces the sets in one transaction; ipset, a file for ipset restore; nginx, the lines of a geo block. If no address is known, the response is 404, so that a script can keep its previous list.",
] as const;

const parameters = [
  inQuery({
    name: "family",
    description: "Only this address family. Default: both, IPv4 first.",
    schema: z.enum(["4", "6"]),
    example: "4",
  }),
  inQuery({
    name: "format",
    description: "The format of the list. Default: text, one block per line.",
    schema: z.enum(RANGE_FORMATS),
    example: "nft",
  }),
] as const;

export const ranges = [
  {
    id: "getCountryRanges",
    path: "/api/ranges/country/:country",
    group,
    summary: "The address blocks of a country",
    description: [
      ...description,
      "An address is listed under the country that its V1 record has if no remote source is queried.",
    ],
    parameters: [
      inPath({
        name: "country",
        description: "An ISO 3166-1 alpha-2 code, in either case.",
        example: "VA",
      }),
      ...parameters,
    ],
    content,
    errors: ["INVALID_INPUT", "NOT_FOUND", "SERVICE_UNAVAILABLE"],
  },
  {
    id: "getSystemRanges",
    path: "/api/ranges/asn/:asn",
    group,
    summary: "The address blocks that an autonomous system announces",
    description,
    parameters: [
      inPath({
        name: "asn",
        description: "An AS number, such as 15169 or AS15169.",
        example: "3333",
      }),
      ...parameters,
    ],
    content,
    errors: ["INVALID_INPUT", "NOT_FOUND", "SERVICE_UNAVAILABLE"],
  },
] as const satisfies readonly EndpointDescription[];

const descriptionChinese = [
  "列表中的地址段已合并到最少。IPv6 地址段不小于 /64。列表分块发送，带强 ETag，可配合 If-None-Match，可缓存一天。",
  "format=nft 是供 nft -f 使用的脚本，在一个事务中替换集合；ipset 供 ipset restore 使用；nginx 是 geo 块的内容。没有已知地址时返回 404，脚本可保留原有列表。",
] as const;

const parametersChinese = {
  family: "只列出此地址族。默认两者都列，IPv4 在前。",
  format: "列表的格式。默认为 text，每行一个地址段。",
};

export const rangesChinese: OperationTexts<typeof ranges[number]> = {
  getCountryRanges: {
    summary: "某个国家或地区的地址段",
    description: [
      ...descriptionChinese,
      "地址属于其 V1 记录中的国家，以内存中的数据表为准。",
    ],
    parameters: {
      country: "ISO 3166-1 两位字母代码，不区分大小写。",
      ...parametersChinese,
    },
  },
  getSystemRanges: {
    summary: "某个自治系统宣告的地址段",
    description: descriptionChinese,
    parameters: {
      asn: "AS 号，例如 15169 或 AS15169。",
      ...parametersChinese,
    },
  },
};
