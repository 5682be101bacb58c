import assert from "node:assert/strict";
import {
  observableCell,
  progressOf,
} from "../../../../lib/egress/browser/cell.ts";
import { startedReport } from "../../../../lib/egress/browser/run.ts";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { fullSetup, reportWith } from "./reports.ts";

Deno.test("observableCell - has a written value at once, and reports it", () => {
  const told: number[] = [];
  const cell = observableCell(1, () => told.push(cell.value));
  assert.equal(cell.value, 1);
  cell.value = 2;
  assert.equal(cell.value, 2);
  cell.value += 1;
  assert.deepEqual(told, [2, 3]);
});

Deno.test("progressOf - is zero before the start", () => {
  assert.deepEqual(progressOf(reportWith({})), {
    ended: 0,
    total: 11,
    isRunning: false,
  });
});

Deno.test("progressOf - counts probes that can run, and those that have ended in any state", () => {
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
    total: 11,
    isRunning: true,
  });
});

Deno.test("progressOf - leaves out unconfigured probes", () => {
  const setup = {
    ...fullSetup,
    v4Origin: null,
    v6Origin: null,
    literalOrigin: null,
    probeZone: null,
    nat64StunUrl: null,
    sites: [],
  };
  const { total } = progressOf(emptyReport(setup));
  assert.equal(total, 3);
});
