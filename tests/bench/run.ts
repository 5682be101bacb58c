/**
 * Measures every figure with a target, and the peers.
 *
 *     deno task bench [--quick] [--only text,first,...]
 *
 * README.md in this folder describes the method and the parts. Writes the table to
 * `RESULTS.md`, unless the run was quick or partial; then it only prints the table.
 */
import { parseArgs } from "node:util";
import { attempt, Failure } from "./contenders.ts";
import { FreshAddresses } from "./fresh_addresses.ts";
import { hostileRows } from "./hostile_rows.ts";
import { HTTP_PARTS, type HttpPart, httpRows } from "./http_rows.ts";
import { libraryRows } from "./library_rows.ts";
import { loadText, machineText } from "./machine.ts";
import { processRows } from "./process_rows.ts";
import { failedRow, type Row, tableOf } from "./rows.ts";
import { silentRows } from "./silent_rows.ts";

const RESULTS = new URL("RESULTS.md", import.meta.url);
const PARTS = [...HTTP_PARTS, ...["silent", "hostile", "process", "library"]];

const { values: { quick: isQuick = false, only } } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" } },
});
const chosen = new Set(only?.split(",") ?? PARTS);
if ([...chosen].some((part) => !PARTS.includes(part))) {
  console.error(`bench: --only takes some of ${PARTS.join(",")}`);
  Deno.exit(2);
}

const options = { isQuick };
const fresh = new FreshAddresses();
const httpParts: Set<HttpPart> = new Set(
  HTTP_PARTS.filter((part) => chosen.has(part)),
);
const measures: Record<string, false | (() => Promise<Row[]>)> = {
  http: httpParts.size > 0 && (() => httpRows(options, fresh, httpParts)),
  silent: chosen.has("silent") && (() => silentRows(options, fresh)),
  hostile: chosen.has("hostile") && (() => hostileRows(options)),
  process: chosen.has("process") && (() => processRows(options)),
  library: chosen.has("library") && (() => libraryRows(options)),
};

const startMs = performance.now();
const loadBefore = loadText();
const rows: Row[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (!measure) continue;
  console.error(`measuring: ${name}`);
  const measured = await attempt(measure);
  if (measured instanceof Failure) {
    console.error(`bench: ${name} failed: ${measured.reason}`);
    rows.push(failedRow(`everything of ${name}`, measured));
  } else rows.push(...measured);
}
const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
const text = `# What was measured

Written by \`deno task bench\`, which measures all of it in one run; README.md
beside this file says how. Absolute figures belong to the machine: the ratios
are what counts.

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
