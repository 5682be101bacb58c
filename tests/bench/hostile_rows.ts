/** What one hostile client costs the others: a scenario of `tests/soak/hostile.ts`. */
import type { HostileReport } from "../soak/hostile.ts";
import { attempt, Failure } from "./contenders.ts";
import type { BenchOptions } from "./figures.ts";
import { failedRow, type Row } from "./rows.ts";
import { root } from "./servers.ts";

const SCENARIO = "names";
const WHAT = "one client with 400 connections on slow names: others' p99";
const MOST_TIMES = 3;
const TARGET = `< ${MOST_TIMES} times their quiet p99, none refused`;
const TIMEOUT_MS = 90_000;

export async function hostileRows({ isQuick }: BenchOptions): Promise<Row[]> {
  const report = await attempt(() =>
    measured(isQuick ? 40 : 200, isQuick ? 1 : 5)
  );
  if (report instanceof Failure) return [failedRow(WHAT, report, TARGET)];
  const { quietP99Ms, hostileP99Ms, refused, requestCount } = report;
  const times = hostileP99Ms / quietP99Ms;
  return [{
    what: WHAT,
    figure: `${
      hostileP99Ms.toFixed(0)
    } ms, ${refused} of ${requestCount} refused`,
    peer: `${quietP99Ms.toFixed(0)} ms while it is quiet`,
    ratio: times,
    target: TARGET,
    isReached: times < MOST_TIMES && refused === 0,
  }];
}

async function measured(
  requests: number,
  rounds: number,
): Promise<HostileReport> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "-q", "tests/soak/hostile.ts", "--json"],
      ...[
        "--only",
        SCENARIO,
        "--requests",
        `${requests}`,
        "--rounds",
        `${rounds}`,
      ],
    ],
    cwd: root,
    stderr: "inherit",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).output();
  // It exits with 1 if anything was refused; the row reports that.
  const line = new TextDecoder().decode(stdout).trim().split("\n").at(-1);
  if (!line) throw new Error("tests/soak/hostile.ts measured nothing");
  return JSON.parse(line);
}
