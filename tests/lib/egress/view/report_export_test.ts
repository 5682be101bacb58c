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
    `\
No leak found: sites see a hosting network, probably a VPN or proxy (Hetzner Online GmbH, Germany).
- IPv4: OK. It leaves through a hosting network, probably a VPN or proxy.
- IPv6: OK. It leaves through a hosting network, probably a VPN or proxy.
- DNS: OK. It leaves through a hosting network, probably a VPN or proxy.
- WebRTC: OK. It leaves through a hosting network, probably a VPN or proxy.

Leak test report, 2026-11-21 12:00 UTC

Exit addresses and resolvers
- IPv4 exit (IPv4-only host): 5.9.1.2, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 30 ms
- IPv6 exit (IPv6-only host): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 32 ms
- Preferred exit (dual-stack host: your browser chooses): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 35 ms
- Large response (same host, more than one packet): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 40 ms
- IPv6 literal (address in the URL, no DNS lookup): timed out, 3.0 s
- DNS resolver (queries over UDP): 5.9.1.2, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 100 ms
- DNS over IPv6 (IPv6-only name server): 2a01:4f8:1:2::3, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 100 ms

Sites
- site.test (doesn't report your address): reached, 100 ms

WebRTC candidates
- Host (UDP, port 50000): 4f1c.local, hidden by the browser, 100 ms
- Server reflexive (UDP, port 50000): 5.9.1.2, public address, Falkenstein, Germany, AS24940 Hetzner Online GmbH, 100 ms

IPv6 readiness: 9 of 10; the browser reached the site over IPv6
- IPv4 exit: good. IPv4 works.
- IPv6 exit: good. IPv6 works.
- Preferred exit: good. Reached over IPv6.
- Large response: good. Large responses arrive over IPv6.
- IPv6 literal: bad. No response, although IPv6 works with a host name.
- DNS over IPv6: good. Your resolver can reach IPv6-only name servers.
`,
  );
});

Deno.test("reportText - is short without results", () => {
  const setup = { ...wholeSetup, sites: [], probeZone: null };
  assert.equal(
    reportText(emptyReport(setup), enText),
    `\
Nothing was tested: no public address of yours was found.
Check your connection, and whether your browser or an extension blocks requests. Then start again.
- IPv4: Not tested. The request failed: the test host may not exist or not respond.
- IPv6: Not tested. The request failed: the test host may not exist or not respond.
- DNS: Not tested. This server does not offer the test.
- WebRTC: Not tested. WebRTC ended with an error.

Leak test report, not started

Exit addresses and resolvers
- IPv4 exit (IPv4-only host): not started
- IPv6 exit (IPv6-only host): not started
- Preferred exit (dual-stack host: your browser chooses): not started
- Large response (same host, more than one packet): not started
- IPv6 literal (address in the URL, no DNS lookup): not started
- DNS resolvers: not configured
- DNS over IPv6 (IPv6-only name server): not configured

WebRTC candidates
- WebRTC: not started

IPv6 readiness: not scored
- IPv4 exit: untested. Not tested yet.
- IPv6 exit: untested. Not tested yet.
- Preferred exit: untested. Not tested yet.
- Large response: untested. Not tested yet.
- IPv6 literal: untested. Not tested yet.
- DNS over IPv6: untested. This server does not offer the test.

Notes
- Not offered by this server: DNS resolvers and DNS over IPv6.
`,
  );
});
