/** The rows about the process as a whole: startup time and memory. */
import { type BenchOptions, median } from "./figures.ts";
import { type Row, underRow } from "./rows.ts";
import { type BenchServer, isInstalled, residentMb } from "./servers.ts";
import { startService } from "./service.ts";
import { load } from "./wrk.ts";

const EDITIONS = [
  { edition: "city", startMs: 350, idleMb: 155 },
  { edition: "country", startMs: 300, idleMb: 90 },
] as const;
/** Until everything is loaded that loads after the first response. */
const SETTLE_MS = 3_000;
/** Until a process has released the memory of its start. */
export const IDLE_MS = 40_000;
const SAMPLE_MS = 50;
const MAX_AMPLIFICATION = 1.05;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function processRows(options: BenchOptions): Promise<Row[]> {
  const rows: Row[] = [];
  const idle: BenchServer[] = [];
  for (const { edition, startMs } of EDITIONS) {
    const starts: number[] = [];
    for (let round = options.isQuick ? 2 : 5; round > 0; round--) {
      const service = await startService({ edition });
      starts.push(service.firstAnswerMs);
      if (round === 1) idle.push(service);
      else await service.stop();
    }
    await pause(SETTLE_MS);
    const what = `start to first answer, ${edition} edition`;
    rows.push(underRow(what, median(starts), startMs, "ms"));
  }
  // Both are about memory only, so they can share the machine.
  const [clients, ...idleRows] = await Promise.all([
    clientsRow(options),
    ...EDITIONS.map(async ({ edition, idleMb }, i) => {
      await pause(IDLE_MS);
      const mb = await residentMb(idle[i].pid);
      await idle[i].stop();
      return underRow(`memory idle, ${edition} edition`, mb, idleMb, "MB");
    }),
  ]);
  return [...rows, ...idleRows, clients];
}

/**
 * Memory over a million clients: the second half of them compared with the first.
 * Half a million before them are not measured: they fill the tables, and the heap
 * grows to the size at which V8 collects garbage.
 */
async function clientsRow({ isQuick }: BenchOptions): Promise<Row> {
  const part = isQuick ? 50_000 : 500_000;
  const row = {
    what: `memory over ${(2 * part).toLocaleString("en-US")} distinct clients`,
    target: `their second half ≤ ${MAX_AMPLIFICATION} of their first`,
  };
  if (!await isInstalled("wrk", "-v")) {
    const peer = "wrk is not installed";
    return { ...row, figure: null, peer, isReached: null };
  }
  const service = await startService({ trustedProxies: "127.0.0.0/8" });
  try {
    const first: number[] = [];
    const last: number[] = [];
    for (let queried = 0; queried < 3 * part;) {
      const samples: number[] = [];
      const timer = setInterval(() => {
        // If the service has ended, wrk says so.
        residentMb(service.pid).then((mb) => samples.push(mb), () => {});
      }, SAMPLE_MS);
      const { requests } = await load(service.url, 1, {
        script: "clients.lua",
        args: [queried],
      }).finally(() => clearInterval(timer));
      queried += requests;
      if (queried > 2 * part) last.push(...samples);
      else if (queried > part) first.push(...samples);
    }
    // Garbage collection makes single samples vary.
    const [firstMb, lastMb] = [median(first), median(last)];
    return {
      ...row,
      figure: `${lastMb.toFixed(0)} MB`,
      peer: `${firstMb.toFixed(0)} MB over the first half`,
      ratio: lastMb / firstMb,
      isReached: lastMb / firstMb <= MAX_AMPLIFICATION,
    };
  } finally {
    await service.stop();
  }
}
