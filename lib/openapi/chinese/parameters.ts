/** What parameters of several operations mean. */

export const callback =
  "JSONP 回调：以点连接的 JavaScript 标识符，不能是保留字。响应为调用它的脚本。";

export const family =
  "用于域名：取该地址族的首个地址。不指定时取首个 IPv4 地址，没有则取首个 IPv6 地址。";

export const ip = "IPv4 或 IPv6 地址。";

export const domain = "域名，可含非 ASCII 字符。";

export const target = "IPv4、IPv6 地址或域名。";

export const output = "不指定时返回网页。";
