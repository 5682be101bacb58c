import type { Parameter } from "./parameters.ts";

/**
 * The Chinese texts of operations, by id. A catalogue in which an operation, a
 * paragraph or a parameter is missing fails the type check.
 */
export type OperationTexts<Described extends { readonly id: string }> = {
  readonly [One in Described as One["id"]]: TextsOf<One>;
};

type TextsOf<One> =
  & { readonly summary: string }
  & (One extends { readonly description: infer Paragraphs }
    ? { readonly description: SameLength<Paragraphs> }
    : { readonly description?: undefined })
  & (One extends { readonly parameters: readonly Parameter<infer Name>[] }
    ? { readonly parameters: Readonly<Record<Name, string>> }
    : { readonly parameters?: undefined });

/** One paragraph for each paragraph of the original. */
export type SameLength<Paragraphs> = {
  readonly [At in keyof Paragraphs]: string;
};

/** Descriptions of parameters that several operations have. */

export const callbackChinese =
  "JSONP 回调：以点连接的 JavaScript 标识符，不能含保留字。响应为调用它的脚本。";

export const familyChinese =
  "用于域名：取该地址族的首个地址。默认取首个 IPv4 地址，没有则取首个 IPv6 地址。";

export const languageChinese =
  "大洲、国家、地区和城市名称的语言：en（默认），或 zh、zh-CN（中文）。没有已知中文名的仍用英文。";

export const ipChinese = "IPv4 或 IPv6 地址。";

export const askedIpChinese = "请求方地址以外的另一个地址。";

export const domainChinese = "域名，可含非 ASCII 字符。";

export const targetChinese = "IPv4、IPv6 地址或域名。";

export const outputChinese = "缺少此参数时返回网页。";
