import type { Catalogue } from "../../../i18n/language.ts";

const en = {
  /** How a sentence calls a tunnel. */
  tunnels: {
    tor: "Tor",
    vpn: "your VPN",
    proxy: "your proxy",
    relay: "your private relay",
    hosting: "your probable VPN or proxy",
  },
  parts: { ipv4: "IPv4", ipv6: "IPv6", dns: "DNS", webrtc: "WebRTC" },
  states: {
    ok: "OK",
    leak: "Leak",
    unsure: "Unsure",
    none: "None",
    untested: "Not tested",
    running: "Testing…",
    /** Instead of `ok` without a tunnel. */
    own: "Visible",
  },
  /** The whole in one sentence. */
  headline: {
    running: "Testing…",
    leak_one: "Your {parts} bypasses {tunnel}: sites see {networks}.",
    leak_many: "Your {parts} bypass {tunnel}: sites see {networks}.",
    leak_dns: "Your DNS queries bypass {tunnel}: they come from {networks}.",
    leak_webrtc: "WebRTC bypasses {tunnel}: sites can see {networks}.",
    protected: "No leak found: sites see {tunnel} ({networks}).",
    /** If no list says that there is one. */
    protected_hosting:
      "No leak found: sites see a hosting network, probably a VPN or proxy ({networks}).",
    partial_unsure: "No leak found, but {unsure} may bypass {tunnel}.",
    partial_untested: "No leak found. Not tested: {untested}.",
    partial_both:
      "No leak found, but {unsure} may bypass {tunnel}. Not tested: {untested}.",
    no_tunnel: "Sites see your own connection: {networks}.",
    no_exit: "Nothing was tested: no public address of yours was found.",
    unknown: "It is not known whose networks your addresses are in.",
  },
  /** Why a part is in its state. */
  reasons: {
    through_tunnel: "It leaves through {tunnel}.",
    through_tunnel_hosting:
      "It leaves through a hosting network, probably a VPN or proxy.",
    own_connection: "It uses your own connection.",
    own_connection_dns: "There is no VPN that it could bypass.",
    own_connection_webrtc: "It reveals this address to sites.",
    outside_tunnel: "It does not go through {tunnel}.",
    site_outside: "{site} is not reached through {tunnel}.",
    same_network: "The same network as {tunnel}, but not a known exit of it.",
    unknown_network: "The network is unknown, so it may be your own.",
    public_dns: "{service} answers your queries, not {tunnel}.",
    other_hosting: "A hosting network other than that of {tunnel}.",
    no_exit: "There is no exit to compare it with.",
    none_exit: "You have no {part} connection: the test host is out of reach.",
    none_webrtc: "Your browser offers no address.",
    unsupported: "Your browser has no WebRTC, or it is turned off.",
    private_address:
      "This server sees {ip}, a private address: you are on its network, or behind a proxy that it does not trust.",
    stun_silent: "The STUN server did not respond.",
    failed: "The request failed: the test host may not exist or not respond.",
    failed_webrtc: "WebRTC ended with an error.",
    timed_out: "No response in time.",
    timed_out_dns: "No query of your resolver arrived.",
    timed_out_webrtc: "WebRTC did not finish in time.",
    blocked: "Your browser or an extension blocked it.",
    not_offered: "This server does not offer the test.",
    stopped: "You stopped the test or reached the rate limit.",
  },
  /** How to mend a leak, or what may be one. */
  fixes: {
    ipv4: "Let your VPN carry IPv4, or choose one that does.",
    ipv6:
      "Turn on IPv6 in your VPN. If it has none, turn off IPv6 on this device.",
    dns:
      "Turn on the VPN's own DNS, and turn off secure DNS in the browser and resolvers that you set yourself.",
    webrtc:
      "Turn on WebRTC protection in your VPN's extension or your browser, or block WebRTC.",
    site_outside: "Remove the rule that lets this site bypass it.",
    public_dns: "Fine if you chose it. If not, turn on the VPN's own DNS.",
    /** Of the whole, if no part has a remedy. */
    no_tunnel:
      "If you use a VPN, check that it is connected: this server recognizes none.",
    no_exit:
      "Check your connection, and whether your browser or an extension blocks requests. Then start again.",
    unknown:
      "If you use a VPN, compare the addresses below with those of its provider.",
  },
  notes: {
    title: "Notes",
    hostingOnly:
      "This server has no list of VPNs, proxies or Tor exits: it recognizes only hosting networks.",
    familyCountries:
      "IPv4 ({country4}) and IPv6 ({country6}) exit in different countries.",
    familyNetworks:
      "IPv4 and IPv6 exit through different networks: {exit4} and {exit6}.",
    dnsCountry:
      "Your DNS queries exit in a different country than your traffic: {resolvers}.",
    dnsNetwork:
      "Your DNS queries exit through a different network in the same country: {resolvers}.",
    webRtc:
      "WebRTC reveals a public address that the other probes didn't find: {addresses}.",
    inner: "WebRTC reveals private addresses of this device: {addresses}.",
    /** The last item of a shortened list. */
    more: "{count} more",
    nat64:
      "Your network uses NAT64, usually together with DNS64: it translates your IPv6 traffic for IPv4-only servers. They see {address}.",
    site: "{site} saw a different address than this service: {address}.",
    untested: "Not offered by this server: {probes}.",
  },
  nat: {
    independent:
      "Your NAT keeps one public port for both STUN servers, as with endpoint-independent mapping. Direct connections to other browsers usually work.",
    dependent:
      "Your NAT uses a different public port for each STUN server (address- or port-dependent mapping). Direct connections to other browsers may fail.",
    none:
      "WebRTC shows no NAT: both STUN servers saw an address of this device, or your browser hides what they saw.",
  },
  /** Why a probe could not run, by its final state, in a sentence about it. */
  untested: {
    blocked: "your browser or an extension blocked the request",
    not_configured: "this server doesn't offer it",
    stopped: "you stopped the test or reached the rate limit",
    failed: "the request failed, and the host may not exist",
    unsupported: "your browser can't do it",
  },
  /** The label of what is not tested without a STUN server. */
  byStun: "WebRTC with STUN",
  /** The label of what needs two STUN servers. */
  natMapping: "NAT behavior",
  nat64: "NAT64",
};

