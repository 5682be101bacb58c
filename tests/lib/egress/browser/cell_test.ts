import assert from "node:assert/strict";
import {
  progressOf,
  watchedCell,
} from "../../../../lib/egress/browser/cell.ts";
import { startedReport } from "../../../../lib/egress/browser/run.ts";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { fullSetup, reportWith } from "./reports.ts";

Deno.test("watchedCell - has what was written at once, and tells of it", () => {
  const told: number[] = [];
  const cell = watchedCell(1, () => told.push(cell.value));
  assert.equal(cell.value, 1);
  cell.value = 2;
  assert.equal(cell.value, 2);
  cell.value += 1;
  assert.deepEqual(told, [2, 3]);
});

Deno.test("progressOf - nothing runs before the start", () => {
  assert.deepEqual(progressOf(reportWith({})), {
    ended: 0,
    total: 10,
    isRunning: false,
  });
});

Deno.test("progressOf - counts what can run, and what has ended in whatever way", () => {
  const begun = startedReport(fullSetup, reportWith({}), 0);
  const report = {
    ...begun,
    exits: {
      ...begun.exits,
      v4: { state: "found" as const },
      v6: { state: "none" as const },
    },
    candidates: { state: "blocked" as const },
  };
  assert.deepEqual(progressOf(report), {
    ended: 3,
    total: 10,
    isRunning: true,
  });
});

Deno.test("progressOf - what is not configured is not waited for", () => {
  const setup = {
    ...fullSetup,
    v4Origin: null,
    v6Origin: null,
    literalOrigin: null,
    probeZone: null,
    sites: [],
  };
  const { total } = progressOf(emptyReport(setup));
  assert.equal(total, 3);
});
