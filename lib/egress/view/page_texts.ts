import type { Catalogue } from "../../i18n/language.ts";

const en = {
  title: "Leak test – Porthole",
  heading: "Leak test",
  intro:
    "See what bypasses your VPN, and what sites see of you. The results stay in your browser.",
  limits: (hasOwnSites: boolean) =>
    `Results depend on your network and browser, which may hide WebRTC candidates or offer none. All probes go to this server${
      hasOwnSites ? "" : " and to the sites in the table"
    }.`,
  /** Before and after the address. */
  noScript:
    "The tests need JavaScript, which is off in your browser. You requested this page from ",
  end: ".",
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
  heading: "泄漏检测",
  intro:
    "看看哪些流量绕过了 VPN，以及网站能看到你的什么信息。结果只保留在浏览器中。",
  limits: (hasOwnSites) =>
    `结果因网络和浏览器而异，浏览器可能隐藏 WebRTC 候选，或不提供任何候选。探测只访问本服务器${
      hasOwnSites ? "" : "和表中的站点"
    }。`,
  noScript: "检测需要 JavaScript，而你的浏览器已将其禁用。你的请求来自 ",
  end: "。",
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
