import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { readiness } from "../../../../lib/egress/view/readiness.ts";
import {
  reportJson,
  reportText,
} from "../../../../lib/egress/view/report_export.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import { ended, reportOf, V4, V6, wholeSetup } from "./reports.ts";

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

const { en: enText } = egressTexts;

Deno.test("reportText - is all that was found", () => {
  const report = reportOf({ exits: { literal: ended("timed_out", 3000) } });
  assert.equal(
    reportText(report, enText),
    `\
Egress report, 2026-11-21 12:00 UTC

Exits and resolvers
- IPv4 exit (a host with IPv4 alone): 5.9.1.2, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 30 ms
- IPv6 exit (a host with IPv6 alone): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 32 ms
- Preferred exit (a host with both: your browser chooses): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 35 ms
- Large answer (the same host, more than one packet): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 40 ms
- Literal IPv6 (an address in the URL: no name to resolve): timed out, 3.0 s
- DNS resolver (asks over UDP): 5.9.1.2, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 100 ms
- DNS over IPv6 (a name server with IPv6 alone): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 100 ms

Sites
- site.test (does not tell which address it saw): reached, 100 ms

WebRTC candidates
- Host (UDP, port 50000): 4f1c.local, hidden by the browser, 100 ms
- Server reflexive (UDP, port 50000): 5.9.1.2, public address, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 100 ms

IPv6 readiness: 9 of 10; the browser prefers IPv6
- IPv4 exit: good. IPv4 works.
- IPv6 exit: good. IPv6 works.
- Preferred exit: good. Reached over IPv6.
- Large answer: good. Arrived over IPv6: path MTU discovery works.
- Literal IPv6: bad. No answer, although IPv6 works by name.
- DNS over IPv6: good. Your resolver reaches a name server with IPv6 alone.

Verdict
- IPv4 and IPv6 leave through the same network (Germany).
- DNS leaves through the same network as the traffic.
- WebRTC shows no public address that the other probes don't.
`,
  );
});

Deno.test("reportText - is short where nothing was tested", () => {
  const setup = { ...wholeSetup, sites: [], probeZone: null };
  assert.equal(
    reportText(emptyReport(setup), enText),
    `\
Egress report, not started

Exits and resolvers
- IPv4 exit (a host with IPv4 alone): not started
- IPv6 exit (a host with IPv6 alone): not started
- Preferred exit (a host with both: your browser chooses): not started
- Large answer (the same host, more than one packet): not started
- Literal IPv6 (an address in the URL: no name to resolve): not started
- DNS resolvers: not configured
- DNS over IPv6 (a name server with IPv6 alone): not configured

WebRTC candidates
- WebRTC: not started

IPv6 readiness: not scored
- IPv4 exit: untested. Not tested yet.
- IPv6 exit: untested. Not tested yet.
- Preferred exit: untested. Not tested yet.
- Large answer: untested. Not tested yet.
- Literal IPv6: untested. Not tested yet.
- DNS over IPv6: untested. Not tested: the operator of this service has not set it up.
`,
  );
});
