import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { mapDrawing } from "../../../../lib/egress/view/map.ts";
import { placeText } from "../../../../lib/egress/view/address_text.ts";
import {
  reportJson,
  reportText,
} from "../../../../lib/egress/view/report_export.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import {
  ended,
  found,
  inParis,
  placeOf,
  reportOf,
  resolver,
  V4,
  wholeSetup,
} from "./reports.ts";

const { en, zh } = egressTexts;
const PARIS = "90.84.1.1";

Deno.test("reportText - is in the page's language", () => {
  const report = reportOf({
    exits: { literal: ended("timed_out", 3000), large: ended("stopped", 90) },
    resolvers: found([
      resolver(V4, { subnet: "5.9.1.0/24" }),
      resolver(V4, { protocol: "tcp", subnet: "5.9.2.0/24" }),
    ]),
  });
  assert.equal(
    reportText(report, zh),
    `\
未发现泄漏：网站看到的是托管网络，可能是 VPN 或代理（Hetzner Online GmbH，德国）。
- IPv4：正常。经托管网络流出，可能是 VPN 或代理。
- IPv6：正常。经托管网络流出，可能是 VPN 或代理。
- DNS：正常。经托管网络流出，可能是 VPN 或代理。
- WebRTC：正常。经托管网络流出，可能是 VPN 或代理。

泄漏检测报告，2026-11-21 12:00 UTC

出口地址与解析器
- IPv4 出口（仅有 IPv4 的主机）：5.9.1.2，德国 Falkenstein，AS24940 Hetzner Online GmbH，30 ms
- IPv6 出口（仅有 IPv6 的主机）：2a01:4f8:1:2::3，德国 Falkenstein，AS24940 Hetzner Online GmbH，32 ms
- 首选出口（双栈主机：由浏览器选择）：2a01:4f8:1:2::3，德国 Falkenstein，AS24940 Hetzner Online GmbH，35 ms
- 大响应（同一主机，响应超过一个数据包）：已停止，90 ms
- IPv6 字面地址（URL 中直接使用地址，无需解析域名）：超时，3.0 s
- DNS 解析器（通过 UDP、TCP 查询，携带子网 5.9.1.0/24、5.9.2.0/24）：5.9.1.2，德国 Falkenstein，AS24940 Hetzner Online GmbH，100 ms
- IPv6 DNS 解析（仅有 IPv6 的权威服务器）：2a01:4f8:1:2::3，德国 Falkenstein，AS24940 Hetzner Online GmbH，100 ms

站点
- site.test（未返回你的地址）：可达，100 ms

WebRTC 候选
- 主机（UDP，端口 50000）：4f1c.local，浏览器已隐藏，100 ms
- 服务器反射（UDP，端口 50000）：5.9.1.2，公网地址，德国 Falkenstein，AS24940 Hetzner Online GmbH，100 ms

IPv6 就绪度：9 / 10 分；浏览器经 IPv6 访问了本站
- IPv4 出口：正常。IPv4 正常。
- IPv6 出口：正常。IPv6 正常。
- 首选出口：正常。经 IPv6 到达。
- 大响应：未测试。你停止了检测，或触发了限流。
- IPv6 字面地址：失败。无响应，但通过域名可以使用 IPv6。
- IPv6 DNS 解析：正常。你的解析器能够访问仅有 IPv6 的权威服务器。
`,
  );
  assert.match(
    reportText(emptyReport(wholeSetup), zh),
    /\n泄漏检测报告，未开始\n[^]*\nIPv6 就绪度：未评分\n/,
  );
});

Deno.test("reportJson - has Chinese sentences under the same keys", () => {
  const report = reportOf();
  const [english, chinese] = [en, zh].map((texts) =>
    JSON.parse(reportJson(report, texts))
  );
  assert.deepEqual(Object.keys(chinese), Object.keys(english));
  for (const key of ["exits", "resolvers", "sites", "candidates", "places"]) {
    assert.deepEqual(chinese[key], english[key], key);
  }
  assert.equal(chinese.verdict.state, english.verdict.state);
  assert.equal(
    chinese.verdict.headline,
    "未发现泄漏：网站看到的是托管网络，可能是 VPN 或代理（Hetzner Online GmbH，德国）。",
  );
});

Deno.test("placeText - has the country's Chinese name and the town's own", () => {
  const cases: [Parameters<typeof placeOf>[1], string | null][] = [
    [{}, "德国 Falkenstein"],
    [{ city: null, region: null }, "德国"],
    [{ city: "Singapore", country: "Singapore", countryCode: "SG" }, "新加坡"],
    // Not a country's code.
    [{ country: "Elsewhere", countryCode: "QQ" }, "Elsewhere Falkenstein"],
    [{ country: null, countryCode: null }, "Falkenstein"],
    [{ city: null, region: null, country: null, countryCode: null }, null],
  ];
  for (const [known, text] of cases) {
    assert.equal(placeText(placeOf(V4, known), zh), text);
  }
});

Deno.test("mapDrawing - labels its dots in Chinese", () => {
  const site = { exit: { ip: PARIS, family: 4 as const } };
  const report = reportOf({
    sites: [{ url: "https://site.test", probe: found(site) }],
    places: [placeOf(PARIS, inParis)],
  });
  assert.deepEqual(mapDrawing(report, zh).marks.map(({ text }) => text), [
    "IPv4、IPv6、DNS、WebRTC：德国 Falkenstein",
    "站点：法国 Paris",
  ]);
});
