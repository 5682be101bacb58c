import assert from "node:assert/strict";
import {
  exposition,
  histogramSamples,
  watchLoopLag,
} from "../../../../lib/app/metrics/exposition.ts";

Deno.test("watchLoopLag - returns the longest delay since the last call, including the current one", () => {
  let nowMs = 0;
  using lag = watchLoopLag(() => nowMs);
  assert.equal(lag.takeMaxSeconds(), 0);
  // The timer was due at 500 and has not run.
  nowMs = 800;
  assert.equal(lag.takeMaxSeconds(), 0.3);
  nowMs = 400;
  assert.equal(lag.takeMaxSeconds(), 0);
});

Deno.test("exposition - writes help, type and a line per sample", () => {
  assert.equal(
    exposition([
      {
        name: "asked_total",
        help: "Questions.",
        type: "counter",
        read: () => [
          { value: 3, labels: { who: 'a"b\\c\nd', how: "x" } },
          { value: 0.5 },
        ],
      },
      { name: "none", help: "Nothing.", type: "gauge", read: () => [] },
    ]),
    `# HELP asked_total Questions.
# TYPE asked_total counter
asked_total{who="a\\"b\\\\c\\nd",how="x"} 3
asked_total 0.5
# HELP none Nothing.
# TYPE none gauge
`,
  );
});

Deno.test("histogramSamples - count cumulatively", () => {
  const read = () =>
    histogramSamples([0.1, 1], {
      labels: { kind: "a" },
      counts: [2, 3, 4],
      sum: 9.5,
    });
  assert.equal(
    exposition([{ name: "time", help: "Time.", type: "histogram", read }]),
    `# HELP time Time.
# TYPE time histogram
time_bucket{kind="a",le="0.1"} 2
time_bucket{kind="a",le="1"} 5
time_bucket{kind="a",le="+Inf"} 9
time_sum{kind="a"} 9.5
time_count{kind="a"} 9
`,
  );
});
