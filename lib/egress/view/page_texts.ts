import type { Catalogue } from "../../i18n/language.ts";

const en = {
  title: "Egress – Porthole",
  description:
    "Where your traffic, your DNS questions and WebRTC leave: IPv4 and IPv6 exits, resolvers, candidates, and how ready you are for IPv6.",
  heading: "Egress",
  intro: (hasSites: boolean) =>
    `Where your traffic leaves, who asks the DNS for you, and what WebRTC tells of you. This server answers every probe itself${
      hasSites ? "; of others, only the sites listed below are visited" : ""
    }. What is found stays in this page.`,
  limits:
    "Results vary with the network and the browser you use. WebRTC candidates are not guaranteed: a browser or an extension may offer none, or hide them.",
  /** Stand before and after the address. */
  askedFrom: "This page was asked for from ",
  overFamily: (family: 4 | 6) => ` over IPv${family}. `,
  noScript:
    "The probes are run by a script of this server, and your browser runs none: the address above is what can be said without.",
  candidates:
    "The addresses that a page can have your browser offer for a call. Names that end in .local hide an address.",
  candidatesWithoutStun:
    "The addresses of this machine that a page can have your browser offer for a call. Which public address they show is not tested: this server has no STUN server.",
};

const zh: typeof en = {
  title: "出口检测 – Porthole",
  description:
    "流量、DNS 查询与 WebRTC 从何处流出：IPv4 与 IPv6 出口、解析器、候选，以及 IPv6 就绪度。",
  heading: "出口检测",
  intro: (hasSites) =>
    `查看流量从何处流出、由谁代为查询 DNS，以及 WebRTC 透露了什么。所有探测均由本服务器自行应答${
      hasSites ? "；除此之外，只访问下方列出的站点" : ""
    }。结果只留在本页面。`,
  limits:
    "结果因所用的网络和浏览器而异。不保证能得到 WebRTC 候选：浏览器或扩展程序可能不提供，或将其隐藏。",
  askedFrom: "本页面的请求来自 ",
  overFamily: (family) => `（IPv${family}）。`,
  noScript:
    "探测由本服务器的脚本完成，而浏览器未运行脚本：不用脚本能得知的只有上面的地址。",
  candidates:
    "网页可让浏览器为通话提供的地址。以 .local 结尾的名称隐藏了真实地址。",
  candidatesWithoutStun:
    "网页可让浏览器为通话提供的本机地址。未测试它们对外显示的公网地址：本服务器没有 STUN 服务器。",
};

/** What the egress page says by itself; its islands have texts of their own. */
export const egressPageTexts: Catalogue<typeof en> = { en, zh };
