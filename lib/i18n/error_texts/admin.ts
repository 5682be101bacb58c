import type { ErrorTexts } from "./translation.ts";

/** The sentences of the administration, and of what it changes: bans, fields. */
export const adminErrors: ErrorTexts = {
  sentences: {
    "This page is for administrators.": "此页面仅供管理员使用。",
    "There is no such ban any more.": "该封禁已不存在。",
    "This is neither an address nor a block of them, such as 192.0.2.0/24.":
      "这不是有效的地址或网段，网段形如 192.0.2.0/24。",
    "The end of a ban must lie in the future, and within 100 years.":
      "封禁的截止时间必须在未来 100 年之内。",
    "Somebody else has changed the fields meanwhile; please look at them again.":
      "字段设置已被其他人修改，请重新确认。",
  },
  patterns: [
    [
      /^You are at (\S+) yourself: this would shut you out\.$/,
      "你自己的地址是 $1：这样会把你自己封禁在外。",
    ],
    [
      /^The hours must be a whole number from 1 to (\d+)\.$/,
      "时长必须是 1 到 $1 之间的整数。",
    ],
    [/^The tier must be one of (.+)\.$/, "等级必须是以下之一：$1。"],
    [
      /^There are (\d+) bans already: lift one, or ban a wider block\.$/,
      "封禁已达 $1 条：请先解除一条，或封禁更大的网段。",
    ],
    [
      /^A block of IPv([46]) addresses can be \/(\d+) at the widest\.$/,
      "IPv$1 网段的前缀长度不能小于 /$2。",
    ],
    [
      /^A reason is one line of up to (\d+) characters\.$/,
      "原因须为一行，最多 $1 个字符。",
    ],
  ],
};
