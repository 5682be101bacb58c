/** Measures first lookups with a resolver that responds, falls silent, and responds again. */
import { attempt, Failure } from "./contenders.ts";
import { type BenchOptions, median } from "./figures.ts";
import type { FreshAddresses } from "./fresh_addresses.ts";
import { startNameServer } from "./name_server.ts";
import { failedRow, type Row, underRow } from "./rows.ts";
import { type BenchServer, isInstalled } from "./servers.ts";
import { startService } from "./service.ts";
import { load } from "./wrk.ts";

const PATH = "/api/v1/ip/";
const FIRST = "V1, first lookups, the resolver falls silent: slowest";
const KNOWN_SILENT =
  "V1, first lookups, the resolver is known to be silent: p99";
const BACK = "V1, first lookups, the resolver answers again: first name";
const FIRST_LIMIT_MS = 550;
const KNOWN_SILENT_LIMIT_MS = 10;
/** One probe a second, and a resolver that has just missed one. */
const BACK_LIMIT_MS = 3_000;
const BACK_TIMEOUT_MS = 30_000;
const FIRST_SECONDS = 2;
/** Until the slowest of the first lookups have ended. */
const PAUSE_MS = 1_000;
/** A load that leaves the core idle for most of the time: waiting is what counts. */
const REST_MS = 40;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function silentRows(
  { isQuick }: BenchOptions,
  fresh: FreshAddresses,
): Promise<Row[]> {
  if (!await isInstalled("wrk", "-v")) {
    return [FIRST, KNOWN_SILENT, BACK].map((what) =>
      failedRow(what, new Failure("wrk is not installed"))
    );
  }
  await using names = await startNameServer();
  const service = await startService({ dnsPort: names.port });
  const seconds = isQuick ? 1 : 3;
  const figures: Record<string, number[]> = {};
  const failures: Record<string, Failure> = {};
  const measure = async (what: string, work: () => Promise<number>) => {
    if (failures[what]) return;
    const figure = await attempt(work);
    if (figure instanceof Failure) failures[what] = figure;
    else (figures[what] ??= []).push(figure);
  };
  try {
    for (let round = isQuick ? 1 : 3; round > 0; round--) {
      // Afterwards, the code is compiled, and the resolver is known to respond.
      await attempt(() => load(service.url, 2, fresh.askedAt(PATH)));
      await names.setSilent(true);
      await measure(FIRST, async () => {
        const options = fresh.askedAt(PATH);
        return (await load(service.url, FIRST_SECONDS, options)).maxMs;
      });
      await pause(PAUSE_MS);
      await measure(KNOWN_SILENT, async () => {
        const options = fresh.askedAt(PATH, REST_MS);
        return (await load(service.url, seconds, options)).p99Ms;
      });
      await names.setSilent(false);
      await measure(BACK, () => namedAgainMs(service, fresh));
    }
  } finally {
    await service.stop();
  }
  const row = (what: string, limitMs: number) =>
    failures[what]
      ? failedRow(what, failures[what], `< ${limitMs} ms`)
      : underRow(what, median(figures[what]), limitMs, "ms");
  return [
    row(FIRST, FIRST_LIMIT_MS),
    row(KNOWN_SILENT, KNOWN_SILENT_LIMIT_MS),
    row(BACK, BACK_LIMIT_MS),
  ];
}

/** Milliseconds until a lookup of a new address has a name. */
async function namedAgainMs(
  { url }: BenchServer,
  fresh: FreshAddresses,
): Promise<number> {
  const startMs = performance.now();
  while (performance.now() - startMs < BACK_TIMEOUT_MS) {
    const [address] = fresh.take(1);
    const response = await fetch(new URL(PATH + address, url));
    const { hostname } = await response.json();
    if (hostname) return performance.now() - startMs;
    await pause(20);
  }
  throw new Error(`no name within ${BACK_TIMEOUT_MS / 1_000} s`);
}
