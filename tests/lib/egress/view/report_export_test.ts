import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { readiness } from "../../../../lib/egress/view/readiness.ts";
import {
  reportJson,
  reportText,
} from "../../../../lib/egress/view/report_export.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import { ended, reportOf, V4, V6, wholeSetup } from "./reports.ts";
import wholeText from "./report.txt" with { type: "text" };
import emptyText from "./report_without_results.txt" with { type: "text" };

const { en } = egressTexts;

const found = (value: unknown, elapsed_ms = 100) => ({
  state: "found",
  value,
  elapsed_ms,
});
const exit = (family: 4 | 6, elapsed_ms: number) =>
  found({ ip: family === 4 ? V4 : V6, family }, elapsed_ms);
const udp = { protocol: "udp", port: 50000 };
const place = (ip: string) => ({
  ip,
  country: "Germany",
  country_code: "DE",
  region: "Saxony",
  city: "Falkenstein",
  latitude: 50.48,
  longitude: 12.37,
  asn: 24940,
  organization: "Hetzner Online GmbH",
  kind: "hosting",
  tunnel: null,
  public_dns: null,
  is_country_sure: true,
  is_registered: false,
  unchecked: [],
});

Deno.test("reportJson - has the report in snake_case and its verdict", () => {
  const report = reportOf();
  const text = reportJson(report, en);
  const reason =
    "It leaves through a hosting network, probably a VPN or proxy.";
  const ok = { state: "ok", reason };
  assert.equal(text, JSON.stringify(JSON.parse(text), null, 2) + "\n");
  assert.deepEqual(JSON.parse(text), {
    started_at: "2026-11-21T12:00:00.000Z",
    exits: {
      v4: exit(4, 30),
      v6: exit(6, 32),
      dual: exit(6, 35),
      large: exit(6, 40),
      literal: exit(6, 31),
    },
    resolvers: found([{ ip: V4, family: 4, protocol: "udp", subnet: null }]),
    resolvers_v6: found([{ ip: V6, family: 6, protocol: "udp", subnet: null }]),
    sites: [{ url: "https://site.test", probe: found({ exit: null }) }],
    candidates: found([
      { ...udp, type: "host", address: "4f1c.local", is_hidden: true },
      { ...udp, type: "srflx", address: V4, is_hidden: false },
    ]),
    nat_mapping: { state: "idle" },
    nat64: { state: "idle" },
    places: [place(V4), place(V6)],
    readiness: { score: 10, tests: readiness(report, en).tests, preferred: 6 },
    verdict: {
      state: "protected",
      headline:
        "No leak found: sites see a hosting network, probably a VPN or proxy (Hetzner Online GmbH, Germany).",
      parts: {
        ipv4: { ...ok, addresses: [V4] },
        ipv6: { ...ok, addresses: [V6] },
        dns: { ...ok, addresses: [V4] },
        webrtc: { ...ok, addresses: [V4] },
      },
    },
  });
});

Deno.test("reportJson - has no time before the start", () => {
  const { started_at, places, verdict } = JSON.parse(
    reportJson(emptyReport(wholeSetup), en),
  );
  assert.deepEqual([started_at, places, verdict.state], [null, [], "untested"]);
});

Deno.test("reportText - has every result", () => {
  const report = reportOf({ exits: { literal: ended("timed_out", 3000) } });
  assert.equal(reportText(report, en), wholeText);
});

Deno.test("reportText - is short without results", () => {
  const setup = { ...wholeSetup, sites: [], probeZone: null };
  assert.equal(reportText(emptyReport(setup), en), emptyText);
});
