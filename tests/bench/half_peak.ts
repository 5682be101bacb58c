/** Measures the 99th percentile at half of the peak load. */
import { attempt, Failure, type Outcome } from "./contenders.ts";
import { median } from "./figures.ts";
import { failedRow, type Row, underRow } from "./rows.ts";
import type { BenchServer } from "./servers.ts";
import { load } from "./wrk.ts";

const WHAT = "p99 at half of the peak load";
const LIMIT_MS = 5;
/** Mean pause of a connection between two requests. */
const REST_MS = 10;

export async function halfPeakRow(
  { url }: BenchServer,
  peak: Outcome | undefined,
  rounds: number,
  seconds: number,
): Promise<Row> {
  if (typeof peak !== "number") {
    return failedRow(WHAT, peak ?? new Failure("there is no peak"));
  }
  const row = await attempt(() => halfPeak(url, peak, rounds, seconds));
  return row instanceof Failure ? failedRow(WHAT, row) : row;
}

async function halfPeak(
  url: string,
  peak: number,
  rounds: number,
  seconds: number,
): Promise<Row> {
  const paced = (connections: number, duration: number) =>
    load(url, duration, { connections, script: "paced.lua", args: [REST_MS] });
  const guess = Math.ceil(peak / 2 * REST_MS / 1_000);
  const { rate } = await paced(guess, 1);
  const connections = Math.ceil(guess * peak / 2 / rate);
  const p99s: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const report = await paced(connections, seconds);
    p99s.push(report.p99Ms);
    rates.push(report.rate);
  }
  return {
    ...underRow(WHAT, median(p99s), LIMIT_MS, "ms"),
    peer: `\`GET /\` at ${Math.round(median(rates)).toLocaleString("en-US")}/s`,
    ratio: median(rates) / peak,
  };
}
