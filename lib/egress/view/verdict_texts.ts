import type { Catalogue } from "../../i18n/language.ts";

const en = {
  families: {
    v4Alone: "Your traffic uses IPv4 only. The IPv6 probe got no response.",
    v6Alone: "Your traffic uses IPv6 only. The IPv4 probe got no response.",
    neither:
      "Neither the IPv4 nor the IPv6 probe got a response. You may be offline, or something blocks the probes.",
    country:
      "IPv4 ({country4}) and IPv6 ({country6}) exit in different countries.",
    network:
      "IPv4 and IPv6 exit in the same country but through different networks: {exit4} and {exit6}.",
    split: "One of them may bypass your VPN or proxy.",
    same: "IPv4 and IPv6 exit through the same network.",
    sameIn: "IPv4 and IPv6 exit through the same network ({country}).",
    both: "Your traffic uses both IPv4 and IPv6.",
  },
  dns: {
    country:
      "Your DNS queries exit in a different country than your traffic: {resolvers}.",
    network:
      "Your DNS queries exit through a different network in the same country: {resolvers}.",
    split: "They may bypass your VPN or proxy.",
    same: "Your DNS queries exit through the same network as your traffic.",
    /** The last item of a shortened list. */
    more: "{count} more",
  },
  webRtc: {
    nothing: "WebRTC reveals no address.",
    noPublic: "WebRTC reveals no public address.",
    alone:
      "WebRTC reveals {addresses}. No other probe found an address to compare it with.",
    known:
      "WebRTC reveals no public address beyond those that the other probes found.",
    leak:
      "WebRTC reveals a public address that the other probes didn't find: {addresses}. Sites can see it even if you use a VPN.",
    near:
      "WebRTC reveals another public address in the same network: {addresses}.",
    inner: "WebRTC reveals private addresses of this device: {addresses}.",
  },
  nat: {
    independent:
      "Your NAT keeps one public port for both STUN servers, as with endpoint-independent mapping. Direct connections to other browsers usually work.",
    dependent:
      "Your NAT uses a different public port for each STUN server (address- or port-dependent mapping). Direct connections to other browsers may fail.",
    none:
      "WebRTC shows no NAT: both STUN servers saw an address of this device, or your browser hides what they saw.",
  },
  nat64Found:
    "Your network uses NAT64, usually together with DNS64: it translates your IPv6 traffic for IPv4-only servers. They see {address}.",
  site: "{site} saw a different address than this service: {address}.",
  untested: "Not tested because {reason}: {probes}.",
  /** Why a probe could not run, by its final state. */
  reasons: {
    blocked: "your browser or an extension blocked the request",
    not_configured: "this server doesn't offer it",
    stopped: "you stopped the test or reached the rate limit",
  },
  /** The label of what is not tested without a STUN server. */
  byStun: "WebRTC with STUN",
  /** The label of what needs two STUN servers. */
  natMapping: "NAT behaviour",
  nat64: "NAT64",
  tones: { bad: "Leak", warn: "Warning", good: "Good", info: "Note" },
  /** The result in one sentence. */
  headline: {
    idle: "Start the test to see if anything leaks.",
    running: "Testing…",
    bad: "Leaks found: {count}.",
    warn: "No leak found. Warnings: {count}.",
    good: "No leak found.",
    info: "Too little was tested to tell if anything leaks.",
  },
};

const zh: typeof en = {
  families: {
    v4Alone: "流量仅使用 IPv4，IPv6 探测无响应。",
    v6Alone: "流量仅使用 IPv6，IPv4 探测无响应。",
    neither: "IPv4 与 IPv6 探测均无响应：可能已断网，或探测被拦截。",
    country: "IPv4（{country4}）与 IPv6（{country6}）从不同的国家或地区流出。",
    network: "IPv4 与 IPv6 从同一国家或地区的两个网络流出：{exit4}、{exit6}。",
    split: "其中之一可能绕过了 VPN 或代理。",
    same: "IPv4 与 IPv6 从同一网络流出。",
    sameIn: "IPv4 与 IPv6 从同一网络流出（{country}）。",
    both: "流量同时使用 IPv4 和 IPv6。",
  },
  dns: {
    country: "DNS 查询与流量从不同的国家或地区流出：{resolvers}。",
    network: "DNS 查询从同一国家或地区的另一个网络流出：{resolvers}。",
    split: "DNS 查询可能绕过了 VPN 或代理。",
    same: "DNS 查询与流量从同一网络流出。",
    more: "另外 {count} 个",
  },
  webRtc: {
    nothing: "WebRTC 未暴露任何地址。",
    noPublic: "WebRTC 未暴露公网地址。",
    alone: "WebRTC 暴露了 {addresses}；其他探测未发现可供比较的地址。",
    known: "WebRTC 未暴露其他探测结果以外的公网地址。",
    leak:
      "WebRTC 暴露了其他探测未发现的公网地址：{addresses}。即使使用 VPN，网站也能看到它。",
    near: "WebRTC 暴露了同一网络的另一个公网地址：{addresses}。",
    inner: "WebRTC 暴露了本机的私有地址：{addresses}。",
  },
  nat: {
    independent:
      "NAT 对两个 STUN 服务器使用同一个公网端口，与端点无关映射的行为一致，与其他浏览器通常能直接连接。",
    dependent:
      "NAT 对每个 STUN 服务器使用不同的公网端口（地址或端口相关映射），与其他浏览器可能无法直接连接。",
    none:
      "WebRTC 未显示 NAT：两个 STUN 服务器看到的就是本机地址，或浏览器隐藏了它们看到的地址。",
  },
  nat64Found:
    "所在网络使用 NAT64（通常配合 DNS64）：访问仅有 IPv4 的服务器时，网络会将 IPv6 流量转换为 IPv4，对方看到的地址是 {address}。",
  site: "{site} 看到的地址与本服务看到的不同：{address}。",
  untested: "未测试（{reason}）：{probes}。",
  reasons: {
    blocked: "请求被浏览器或扩展程序拦截",
    not_configured: "本服务器未提供",
    stopped: "你停止了检测，或触发了限流",
  },
  byStun: "WebRTC（STUN）",
  natMapping: "NAT 行为",
  nat64: "NAT64",
  tones: { bad: "泄漏", warn: "警告", good: "正常", info: "说明" },
  headline: {
    idle: "开始检测，看看是否有泄漏。",
    running: "正在检测……",
    bad: "发现 {count} 处泄漏。",
    warn: "未发现泄漏，有 {count} 条警告。",
    good: "未发现泄漏。",
    info: "检测的项目太少，无法判断是否有泄漏。",
  },
};

/** The texts of verdicts. */
export const egressVerdictTexts: Catalogue<typeof en> = { en, zh };
