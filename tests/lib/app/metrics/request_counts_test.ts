import assert from "node:assert/strict";
import {
  histogramSamples,
  LATENCY_BOUNDS,
  metricText,
  RequestCounts,
  rootGroupOf,
  watchLoopLag,
  watchRequests,
} from "../../../../lib/app/metrics/request_counts.ts";
import { FinalResponse } from "../../../../lib/http/compression.ts";
import { routeGroupOf } from "../../../../lib/http/url_rows.ts";
import { ROUTE_GROUPS } from "../../../../lib/http/url_table.ts";
import { webPath } from "../../../support/web_url.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./request_counts.json" with { type: "json" };

Deno.test("routeGroupOf - knows all routes", () => {
  for (const [path, group] of Object.entries(samples.groups)) {
    assert.equal(routeGroupOf(path), group, path);
  }
});

Deno.test("routeGroupOf - creates no group for unknown paths", () =>
  forAll([webPath], (path) => {
    assert(ROUTE_GROUPS.includes(routeGroupOf(path)), path);
  }));

Deno.test("rootGroupOf - depends on the response's type", () => {
  const types = { "text/plain": "text", "application/json": "jsonip" };
  for (
    const [type, group] of Object.entries({ ...types, "text/html": "home" })
  ) {
    assert.equal(rootGroupOf(`${type}; charset=utf-8`), group);
  }
  assert.equal(rootGroupOf(null), "home");
});

Deno.test("GroupCounts.add - counts by status class and by bound, a value on a bound below it", () => {
  const counts = new RequestCounts().of("text");
  for (const seconds of [0, ...LATENCY_BOUNDS, 11]) {
    counts.add(seconds > 1 ? 503 : 200, seconds * 1000);
  }
  assert.deepEqual([...counts.byLatency], [2, ...Array(16).fill(1)]);
  assert.deepEqual([...counts.byClass], [0, 0, 14, 0, 0, 4]);
  const sum = LATENCY_BOUNDS.reduce((sum, bound) => sum + bound, 11);
  assert(Math.abs(counts.seconds - sum) < 1e-9);
});

Deno.test("watchRequests - counts responses to / by their type, without reading the headers of final ones", () => {
  const counts = new RequestCounts();
  const watch = watchRequests(counts);
  const headers = { "content-type": "application/json; charset=utf-8" };
  const final = new FinalResponse("{}", { headers });
  Object.defineProperty(final, "headers", {
    get: () => assert.fail("Deno would have to prepare it again"),
  });
  for (const response of [final, new Response("{}", { headers })]) {
    const request = new Request("http://h.example/");
    watch(request, {} as Deno.ServeHandlerInfo, response, 1);
  }
  assert.equal(counts.of("jsonip").byClass[2], 2);
});

Deno.test("watchRequests - counts other responses by their path, and no health checks", () => {
  const counts = new RequestCounts();
  const watch = watchRequests(counts);
  for (const path of ["healthz", "readyz/", "whois", "json", "healthz/x"]) {
    const request = new Request(`http://h.example/${path}`);
    watch(request, {} as Deno.ServeHandlerInfo, new Response("{}"), 1);
  }
  const counted = [...counts.entries()]
    .flatMap(([group, { byClass }]) => byClass[2] ? [[group, byClass[2]]] : []);
  const found = Object.fromEntries(counted);
  assert.deepEqual(found, { geoip: 1, whois: 1, other: 1 });
});

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

Deno.test("metricText - has help, type and a line per sample", () => {
  const samples = [[3, { who: 'a"b\\c\nd', how: "x" }], [0.5]] as const;
  assert.equal(
    metricText("counter", "asked_total", "Questions.", samples),
    `# HELP asked_total Questions.
# TYPE asked_total counter
asked_total{who="a\\"b\\\\c\\nd",how="x"} 3
asked_total 0.5
`,
  );
  const text = metricText("gauge", "none", "Nothing.", []);
  assert.equal(text, "# HELP none Nothing.\n# TYPE none gauge\n");
});

Deno.test("histogramSamples - count cumulatively", () => {
  const counts = LATENCY_BOUNDS.map((_, i) => i % 2);
  const samples = histogramSamples({ kind: "a" }, [...counts, 4], 9.5);
  assert.deepEqual([samples[0], samples[1], ...samples.slice(-4)], [
    [0, { kind: "a", le: "0.0001" }, "_bucket"],
    [1, { kind: "a", le: "0.00025" }, "_bucket"],
    [8, { kind: "a", le: "10" }, "_bucket"],
    [12, { kind: "a", le: "+Inf" }, "_bucket"],
    [9.5, { kind: "a" }, "_sum"],
    [12, { kind: "a" }, "_count"],
  ]);
  assert.equal(
    metricText("histogram", "time", "Time.", samples.slice(-3)),
    `# HELP time Time.
# TYPE time histogram
time_bucket{kind="a",le="+Inf"} 12
time_sum{kind="a"} 9.5
time_count{kind="a"} 12
`,
  );
});
