import type { AdminErrorReasons } from "../../core/error_reasons.ts";
import type { ErrorTexts } from "./error_texts.ts";

/** The administration: bans and field switches. */
export const adminErrors: ErrorTexts<AdminErrorReasons> = {
  ban_not_found: {
    en: "This ban no longer exists.",
    zh: "该封禁已不存在。",
  },
  ban_block_malformed: {
    en: "Enter an address or a block such as 192.0.2.0/24.",
    zh: "请输入地址或网段，如 192.0.2.0/24。",
  },
  ban_block_too_wide: {
    en: ({ family, minPrefixLength }) =>
      `The widest IPv${family} block you can ban is a /${minPrefixLength}.`,
    zh: ({ family, minPrefixLength }) =>
      `IPv${family} 网段的前缀长度不能小于 /${minPrefixLength}。`,
  },
  ban_of_own_address: {
    en: ({ ip }) => `This would ban your own address, ${ip}.`,
    zh: ({ ip }) => `这会封禁你自己的地址 ${ip}。`,
  },
  ban_hours_malformed: {
    en: ({ max }) => `The hours must be a whole number from 1 to ${max}.`,
    zh: ({ max }) => `时长须为 1 至 ${max} 的整数小时。`,
  },
  ban_end_out_of_range: {
    en: "The ban must end in the future, within 100 years.",
    zh: "封禁的截止时间须在未来 100 年之内。",
  },
  ban_reason_malformed: {
    en: ({ max }) =>
      `The reason must be a single line of up to ${max} characters.`,
    zh: ({ max }) => `原因须为一行，最多 ${max} 个字符。`,
  },
  bans_full: {
    en: ({ max }) =>
      `There are already ${max} bans, the maximum. Lift one, or ban a wider block.`,
    zh: ({ max }) => `封禁已达上限 ${max} 条：请先解除一条，或封禁更大的网段。`,
  },
  fields_changed: {
    en:
      "Someone else has changed the fields since you opened this page. Check them and save again.",
    zh: "你打开此页后，其他人修改了字段设置，请检查后重新保存。",
  },
};
