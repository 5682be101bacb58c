import type { Catalogue } from "../../i18n/language.ts";

const en = {
  idle: "Not tested yet.",
  running: "Being tested.",
  /** With a reason of the verdicts. */
  untested: "Not tested: {reason}.",
  v4: {
    works: "IPv4 works.",
    fails: "No answer: what has IPv4 alone is out of reach.",
  },
  v6: {
    works: "IPv6 works.",
    failsByName: "No answer, although IPv6 works: the name may not resolve.",
    fails: "No answer: there is no way out over IPv6.",
  },
  dual: {
    fails: "No answer: nothing falls back from one family to the other.",
    overV6: "Reached over IPv6.",
    afterV6:
      "Reached over IPv4, {ms} ms later than IPv4 alone: IPv6 was tried first, in vain.",
    despiteV6:
      "Reached over IPv4, although IPv6 works: your browser prefers IPv4, or IPv6 is slower.",
    atOnce: "Reached over IPv4, without a wait.",
    overV4: "Reached over IPv4.",
  },
  large: {
    tooLarge:
      "Small answers arrive and large ones don't: path MTU discovery fails, as where a firewall drops ICMPv6 Packet Too Big.",
    fails: "No answer, large or small.",
    late:
      "Arrived over IPv{family}, but late: packets were lost until they were small enough.",
    overV6: "Arrived over IPv6: path MTU discovery works.",
    overV4: "Arrived over IPv4, which says nothing about IPv6.",
  },
  literal: {
    works: "IPv6 works without a name.",
    failsByAddress: "No answer, although IPv6 works by name.",
    fails: "No answer: the way is missing, not the name.",
  },
  resolver: {
    works: "Your resolver reaches a name server with IPv6 alone.",
    unseen: "Not tested: no question of your resolver arrived.",
    fails:
      "Your resolver does not reach a name server with IPv6 alone: names served that way don't resolve.",
  },
  /** Before the sentence of a test. */
  label: "{label}.",
  words: { good: "Good", slow: "Slow", bad: "Fails", untested: "–" },
  ofTen: "of 10",
  prefers: "Your browser prefers IPv{family}.",
  prefersUnknown: "The preferred family is not known yet.",
};

const zh: typeof en = {
  idle: "尚未测试。",
  running: "正在测试。",
  untested: "未测试：{reason}。",
  v4: {
    works: "IPv4 正常。",
    fails: "无响应：仅有 IPv4 的主机不可达。",
  },
  v6: {
    works: "IPv6 正常。",
    failsByName: "无响应，但 IPv6 可用：可能是域名无法解析。",
    fails: "无响应：没有 IPv6 出口。",
  },
  dual: {
    fails: "无响应：未能从一个地址族回退到另一个。",
    overV6: "经 IPv6 到达。",
    afterV6: "经 IPv4 到达，比纯 IPv4 主机慢 {ms} ms：先尝试 IPv6 未果。",
    despiteV6:
      "经 IPv4 到达，但 IPv6 可用：浏览器优先使用 IPv4，或 IPv6 较慢。",
    atOnce: "经 IPv4 到达，没有额外等待。",
    overV4: "经 IPv4 到达。",
  },
  large: {
    tooLarge:
      "小响应能到达，大响应不能：路径 MTU 发现失败，例如防火墙丢弃了 ICMPv6 Packet Too Big。",
    fails: "大小响应均未到达。",
    late: "经 IPv{family} 到达，但有延迟：数据包在变得足够小之前被丢弃。",
    overV6: "经 IPv6 到达：路径 MTU 发现正常。",
    overV4: "经 IPv4 到达，不能说明 IPv6 的情况。",
  },
  literal: {
    works: "不经域名也能使用 IPv6。",
    failsByAddress: "无响应，但经域名可使用 IPv6。",
    fails: "无响应：缺少的是 IPv6 通路，而非域名解析。",
  },
  resolver: {
    works: "你的解析器可访问仅有 IPv6 的权威服务器。",
    unseen: "未测试：未收到你的解析器的查询。",
    fails:
      "你的解析器无法访问仅有 IPv6 的权威服务器：由这类服务器提供的域名无法解析。",
  },
  label: "{label}：",
  words: { good: "正常", slow: "缓慢", bad: "失败", untested: "–" },
  ofTen: "/ 10 分",
  prefers: "浏览器优先使用 IPv{family}。",
  prefersUnknown: "尚不清楚优先使用哪个地址族。",
};

/** How ready for IPv6 a network is, test by test. */
export const egressReadinessTexts: Catalogue<typeof en> = { en, zh };
