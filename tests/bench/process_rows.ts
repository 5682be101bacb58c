/** The rows about the process as a whole: startup time and memory. */
import { type BenchOptions, median } from "./figures.ts";
import { type Row, underRow } from "./rows.ts";
import { type BenchServer, isInstalled, residentMb } from "./servers.ts";
import { startService } from "./service.ts";
import { load } from "./wrk.ts";

const EDITIONS = [
  { edition: "city", startMs: 600, idleMb: 230 },
  { edition: "country", startMs: 300, idleMb: 90 },
] as const;
/** Until everything is loaded that loads after the first response. */
const SETTLE_MS = 3_000;
/** Until a process has released the memory of its start. */
const IDLE_MS = 40_000;
/** Clients after which the bounded tables are full. */
const FULL_AT = 100_000;
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
      await pause(SETTLE_MS);
      if (round === 1) idle.push(service);
      else await service.stop();
    }
    const what = `start to first answer, ${edition} edition`;
    rows.push(underRow(what, median(starts), startMs, "ms"));
  }
  await pause(IDLE_MS);
  for (const [i, { edition, idleMb }] of EDITIONS.entries()) {
    const what = `memory idle, ${edition} edition`;
    rows.push(underRow(what, await residentMb(idle[i].pid), idleMb, "MB"));
    await idle[i].stop();
  }
  return [...rows, await clientsRow(options)];
}

/** Memory after a million clients, compared with that after the first of them. */
async function clientsRow({ isQuick }: BenchOptions): Promise<Row> {
  const clients = isQuick ? 300_000 : 1_000_000;
  const row = {
    what: `memory over ${clients.toLocaleString("en-US")} distinct clients`,
    target: `≤ ${MAX_AMPLIFICATION} of that of the first 40 %`,
  };
  if (!await isInstalled("wrk", "-v")) {
    const peer = "wrk is not installed";
    return { ...row, figure: null, peer, isReached: null };
  }
  const service = await startService({ trustedProxies: "127.0.0.0/8" });
  try {
    const first: number[] = [];
    const later: number[] = [];
    for (let asked = 0; asked < clients;) {
      const samples: number[] = [];
      const timer = setInterval(() => {
        // If the service has ended, wrk says so.
        residentMb(service.pid).then((mb) => samples.push(mb), () => {});
      }, SAMPLE_MS);
      const { requests } = await load(service.url, 1, {
        script: "clients.lua",
        args: [asked],
      }).finally(() => clearInterval(timer));
      asked += requests;
      if (asked > clients * 0.4) later.push(...samples);
      else if (asked > FULL_AT) first.push(...samples);
    }
    // Garbage collection makes single samples vary.
    const [firstMb, laterMb] = [median(first), median(later)];
    return {
      ...row,
      figure: `${laterMb.toFixed(0)} MB`,
      peer: `${firstMb.toFixed(0)} MB in the first 40 %`,
      ratio: laterMb / firstMb,
      isReached: laterMb / firstMb <= MAX_AMPLIFICATION,
    };
  } finally {
    await service.stop();
  }
}
