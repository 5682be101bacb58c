/** The rows that need no server: each module in a process of its own. */
import { alone } from "./alone.ts";
import { attempt, Failure } from "./contenders.ts";
import type { BenchOptions } from "./figures.ts";
import { failedRow, rateRow, ratioRow, type Row, underRow } from "./rows.ts";

export async function libraryRows(options: BenchOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, measure] of Object.entries(MODULES)) {
    const measured = await attempt(() => measure(options));
    if (measured instanceof Failure) rows.push(failedRow(what, measured));
    else rows.push(...measured);
  }
  return rows;
}

/** By the name of the row if one fails. */
const MODULES = {
  "local lookups": profileRows,
  "prefixes": prefixRows,
  "rDNS scan": scanRows,
  "index": indexRows,
};

async function profileRows(options: BenchOptions): Promise<Row[]> {
  const figures = (await alone("./profile_bench.ts", options))!;
  return ["IPv4", "IPv6"].flatMap((family) => {
    const warm = figures[`${family} warm, describe/s`];
    return [
      rateRow(
        `local lookup cold, ${family}`,
        figures[`${family} cold/s`],
        200_000,
      ),
      rateRow(`local lookup warm, ${family}`, warm, 1_000_000),
      underRow(`a warm profile, ${family}`, 1e6 / warm, 20, "µs"),
    ];
  });
}

async function prefixRows(options: BenchOptions): Promise<Row[]> {
  const figures = (await alone("./prefix_bench.ts", options))!;
  return [
    ...["IPv4", "IPv6"].map((family) =>
      rateRow(
        `checks on 100,000 prefixes, ${family}`,
        figures[`${family} checks/s`],
        5_000_000,
      )
    ),
    underRow(
      "load of 1,000,000 prefixes",
      figures["load of 1,000,000, ms"],
      1_000,
      "ms",
    ),
  ];
}

async function scanRows(options: BenchOptions): Promise<Row[]> {
  // The name server has one core, its clients the other.
  const figures = await alone("./scan_bench.ts", options, null);
  if (figures === null) {
    return [{
      what: "rDNS scan of a /16 in /20s",
      figure: null,
      peer: "nsd is not installed",
      target: "≥ 0.5 of dnsperf",
      isReached: null,
    }];
  }
  const before = figures["RSS before, MiB"];
  const after = figures["RSS after, MiB"];
  return [
    ratioRow(
      "rDNS scan of a /16 in /20s",
      figures["scan/s"],
      { name: "dnsperf", rate: figures["dnsperf/s"] },
      0.5,
    ),
    {
      what: "memory over the scans",
      figure: `${after} MiB`,
      peer: `${before} MiB after the first`,
      ratio: after / before,
      target: "≤ 1.25 of that after the first",
      isReached: after / before <= 1.25,
    },
  ];
}

async function indexRows(options: BenchOptions): Promise<Row[]> {
  const figures = (await alone("./index_bench.ts", options, null))!;
  const names = figures.rows.toLocaleString("en-US");
  return [
    rateRow(`index of ${names} names: inserts`, figures["inserts/s"], 50_000),
    ...["left", "middle", "right"].map((match) =>
      underRow(
        `index of ${names} names: p99 of ${match}`,
        figures[`${match} p99, ms`],
        20,
        "ms",
      )
    ),
  ];
}
