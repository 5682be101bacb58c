import type { Catalogue } from "../../i18n/language.ts";

const en = {
  idle: "Not tested yet.",
  running: "Testing…",
  /** With one of the verdicts' reasons. */
  untested: "Not tested: {reason}.",
  v4: {
    works: "IPv4 works.",
    fails: "No response over IPv4.",
  },
  v6: {
    works: "IPv6 works.",
    failsByName: "No response, although IPv6 works. The name may not resolve.",
    fails: "No response over IPv6.",
  },
  dual: {
    silent: "No response.",
    fails:
      "No response. Your browser doesn't fall back from one protocol to the other.",
    overV6: "Reached over IPv6.",
    afterV6:
      "Reached over IPv4, {ms} ms slower than the IPv4-only host. IPv6 was tried first and failed.",
    despiteV6:
      "Reached over IPv4, although IPv6 works. Your browser prefers IPv4, or IPv6 is slower.",
    atOnce: "Reached over IPv4 without delay.",
    overV4: "Reached over IPv4.",
  },
  large: {
    tooLarge:
      "Small responses arrive but large ones don't. Path MTU discovery fails, for example because a firewall drops ICMPv6 Packet Too Big messages.",
    fails: "No response, large or small.",
    late:
      "Arrived over IPv{family}, but late. Packets were lost until they were small enough.",
    overV6: "Arrived over IPv6. Path MTU discovery works.",
    overV4: "Large responses arrive over IPv4. IPv6 was not tested.",
  },
  literal: {
    works: "IPv6 works without DNS.",
    failsByAddress: "No response, although IPv6 works with a host name.",
    fails: "No response. The cause is connectivity, not DNS.",
  },
  resolver: {
    works: "Your resolver can reach IPv6-only name servers.",
    unseen: "Not tested: no query from your resolver arrived.",
    fails:
      "Your resolver can't reach IPv6-only name servers. Names hosted there don't resolve.",
  },
  /** Before the sentence of a test. */
  label: "{label}.",
  words: { good: "Good", slow: "Slow", bad: "Fails", untested: "–" },
  ofTen: "out of 10 for IPv6",
  noScore: "No IPv6 score.",
  prefers: "Your browser prefers IPv{family}.",
};

const zh: typeof en = {
  idle: "尚未测试。",
  running: "正在测试。",
  untested: "未测试：{reason}。",
  v4: {
    works: "IPv4 正常。",
    fails: "IPv4 无响应。",
  },
  v6: {
    works: "IPv6 正常。",
    failsByName: "无响应，但 IPv6 可用，可能是域名无法解析。",
    fails: "IPv6 无响应。",
  },
  dual: {
    silent: "无响应。",
    fails: "无响应，浏览器未能从一种协议回退到另一种。",
    overV6: "经 IPv6 到达。",
    afterV6: "经 IPv4 到达，比纯 IPv4 主机慢 {ms} ms：先尝试 IPv6，但失败了。",
    despiteV6:
      "经 IPv4 到达，但 IPv6 可用：浏览器优先使用 IPv4，或 IPv6 较慢。",
    atOnce: "经 IPv4 到达，没有额外等待。",
    overV4: "经 IPv4 到达。",
  },
  large: {
    tooLarge:
      "小响应能到达，大响应不能。路径 MTU 发现失败，例如防火墙丢弃了 ICMPv6 Packet Too Big 消息。",
    fails: "大小响应均未到达。",
    late: "经 IPv{family} 到达，但有延迟：数据包在变得足够小之前被丢弃。",
    overV6: "经 IPv6 到达：路径 MTU 发现正常。",
    overV4: "大响应能经 IPv4 到达，未能测试 IPv6。",
  },
  literal: {
    works: "无需 DNS 也能使用 IPv6。",
    failsByAddress: "无响应，但通过域名可以使用 IPv6。",
    fails: "无响应，问题出在网络连接，而不是 DNS。",
  },
  resolver: {
    works: "你的解析器能够访问仅有 IPv6 的权威服务器。",
    unseen: "未测试：未收到你的解析器的查询。",
    fails:
      "你的解析器无法访问仅有 IPv6 的权威服务器，托管在这类服务器上的域名无法解析。",
  },
  label: "{label}：",
  words: { good: "正常", slow: "缓慢", bad: "失败", untested: "–" },
  ofTen: "/ 10 分（IPv6 就绪度）",
  noScore: "IPv6 就绪度未评分。",
  prefers: "浏览器优先使用 IPv{family}。",
};

/** The texts of IPv6 readiness. */
export const egressReadinessTexts: Catalogue<typeof en> = { en, zh };
