import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/shared/egress/empty_report.ts";
import { readiness } from "../../../../lib/shared/egress/readiness.ts";
import { reportJson } from "../../../../lib/shared/egress/report_json.ts";
import { egressTexts } from "../../../../lib/shared/texts/egress.ts";
import { reportOf, V4, V6, wholeSetup } from "./reports.ts";

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
  is_hosting: false,
  is_proxy: false,
});

Deno.test("reportJson - is the report in snake_case with what it means", () => {
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
    places: [place(V4), place(V6)],
    readiness: {
      score: 10,
      tests: readiness(report, en).tests,
      preferred: 6,
    },
    verdicts: [
      {
        tone: "good",
        sentence: "IPv4 and IPv6 leave through the same network (Germany).",
      },
      {
        tone: "good",
        sentence: "DNS leaves through the same network as the traffic.",
      },
      {
        tone: "good",
        sentence: "WebRTC shows no public address that the other probes don't.",
      },
    ],
  });
});

Deno.test("reportJson - has no time before the start", () => {
  const { started_at, places, verdicts } = JSON.parse(
    reportJson(emptyReport(wholeSetup), en),
  );
  assert.deepEqual({ started_at, places, verdicts }, {
    started_at: null,
    places: [],
    verdicts: [],
  });
});
