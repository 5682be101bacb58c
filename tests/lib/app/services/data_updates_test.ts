import assert from "node:assert/strict";
import {
  createDataUpdates,
  UpdateLog,
} from "../../../../lib/app/services/data_updates.ts";
import { readConfig } from "../../../../lib/app/config.ts";
import type { LogFields } from "../../../../lib/core/log.ts";
import type { Tables } from "../../../../lib/data/tables.ts";
import type { Outcome } from "../../../../lib/data/update/outcome.ts";

/** A log, and what was logged since the last call of `take`. */
function recordingLog() {
  const logged: [string, LogFields | undefined][] = [];
  const write = (message: string, fields?: LogFields) =>
    void logged.push([message, fields]);
  const log = { debug: write, info: write, warn: write, error: write };
  return { log, take: () => logged.splice(0) };
}

function fixture() {
  const { log, take } = recordingLog();
  return { lines: new UpdateLog(log), take };
}

function outcome(feed: string, ending: Outcome["outcome"] | "unreachable") {
  const common = { feed, message: "why", entries: null, bytes: null };
  return ending === "unreachable"
    ? { ...common, outcome: "failed" as const, isUnreachable: true as const }
    : { ...common, outcome: ending };
}

Deno.test("UpdateLog.outcomes - one line without a network, until it is back", () => {
  const { lines, take } = fixture();
  lines.outcomes([
    outcome("a", "unreachable"),
    outcome("b", "unreachable"),
    outcome("c", "skipped"),
  ]);
  assert.deepEqual(take(), [[
    "2 of 3 feeds failed: no network? Trying again later",
    { feeds: "a b", error: "a: why" },
  ]]);
  lines.outcomes([outcome("a", "unreachable")]);
  lines.outcomes([outcome("d", "unreachable")]);
  assert.deepEqual(take(), []);
  lines.outcomes([outcome("a", "updated"), outcome("b", "unchanged")]);
  assert.deepEqual(take(), []);
  lines.outcomes([outcome("a", "unreachable")]);
  assert.deepEqual(take(), [[
    "1 of 1 feed failed: no network? Trying again later",
    { feeds: undefined, error: "a: why" },
  ]]);
});

Deno.test("UpdateLog.outcomes - logs each feed that fails once, until it succeeds", () => {
  const { lines, take } = fixture();
  const run = (...endings: Outcome["outcome"][]) => {
    lines.outcomes(endings.map((ending, i) => outcome(`f${i}`, ending)));
    return take().map(([message, fields]) => [message, fields?.error]);
  };
  assert.deepEqual(run("updated", "failed"), [
    ["1 of 2 feeds failed. Trying again later", "f1: why"],
  ]);
  assert.deepEqual(run("updated", "failed"), []);
  assert.deepEqual(run("failed", "failed"), [
    ["2 of 2 feeds failed. Trying again later", "f0: why"],
  ]);
  assert.deepEqual(run("failed", "updated"), []);
  assert.deepEqual(run("failed", "failed"), [
    ["2 of 2 feeds failed. Trying again later", "f1: why"],
  ]);
});

Deno.test("UpdateLog.error - logs the same error once, without a stack", () => {
  const { lines, take } = fixture();
  const busy = new Error("another update is running.");
  lines.error(busy);
  lines.error(busy);
  assert.deepEqual(take(), [[
    "data could not be updated; trying again later",
    { error: "another update is running." },
  ]]);
  lines.outcomes([outcome("a", "updated")]);
  lines.error(busy);
  assert.equal(take().length, 1);
});

/** Updates into what is no folder, unless the variables name another. */
function updatesOf(env: Record<string, string>, hasFolder: boolean) {
  const { log, take } = recordingLog();
  const usual = { DATA_DIR: "/dev/null/x", DATA_UPDATE: "off" };
  const updates = createDataUpdates({
    config: readConfig((name) => ({ ...usual, ...env })[name]),
    dataRoot: new URL("../../../../_data/", import.meta.url),
    version: "1",
    now: () => 0,
    log,
    hasFolder,
    tables: {
      current: { infos: [] } as unknown as Tables,
      refresh: () => Promise.resolve(false),
    },
  });
  return { updates, take };
}

Deno.test("createDataUpdates - warns at the start of geofeeds that can place any address", async () => {
  const started = async (GEOFEEDS: string) => {
    const env = { GEOFEEDS, DATA_DIR: "/nonexistent" };
    const { updates, take } = updatesOf(env, false);
    updates.start();
    await updates.stop();
    return take();
  };
  const [one, two] = ["https://a.example/f.csv", "https://b.example/f.csv"];
  assert.deepEqual(await started(`AS64500=${one}`), []);
  assert.deepEqual(await started(`${one},AS64500=${two},${two}?2`), [[
    "a geofeed can place any address: GEOFEEDS has no AS numbers before its URL",
    { geofeeds: `${one} ${two}?2` },
  ]]);
});

Deno.test("createDataUpdates - startNow runs one update at a time, and logs that it failed", async () => {
  const { updates, take } = updatesOf({}, true);
  updates.startNow();
  const { running } = updates;
  updates.startNow();
  assert.equal(updates.running, running);
  await running;
  assert.equal(updates.running, null);
  await updates.stop();
  assert.deepEqual(take(), [[
    "data could not be updated; trying again later",
    {
      error:
        "Cannot write to /dev/null/x/data: Not a directory (os error 20): mkdir '/dev/null/x/data'",
    },
  ]]);
});

Deno.test("createDataUpdates - startNow starts nothing without a folder, and stop logs nothing", async () => {
  const without = updatesOf({}, false);
  without.updates.startNow();
  assert.equal(without.updates.running, null);
  const { updates, take } = updatesOf({}, true);
  updates.startNow();
  await updates.stop();
  assert.equal(updates.running, null);
  assert.deepEqual([...take(), ...without.take()], []);
});
