/**
 * Measures every figure that Porthole is to reach, with its peers beside it.
 *
 *     deno task bench [--quick] [--only http|process|library]
 *
 * The server has one core and `wrk` the other; rounds are alternated and the
 * medians count. The table goes to `RESULTS.md` beside this file, unless the run
 * was quick or partial: those are printed alone.
 */
import { parseArgs } from "node:util";
import { attempt, Failure } from "./contenders.ts";
import { httpRows } from "./http_rows.ts";
import { libraryRows } from "./library_rows.ts";
import { loadText, machineText } from "./machine.ts";
import { processRows } from "./process_rows.ts";
import { failedRow, type Row, tableOf } from "./rows.ts";

const PARTS = { http: httpRows, process: processRows, library: libraryRows };
const RESULTS = new URL("RESULTS.md", import.meta.url);

const { values: { quick: isQuick = false, only } } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" } },
});
const chosen = Object.entries(PARTS).filter(([name]) =>
  (only ?? name) === name
);
if (chosen.length === 0) {
  console.error(`bench: --only is one of ${Object.keys(PARTS).join(", ")}`);
  Deno.exit(2);
}

const startMs = performance.now();
const loadBefore = loadText();
const rows: Row[] = [];
for (const [name, measure] of chosen) {
  console.error(`measuring: ${name}`);
  const measured = await attempt(() => measure({ isQuick }));
  if (measured instanceof Failure) {
    console.error(`bench: ${name} failed: ${measured.reason}`);
    rows.push(failedRow(`everything of ${name}`, measured));
  } else rows.push(...measured);
}
const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
const text = `# What was measured

Written by \`deno task bench\`, which measures all of it in one run. Server and
peers have the first core, \`wrk -t1 -c64\` the second; five alternated rounds of
five seconds each, medians, ratios of medians. The limiter is on with limits that
are never reached, trusted proxies are configured, the log is as in production.
Absolute figures belong to the machine: the ratios are what counts.

${await machineText()}- duration: ${minutes} minutes; load of the machine before
  the run: ${loadBefore} (of ${navigator.hardwareConcurrency}), where 0 is a quiet one

${tableOf(rows)}`;
if (isQuick || only) {
  console.log(text);
} else {
  await Deno.writeTextFile(RESULTS, text);
  await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "-q", RESULTS.pathname],
  })
    .output();
  console.log(tableOf(rows));
}
