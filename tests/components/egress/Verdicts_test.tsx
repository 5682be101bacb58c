import assert from "node:assert/strict";
import { Readiness, Verdicts } from "../../../components/egress/Verdicts.tsx";
import {
  type EgressReport,
  emptyReport,
} from "../../../lib/egress/view/report.ts";
import { ended, reportOf, wholeSetup } from "../../lib/egress/view/reports.ts";
import { egressTexts } from "../../../lib/egress/view/texts.ts";
import { markup } from "./markup.ts";

const empty = emptyReport(wholeSetup);

const render = (
  report: EgressReport,
  { texts = egressTexts.en, isRunning = false } = {},
) => markup(<Verdicts report={report} texts={texts} isRunning={isRunning} />);

Deno.test("Verdicts - have a headline, the score and a text for their tone", () => {
  const report = reportOf({
    resolvers: ended("none"),
    candidates: ended("blocked"),
  });
  assert.equal(
    render(report),
    '<p class="headline tone-good"><strong>No leak found.</strong></p>' +
      '<p class="score"><strong>10</strong> <span>out of 10 for IPv6</span><span class="score-preferred">Your browser prefers IPv6.</span></p>' +
      '<ul class="verdicts">' +
      '<li class="tone tone-good"><strong>Good</strong> <span>IPv4 and IPv6 exit through the same network (Germany).</span></li>' +
      '<li class="tone tone-info"><strong>Note</strong> <span>Not tested because your browser or an extension blocked the request: WebRTC.</span></li>' +
      "</ul>",
  );
});

Deno.test("Verdicts - state that nothing is tested yet, and what is not configured", () => {
  assert.equal(
    render(empty),
    '<p class="headline tone-info"><strong>Start the test to see if anything leaks.</strong></p>' +
      '<p class="score"><span>No IPv6 score yet.</span></p>' +
      '<ul class="verdicts"></ul>',
  );
  const bare = emptyReport({ ...wholeSetup, v4Origin: null, stunUrls: [] });
  assert.match(
    render(bare),
    /<span>Not tested because this server doesn't offer it: IPv4 exit, WebRTC with STUN and NAT behaviour\.<\/span>/,
  );
});

Deno.test("Verdicts - promise nothing while tests run", () => {
  assert.match(
    render(reportOf(), { isRunning: true }),
    /^<p class="headline tone-info"><strong>Testing…<\/strong>/,
  );
});

Deno.test("Readiness - has a sentence for each configured test", () => {
  const html = markup(<Readiness report={reportOf()} texts={egressTexts.en} />);
  assert.equal(html.match(/<li class="tone tone-good">/g)?.length, 6);
  assert.match(
    html,
    /<strong>Good<\/strong> <span><b>IPv4 exit\.<\/b> IPv4 works\.<\/span>/,
  );
  const setup = { ...wholeSetup, v6Origin: null, hasV6NameServer: false };
  const rest = markup(
    <Readiness report={emptyReport(setup)} texts={egressTexts.en} />,
  );
  assert.deepEqual(
    [...rest.matchAll(/<b>([^<]*)<\/b>/g)].map(([, label]) => label),
    ["IPv4 exit.", "Preferred exit.", "Large response.", "IPv6 literal."],
  );
});

Deno.test("Readiness - is in the page's language", () => {
  const html = markup(<Readiness report={reportOf()} texts={egressTexts.zh} />);
  assert.match(
    html,
    /<strong>正常<\/strong> <span><b>IPv4 出口：<\/b>IPv4 正常。<\/span>/,
  );
});

Deno.test("Verdicts - have a Chinese text for their tone", () => {
  const report = reportOf({ resolvers: ended("none") });
  const html = render(report, { texts: egressTexts.zh });
  assert.match(
    html,
    /<strong>未发现泄漏。<\/strong><\/p><p class="score"><strong>10<\/strong> <span>\/ 10 分（IPv6 就绪度）<\/span><span class="score-preferred">浏览器优先使用 IPv6。<\/span>/,
  );
  assert.match(
    html,
    /<strong>正常<\/strong> <span>IPv4 与 IPv6 从同一网络流出（德国）。<\/span>/,
  );
});
