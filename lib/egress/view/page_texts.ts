import type { Catalogue } from "../../i18n/language.ts";

const en = {
  title: "Leak test – Porthole",
  description:
    "Check your connection for IP, DNS and WebRTC leaks, and test how well it works over IPv6.",
  heading: "Leak test",
  intro: (hasSites: boolean) =>
    `See where your traffic leaves, which resolvers look up names for you, and which addresses WebRTC reveals. All probes go to this server${
      hasSites ? " and to the sites listed below" : ""
    }. The results stay in your browser.`,
  limits:
    "Results depend on your network and browser. Your browser or an extension may hide WebRTC candidates or offer none.",
  /** Before and after the address. */
  askedFrom: "You requested this page from ",
  overFamily: (family: 4 | 6) => ` over IPv${family}. `,
  noScript:
    "The tests need JavaScript, which is off in your browser. Without it, this page shows only the address above.",
  /** What administrators see of the parts that are off. */
  unconfigured: {
    title: "Parts that are off",
    intro:
      "Only administrators see this list. The file docs/egress.md explains the variables.",
    part: "Part",
    turnOn: "How to turn it on",
    /** Of a part that is configured. */
    noUdp: "It is configured, but this platform has no UDP.",
    notStarted:
      "It is configured, but could not start. The log has the reason.",
  },
  candidates:
    "Addresses that any page can get from your browser through WebRTC. A name that ends in .local hides a local address.",
  candidatesWithoutStun:
    "Local addresses that any page can get from your browser through WebRTC. Your public WebRTC address is not tested, because this service has no STUN server.",
};

const zh: typeof en = {
  title: "泄漏检测 – Porthole",
  description:
    "检测网络连接是否存在 IP、DNS 和 WebRTC 泄漏，并测试 IPv6 是否可用。",
  heading: "泄漏检测",
  intro: (hasSites) =>
    `查看流量从何处流出、域名由哪些解析器查询，以及 WebRTC 暴露了哪些地址。探测只访问本服务器${
      hasSites ? "和下方列出的站点" : ""
    }。结果只保留在浏览器中。`,
  limits:
    "结果因网络和浏览器而异。浏览器或扩展程序可能隐藏 WebRTC 候选，或不提供任何候选。",
  askedFrom: "你的请求来自 ",
  overFamily: (family) => `（IPv${family}）。`,
  noScript:
    "检测需要 JavaScript，而你的浏览器已将其禁用，因此本页只能显示上面的地址。",
  unconfigured: {
    title: "未启用的部分",
    intro: "只有管理员能看到此列表，各变量的说明见 docs/egress.md。",
    part: "部分",
    turnOn: "如何启用",
    noUdp: "已配置，但此平台不支持 UDP。",
    notStarted: "已配置，但未能启动，原因见日志。",
  },
  candidates:
    "任何网页都能通过 WebRTC 从浏览器获取的地址。以 .local 结尾的名称隐藏了本机地址。",
  candidatesWithoutStun:
    "任何网页都能通过 WebRTC 从浏览器获取的本机地址。本服务没有 STUN 服务器，因此未检测 WebRTC 暴露的公网地址。",
};

/**
 * The server-rendered texts of the egress page; its islands have texts of their
 * own.
 */
export const egressPageTexts: Catalogue<typeof en> = { en, zh };
