import assert from "node:assert/strict";
import { emptyReport } from "../../../../lib/shared/egress/empty_report.ts";
import { reportText } from "../../../../lib/shared/egress/report_text.ts";
import { egressTexts } from "../../../../lib/shared/texts/egress.ts";
import { ended, reportOf, wholeSetup } from "./reports.ts";

const { en } = egressTexts;

Deno.test("reportText - is all that was found", () => {
  const report = reportOf({ exits: { literal: ended("timed_out", 3000) } });
  assert.equal(
    reportText(report, en),
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
    reportText(emptyReport(setup), en),
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
