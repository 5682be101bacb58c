/**
 * Probes a service from a separate thread, so that only the service can be late.
 * The delay of `/healthz` shows how long its main thread was blocked.
 */
import type { ProbeOptions, ProbeReport } from "./probes.ts";

const PAUSE_MS = 10;
const READY_EVERY = 20;
/** Maximum number of recorded responses other than `ok`. */
const MAX_NOTED = 20;

const report: ProbeReport = { lagsMs: [], busyMs: [], notReady: [] };

async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url);
    return `${response.status} ${(await response.text()).trim()}`;
  } catch (error) {
    return String(error);
  }
}

/**
 * Processor time of a process's main thread so far. It distinguishes a blocked
 * thread from a busy machine.
 */
function mainThreadMs(pid: number): number {
  const path = `/proc/${pid}/task/${pid}/schedstat`;
  return Number(Deno.readTextFileSync(path).split(" ")[0]) / 1e6;
}

async function probe({ origin, pid, stallMs }: ProbeOptions) {
  const startMs = performance.now();
  const startBusyMs = mainThreadMs(pid);
  const health = await ask(`${origin}/healthz`);
  const lagMs = performance.now() - startMs;
  const busyMs = Math.min(lagMs, mainThreadMs(pid) - startBusyMs);
  report.lagsMs.push(lagMs);
  report.busyMs.push(busyMs);
  if (busyMs > stallMs) self.postMessage({ stalledMs: busyMs });
  const isReadyTurn = report.lagsMs.length % READY_EVERY === 1;
  const ready = isReadyTurn ? await ask(`${origin}/readyz`) : "200 ok";
  for (const state of [health, ready]) {
    if (state !== "200 ok" && report.notReady.length < MAX_NOTED) {
      report.notReady.push(state);
    }
  }
}

let isStopped = false;

self.onmessage = async ({ data }) => {
  if (data === "stop") {
    isStopped = true;
    return;
  }
  while (!isStopped) {
    await probe(data);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  self.postMessage({ report });
};
