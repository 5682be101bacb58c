import type { Catalogue } from "../../i18n/language.ts";

const en = {
  families: {
    v4Alone: "Traffic leaves over IPv4 alone: no answer came over IPv6.",
    v6Alone: "Traffic leaves over IPv6 alone: no answer came over IPv4.",
    neither: "Neither IPv4 nor IPv6 reached its host.",
    country:
      "IPv4 ({country4}) and IPv6 ({country6}) leave in different countries.",
    network:
      "IPv4 and IPv6 leave in one country through two networks: {exit4} and {exit6}.",
    split: "One of the two seems to go around a VPN or proxy.",
    same: "IPv4 and IPv6 leave through the same network.",
    sameIn: "IPv4 and IPv6 leave through the same network ({country}).",
    both: "Traffic leaves over both IPv4 and IPv6.",
  },
  dns: {
    country: "DNS leaves in another country than the traffic: {resolvers}.",
    network:
      "DNS leaves through another network of the same country: {resolvers}.",
    split: "The names you visit seem to go around a VPN or proxy.",
    same: "DNS leaves through the same network as the traffic.",
    /** Ends a list of resolvers. */
    more: "{count} more",
  },
  webRtc: {
    nothing: "WebRTC gives no address away.",
    noPublic: "WebRTC shows no public address.",
    alone:
      "WebRTC shows {addresses}; no other probe found an exit to compare that with.",
    known: "WebRTC shows no public address that the other probes don't.",
    leak:
      "WebRTC shows a public address that the other probes don't: {addresses}. Sites can see it, VPN or not.",
    near:
      "WebRTC shows another public address of the same network: {addresses}.",
    inner: "WebRTC shows inner addresses of this machine: {addresses}.",
  },
  site: "{site} saw another address than this service: {address}.",
  untested: "Not tested, as {reason}: {probes}.",
  /** Why a probe could not run, by the state it ended in. */
  reasons: {
    blocked: "the browser, or an extension of it, blocks the request",
    not_configured: "the operator of this service has not set it up",
    stopped: "it was stopped by you or by a limit of this service",
  },
  /** What is not tested without a STUN server. */
  byStun: "WebRTC by STUN",
  tones: { bad: "Leak", warn: "Check", good: "Good", info: "Note" },
  notStarted: "Nothing has been tested yet.",
  none: "No verdict yet.",
};

const zh: typeof en = {
  families: {
    v4Alone: "流量仅从 IPv4 流出：IPv6 无响应。",
    v6Alone: "流量仅从 IPv6 流出：IPv4 无响应。",
    neither: "IPv4 与 IPv6 均无法到达各自的探测主机。",
    country: "IPv4（{country4}）与 IPv6（{country6}）从不同的国家或地区流出。",
    network: "IPv4 与 IPv6 从同一国家或地区的两个网络流出：{exit4}、{exit6}。",
    split: "其中之一似乎绕过了 VPN 或代理。",
    same: "IPv4 与 IPv6 从同一网络流出。",
    sameIn: "IPv4 与 IPv6 从同一网络流出（{country}）。",
    both: "IPv4 与 IPv6 均有出口。",
  },
  dns: {
    country: "DNS 查询与流量从不同的国家或地区流出：{resolvers}。",
    network: "DNS 查询从同一国家或地区的另一个网络流出：{resolvers}。",
    split: "你的域名查询似乎绕过了 VPN 或代理。",
    same: "DNS 查询与流量从同一网络流出。",
    more: "另外 {count} 个",
  },
  webRtc: {
    nothing: "WebRTC 未暴露任何地址。",
    noPublic: "WebRTC 未暴露公网地址。",
    alone: "WebRTC 暴露了 {addresses}；其他探测未找到可供比较的出口。",
    known: "除其他探测已看到的公网地址外，WebRTC 未暴露更多。",
    leak:
      "WebRTC 暴露了其他探测未看到的公网地址：{addresses}。无论是否使用 VPN，网站都能看到它。",
    near: "WebRTC 暴露了同一网络的另一个公网地址：{addresses}。",
    inner: "WebRTC 暴露了本机的内网地址：{addresses}。",
  },
  site: "{site} 看到的地址与本服务看到的不同：{address}。",
  untested: "未测试（{reason}）：{probes}。",
  reasons: {
    blocked: "请求被浏览器或其扩展拦截",
    not_configured: "本服务的运营者未配置",
    stopped: "被你停止，或触发了本服务的限流",
  },
  byStun: "WebRTC（STUN）",
  tones: { bad: "泄漏", warn: "留意", good: "正常", info: "说明" },
  notStarted: "尚未进行测试。",
  none: "尚无结论。",
};

/** What a report of the egress page means. */
export const egressVerdictTexts: Catalogue<typeof en> = { en, zh };
