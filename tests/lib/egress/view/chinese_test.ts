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
import chineseText from "./report_in_chinese.txt" with { type: "text" };

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
  assert.equal(reportText(report, zh), chineseText);
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
