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

const exit = (family: 4 | 6, elapsed_ms: number) => ({
  state: "found",
  value: { ip: family === 4 ? V4 : V6, family },
  elapsed_ms,
});
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
  is_registered: false,
  unchecked: [],
});

Deno.test("reportJson - has the report in snake_case and its verdict", () => {
  const report = reportOf();
  const text = reportJson(report, en);
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
    resolvers: {
      state: "found",
      value: [{ ip: V4, family: 4, protocol: "udp", subnet: null }],
      elapsed_ms: 100,
    },
    resolvers_v6: {
      state: "found",
      value: [{ ip: V6, family: 6, protocol: "udp", subnet: null }],
      elapsed_ms: 100,
    },
    sites: [{
      url: "https://site.test",
      probe: { state: "found", value: { exit: null }, elapsed_ms: 100 },
    }],
    candidates: {
      state: "found",
      value: [
        {
          type: "host",
          protocol: "udp",
          address: "4f1c.local",
          port: 50000,
          is_hidden: true,
        },
        {
          type: "srflx",
          protocol: "udp",
          address: V4,
          port: 50000,
          is_hidden: false,
        },
      ],
      elapsed_ms: 100,
    },
    nat_mapping: { state: "idle" },
    nat64: { state: "idle" },
    places: [place(V4), place(V6)],
    readiness: { score: 10, tests: readiness(report, en).tests, preferred: 6 },
    verdict: {
      state: "protected",
      headline:
        "No leak found: sites see a hosting network, probably a VPN or proxy (Hetzner Online GmbH, Germany).",
      parts: Object.fromEntries(
        Object.entries({ ipv4: [V4], ipv6: [V6], dns: [V4], webrtc: [V4] })
          .map(([name, addresses]) => [name, {
            state: "ok",
            reason:
              "It leaves through a hosting network, probably a VPN or proxy.",
            addresses,
          }]),
      ),
    },
  });
});

Deno.test("reportJson - has no time before the start", () => {
  const { started_at, places, verdict } = JSON.parse(
    reportJson(emptyReport(wholeSetup), en),
  );
  assert.deepEqual([started_at, places, verdict.state], [null, [], "untested"]);
});

const { en: enText } = egressTexts;

Deno.test("reportText - has every result", () => {
  const report = reportOf({ exits: { literal: ended("timed_out", 3000) } });
  assert.equal(
    reportText(report, enText),
    wholeText,
  );
});

Deno.test("reportText - is short without results", () => {
  const setup = { ...wholeSetup, sites: [], probeZone: null };
  assert.equal(
    reportText(emptyReport(setup), enText),
    emptyText,
  );
});
