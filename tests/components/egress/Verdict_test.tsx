import assert from "node:assert/strict";
import { Readiness, VerdictCard } from "../../../components/egress/Verdict.tsx";
import { emptyReport } from "../../../lib/egress/view/report.ts";
import { egressTexts } from "../../../lib/egress/view/texts.ts";
import { reportOf, wholeSetup } from "../../lib/egress/view/reports.ts";
import {
  reportIn,
  SCENARIOS,
} from "../../lib/egress/view/verdict/scenarios.ts";
import { markup } from "./markup.ts";

const report = reportIn(SCENARIOS[1]);
const { en, zh } = egressTexts;

Deno.test("VerdictCard - has the whole, its sentence, and a tile for each part", () => {
  const html = markup(<VerdictCard report={report} texts={en} isFinal />);
  assert.equal(
    html,
    '<div class="verdict" data-verdict="leak">' +
      '<p class="headline"><span class="verdict-icon" aria-hidden="true">!</span>' +
      "<strong>Your DNS queries bypass your VPN: they come from Deutsche Telekom AG, Germany.</strong></p>" +
      '<ul class="tiles">' +
      '<li class="tile" data-tile="ipv4" data-state="ok"><p class="tile-name">IPv4 <strong>OK</strong></p>' +
      '<p class="tile-network"><img class="flag" src="/flags/de.svg" alt width="21" height="14"/>M247, Germany</p>' +
      "<p>It leaves through your VPN.</p></li>" +
      '<li class="tile" data-tile="ipv6" data-state="none"><p class="tile-name">IPv6 <strong>None</strong></p>' +
      "<p>The test host is out of reach over IPv6: you have no IPv6, or something blocks the request.</p></li>" +
      '<li class="tile" data-tile="dns" data-state="leak"><p class="tile-name">DNS <strong>Leak</strong></p>' +
      '<p class="tile-network"><img class="flag" src="/flags/de.svg" alt width="21" height="14"/>Deutsche Telekom AG, Germany</p>' +
      "<p>It does not go through your VPN.</p>" +
      '<p class="tile-fix">Turn on the VPN\'s own DNS, and turn off secure DNS in the browser and resolvers that you set yourself.</p></li>' +
      '<li class="tile" data-tile="webrtc" data-state="ok"><p class="tile-name">WebRTC <strong>OK</strong></p>' +
      '<p class="tile-network"><img class="flag" src="/flags/de.svg" alt width="21" height="14"/>M247, Germany</p>' +
      "<p>It leaves through your VPN.</p></li>" + "</ul></div>",
  );
});

Deno.test("VerdictCard - judges nothing before the end", () => {
  const html = markup(
    <VerdictCard report={report} texts={en} isFinal={false} />,
  );
  assert.doesNotMatch(html, /data-verdict|Leak|OK/);
  assert.equal(html.match(/data-state="running"/g)?.length, 4);
  assert.match(html, /<strong>Testing…<\/strong><\/p><ul/);
});

Deno.test("VerdictCard - calls an own connection by its name", () => {
  const own = reportIn(SCENARIOS[6]);
  const html = markup(<VerdictCard report={own} texts={zh} isFinal />);
  assert.match(
    html,
    /data-tile="ipv4" data-state="ok"><p class="tile-name">IPv4 <strong>可见</,
  );
});

Deno.test("Readiness - has the score, and a sentence for each configured test", () => {
  const html = markup(<Readiness report={reportOf()} texts={en} />);
  assert.match(
    html,
    /^<p class="score"><strong>10<\/strong> <span>out of 10 for IPv6\.<\/span><span>Your browser reached this site over IPv6\.<\/span><\/p>/,
  );
  assert.equal(html.match(/<li class="tone tone-good">/g)?.length, 6);
  assert.match(
    html,
    /<strong>Good<\/strong> <span><b>IPv4 exit\.<\/b> IPv4 works\.<\/span>/,
  );
  const setup = { ...wholeSetup, v6Origin: null, hasV6NameServer: false };
  const none = emptyReport(setup);
  const rest = markup(<Readiness report={none} texts={en} />);
  assert.match(rest, /^<p class="score"><span>No IPv6 score\.<\/span><\/p>/);
  const labels = [...rest.matchAll(/<b>([^<]*)<\/b>/g)];
  assert.deepEqual(labels.map(([, label]) => label), [
    ...["IPv4 exit.", "Preferred exit.", "Large response.", "IPv6 literal."],
  ]);
});

Deno.test("Readiness - is in the page's language", () => {
  const html = markup(<Readiness report={reportOf()} texts={zh} />);
  assert.match(
    html,
    /<strong>正常<\/strong> <span><b>IPv4 出口：<\/b>IPv4 正常。<\/span>/,
  );
});