const zh: typeof en = {
  tunnels: {
    tor: "Tor",
    vpn: "VPN",
    proxy: "代理",
    relay: "专用代理",
    hosting: "疑似 VPN 或代理",
  },
  parts: { ipv4: "IPv4", ipv6: "IPv6", dns: "DNS", webrtc: "WebRTC" },
  states: {
    ok: "正常",
    leak: "泄漏",
    unsure: "不确定",
    none: "无",
    untested: "未测试",
    running: "检测中……",
    own: "可见",
  },
  headline: {
    running: "正在检测……",
    leak_one: "{parts} 绕过了 {tunnel}：网站看到的是 {networks}。",
    leak_many: "{parts} 绕过了 {tunnel}：网站看到的是 {networks}。",
    leak_dns: "DNS 查询绕过了 {tunnel}：查询来自 {networks}。",
    leak_webrtc: "WebRTC 绕过了 {tunnel}：网站可以看到 {networks}。",
    protected: "未发现泄漏：网站看到的是 {tunnel}（{networks}）。",
    protected_hosting:
      "未发现泄漏：网站看到的是托管网络，可能是 VPN 或代理（{networks}）。",
    partial_unsure: "未发现泄漏，但 {unsure} 可能绕过了 {tunnel}。",
    partial_untested: "未发现泄漏。未测试：{untested}。",
    partial_both:
      "未发现泄漏，但 {unsure} 可能绕过了 {tunnel}。未测试：{untested}。",
    no_tunnel: "网站看到的是你自己的网络：{networks}。",
    no_exit: "未能检测：没有发现你的公网地址。",
    unknown: "无法判断你的地址属于哪个网络。",
  },
  reasons: {
    through_tunnel: "经 {tunnel} 流出。",
    through_tunnel_hosting: "经托管网络流出，可能是 VPN 或代理。",
    own_connection: "使用你自己的网络。",
    own_connection_dns: "没有可以绕过的 VPN。",
    own_connection_webrtc: "网站可以由此看到这个地址。",
    outside_tunnel: "没有经过 {tunnel}。",
    site_outside: "访问 {site} 没有经过 {tunnel}。",
    same_network: "与 {tunnel} 同属一个网络，但不是其已知出口。",
    unknown_network: "所属网络未知，可能是你自己的网络。",
    public_dns: "由 {service} 解析，而不是 {tunnel}。",
    other_hosting: "位于另一个托管网络，不属于 {tunnel}。",
    no_exit: "没有可供比较的出口。",
    none_exit: "没有 {part} 连接：无法访问检测主机。",
    none_webrtc: "浏览器没有提供任何地址。",
    unsupported: "浏览器没有 WebRTC，或已将其关闭。",
    private_address:
      "本服务器看到的是私有地址 {ip}：你与它在同一网络，或经过了它不信任的代理。",
    stun_silent: "STUN 服务器没有响应。",
    failed: "请求失败：检测主机可能不存在或没有响应。",
    failed_webrtc: "WebRTC 出错。",
    timed_out: "未及时响应。",
    timed_out_dns: "未收到你的解析器的查询。",
    timed_out_webrtc: "WebRTC 未能及时完成。",
    blocked: "被浏览器或扩展程序拦截。",
    not_offered: "本服务器未提供此项检测。",
    stopped: "你停止了检测，或触发了限流。",
  },
  fixes: {
    ipv4: "让 VPN 承载 IPv4，或换用支持 IPv4 的 VPN。",
    ipv6: "在 VPN 中启用 IPv6；如果 VPN 不支持，请在本设备上关闭 IPv6。",
    dns: "启用 VPN 自带的 DNS，并关闭浏览器的安全 DNS 和自行设置的解析器。",
    webrtc: "在 VPN 扩展程序或浏览器中开启 WebRTC 防泄漏，或禁用 WebRTC。",
    site_outside: "删除让此站点绕行的规则。",
    public_dns: "如果是你自己选择的，则没有问题；否则请启用 VPN 自带的 DNS。",
    no_tunnel: "如果你在使用 VPN，请检查它是否已连接：本服务器没有识别出 VPN。",
    no_exit:
      "请检查网络连接，以及浏览器或扩展程序是否拦截了请求，然后重新开始。",
    unknown: "如果你在使用 VPN，请将下面的地址与 VPN 提供商的地址进行比较。",
  },
  notes: {
    title: "说明",
    hostingOnly: "本服务器没有 VPN、代理或 Tor 出口名单，只能识别托管网络。",
    familyCountries:
      "IPv4（{country4}）与 IPv6（{country6}）从不同的国家或地区流出。",
    familyNetworks: "IPv4 与 IPv6 从两个网络流出：{exit4}、{exit6}。",
    dnsCountry: "DNS 查询与流量从不同的国家或地区流出：{resolvers}。",
    dnsNetwork: "DNS 查询从同一国家或地区的另一个网络流出：{resolvers}。",
    webRtc: "WebRTC 暴露了其他探测未发现的公网地址：{addresses}。",
    inner: "WebRTC 暴露了本机的私有地址：{addresses}。",
    more: "另外 {count} 个",
    nat64:
      "所在网络使用 NAT64（通常配合 DNS64）：访问仅有 IPv4 的服务器时，网络会将 IPv6 流量转换为 IPv4，对方看到的地址是 {address}。",
    site: "{site} 看到的地址与本服务看到的不同：{address}。",
    untested: "本服务器未提供：{probes}。",
  },
  nat: {
    independent:
      "NAT 对两个 STUN 服务器使用同一个公网端口，与端点无关映射的行为一致，与其他浏览器通常能直接连接。",
    dependent:
      "NAT 对每个 STUN 服务器使用不同的公网端口（地址或端口相关映射），与其他浏览器可能无法直接连接。",
    none:
      "WebRTC 未显示 NAT：两个 STUN 服务器看到的就是本机地址，或浏览器隐藏了它们看到的地址。",
  },
  untested: {
    blocked: "请求被浏览器或扩展程序拦截",
    not_configured: "本服务器未提供",
    stopped: "你停止了检测，或触发了限流",
    failed: "请求失败，且主机可能不存在",
    unsupported: "浏览器不支持",
  },
  byStun: "WebRTC（STUN）",
  natMapping: "NAT 行为",
  nat64: "NAT64",
};

/** The texts of the verdict. */
export const egressVerdictTexts: Catalogue<typeof en> = { en, zh };
