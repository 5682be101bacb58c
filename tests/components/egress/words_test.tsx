import assert from "node:assert/strict";
import { Readiness, Verdicts } from "../../../components/egress/Verdicts.tsx";
import { emptyReport } from "../../../lib/egress/view/report.ts";
import { ended, reportOf, wholeSetup } from "../../lib/egress/view/reports.ts";
import { egressTexts } from "../../../lib/egress/view/texts.ts";
import { markup } from "./markup.ts";

const empty = emptyReport(wholeSetup);

Deno.test("Verdicts - have a text for their tone", () => {
  const report = reportOf({
    resolvers: ended("none"),
    candidates: ended("blocked"),
  });
  assert.equal(
    markup(<Verdicts report={report} texts={egressTexts.en} />),
    '<ul class="verdicts">' +
      '<li class="tone tone-good"><strong>Good</strong> <span>IPv4 and IPv6 exit through the same network (Germany).</span></li>' +
      '<li class="tone tone-info"><strong>Note</strong> <span>Not tested because your browser or an extension blocked the request: WebRTC.</span></li>' +
      "</ul>",
  );
});

Deno.test("Verdicts - say that there are none yet", () => {
  assert.equal(
    markup(<Verdicts report={empty} texts={egressTexts.en} />),
    '<p class="empty">Start the test to see conclusions.</p>',
  );
  assert.equal(
    markup(
      <Verdicts report={{ ...empty, startedAtMs: 1 }} texts={egressTexts.en} />,
    ),
    '<p class="empty">No conclusions yet.</p>',
  );
});

Deno.test("Readiness - shows a score, and a sentence for each test", () => {
  const html = markup(<Readiness report={reportOf()} texts={egressTexts.en} />);
  assert.match(
    html,
    /<p class="score"><strong>10<\/strong> <span>out of 10<\/span><span class="score-preferred">Your browser prefers IPv6\.<\/span><\/p>/,
  );
  assert.equal(html.match(/<li class="tone tone-good">/g)?.length, 6);
  assert.match(
    html,
    /<strong>Good<\/strong> <span><b>IPv4 exit\.<\/b> IPv4 works\.<\/span>/,
  );
});

Deno.test("Readiness - shows a dash for an unknown score", () => {
  const html = markup(<Readiness report={empty} texts={egressTexts.en} />);
  assert.match(
    html,
    /<strong>–<\/strong> <span>out of 10<\/span><span class="score-preferred">It is not yet known whether your browser prefers IPv4 or IPv6\.<\/span>/,
  );
  assert.equal(html.match(/<li class="tone tone-info">/g)?.length, 6);
});

Deno.test("Readiness - is in the page's language", () => {
  const html = markup(<Readiness report={reportOf()} texts={egressTexts.zh} />);
  assert.match(
    html,
    /<strong>10<\/strong> <span>\/ 10 分<\/span><span class="score-preferred">浏览器优先使用 IPv6。<\/span>/,
  );
  assert.match(
    html,
    /<strong>正常<\/strong> <span><b>IPv4 出口：<\/b>IPv4 正常。<\/span>/,
  );
});

Deno.test("Verdicts - have a Chinese text for their tone", () => {
  const report = reportOf({ resolvers: ended("none") });
  assert.match(
    markup(<Verdicts report={report} texts={egressTexts.zh} />),
    /<strong>正常<\/strong> <span>IPv4 与 IPv6 从同一网络流出（德国）。<\/span>/,
  );
});
