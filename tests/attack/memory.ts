/**
 * Attacks the memory of a service, and asks as other clients meanwhile:
 *
 *     unshare -rn sh -c 'ip link set lo up && deno run -A tests/attack/memory.ts [--rounds 1] [--limit 512] [--only bodies,lists] [--floor] [--minute]'
 *
 * The service is the build with the settings of `deno task start`; `--entry=main.ts`
 * runs the sources. It may use `--limit` MB: as root, the kernel ends it beyond that
 * (cgroup version 1 or 2); otherwise, this only reports that it used more. For each
 * attack, it prints the memory before, at most and up to a minute after it, the p99
 * and the longest wait of the others before and during it, the p99 from when all is
 * open, and the processor time of the service. With `--floor`, it also attacks the server of `floor.ts`, and prints the
 * same waits. With `--minute`, it prints the memory a whole minute after the attack,
 * not once enough has been given back. Exits with 1 if memory grew by more than 100 MB
 * or wasn't given back, if another client was refused, or if the service has ended.
 */
import { parseArgs } from "node:util";
import { MEMORY_SETTINGS } from "../../lib/app/launch/memory_settings.ts";
import { quantile } from "../bench/figures.ts";
import { reasonNotToRun } from "../fuzz/loopback_only.ts";
import { type AppProcess } from "../support/app_process.ts";
import { get, withApp } from "../support/hostile.ts";
import { storeFolder, tokenOf } from "../support/store_folder.ts";
import {
  type Attack,
  ATTACKED,
  ATTACKS,
  EXPORT_ATTACK,
  keptBytes,
  processorMs,
  residentBytes,
} from "./attacks.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "1" },
    limit: { type: "string", default: "512" },
    only: { type: "string", default: "" },
    // Also attacks the least server that lives through it.
    floor: { type: "boolean", default: false },
    // Waits a minute after each attack.
    minute: { type: "boolean", default: false },
    // Only opens this attack, in a process of its own.
    attack: { type: "string" },
    // What to run: the build, as `deno task start` does, or `main.ts`.
    entry: { type: "string", default: "_server/main.mjs" },
    port: { type: "string", default: "" },
    token: { type: "string", default: "" },
  },
});
const ALL_ATTACKS = [...ATTACKS, EXPORT_ATTACK];
const MB = 1e6;
const MAX_GROWTH = 100 * MB;
const HOLD_MS = 10_000;
const GIVEN_BACK_MS = 60_000;
const EVERY_MS = 25;
/** Attacks whose names start so. */
const only = values.only.split(",");
const paths = ["/", "/api/v1/ip/8.8.8.8", "/api/geoip/193.0.6.139"];

const reason = reasonNotToRun();
if (reason) {
  console.error(reason);
  Deno.exit(2);
}

if (values.attack !== undefined) {
  const attack = ALL_ATTACKS.find(({ name }) => name === values.attack)!;
  const at = { port: Number(values.port), token: values.token };
  using _open = await attack.open(at, attack.connections);
  console.log("open");
  // Until it is killed.
  await new Promise(() => setInterval(() => {}, 60_000));
}

/** Runs a file of this folder in another process. */
function inProcess(
  file: string,
  args: string[] = [],
  stdout: "inherit" | "piped" = "inherit",
) {
  const path = `${import.meta.dirname}/${file}`;
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-check", path, ...args],
    stdout,
  }).spawn();
}

/**
 * Attacks from another process until it is disposed of: a client that is busy with
 * the attack would measure itself.
 */
function attackFrom(
  { name }: Attack,
  port: number,
): AsyncDisposable & { opened: Promise<number> } {
  const child = inProcess(
    "memory.ts",
    [`--attack=${name}`, `--port=${port}`, `--token=${token}`],
    "piped",
  );
  return {
    // When all requests are open, by `performance.now()`.
    opened: child.stdout.getReader().read().then(() => performance.now()),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

/** Limits the memory of a process; says how. */
async function limitMemory(pid: number, bytes: number): Promise<string> {
  const places = [
    ["/sys/fs/cgroup/memory/porthole-attack-" + pid, "memory.limit_in_bytes"],
    ["/sys/fs/cgroup/porthole-attack-" + pid, "memory.max"],
  ];
  for (const [folder, file] of places) {
    try {
      await Deno.mkdir(folder, { recursive: true });
      await Deno.writeTextFile(`${folder}/${file}`, `${bytes}`);
      await Deno.writeTextFile(`${folder}/cgroup.procs`, `${pid}`);
      return `${folder}/${file}`;
    } catch {
      // The other version, or not root.
    }
  }
  return "measured only";
}

/** A request of another client, by `performance.now()`. */
interface Wait {
  begun: number;
  ms: number;
}

type Waits = Awaited<ReturnType<typeof asOthers>>;
type Target = Pick<AppProcess, "origin" | "port">;

let serial = 0;
/** Asks as always other clients until `isOver`. */
async function asOthers(app: Target, isOver: () => boolean) {
  const waits: Wait[] = [];
  let refused = 0;
  while (!isOver()) {
    const n = serial++;
    const begun = performance.now();
    try {
      const path = paths[n % paths.length];
      const client = `192.0.${n % 7}.${n % 250 + 1}`;
      const response = await get(app, path, client);
      await response.text();
      if (response.status !== 200) refused++;
    } catch {
      refused++;
    }
    waits.push({ begun, ms: performance.now() - begun });
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  const p99MsSince = (since: number) =>
    quantile(
      waits.filter(({ begun }) => begun >= since).map(({ ms }) => ms)
        .sort((a, b) => a - b),
      0.99,
      // On a busy machine, no request may have begun since.
    ) ?? NaN;
  return {
    p99Ms: p99MsSince(0),
    p99MsSince,
    mostMs: Math.max(...waits.map(({ ms }) => ms)),
    refused,
    requestCount: waits.length,
  };
}

function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() > end;
}

/** Asks as other clients during an attack. */
async function asOthersDuring(attack: Attack, target: Target) {
  const isOver = after(HOLD_MS);
  const begun = performance.now();
  const others = asOthers(target, isOver);
  await using attacking = attackFrom(attack, target.port);
  const waits = await others;
  const opened = await attacking.opened;
  return {
    ...waits,
    openedMs: opened - begun,
    heldP99Ms: waits.p99MsSince(opened),
  };
}

/** The server of `floor.ts`, in another process. */
async function startFloor(): Promise<
  Target & Pick<AppProcess, "child"> & AsyncDisposable
> {
  const child = inProcess("floor.ts", [], "piped");
  const { value } = await child.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  return {
    child,
    port,
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

/** The p99 of the others and their longest wait, before and during an attack. */
function waitsOf(
  quiet: Waits,
  hostile: Awaited<ReturnType<typeof asOthersDuring>>,
): string {
  const [from, to] = [quiet, hostile].map(({ p99Ms, mostMs }) =>
    `${p99Ms.toFixed(1)} (${mostMs.toFixed(0)})`
  );
  const { heldP99Ms, openedMs } = hostile;
  const times = (ms: number) => `× ${(ms / quiet.p99Ms).toFixed(1)}`;
  return `p99 ${from} → ${to} ms, ${times(hostile.p99Ms)}, and ${
    heldP99Ms.toFixed(1)
  }, ${times(heldP99Ms)}, once all is open after ${openedMs | 0} ms`;
}

/** The p99 of the others at that server, before and during an attack. */
async function floorOf(attack: Attack): Promise<string> {
  await using server = await startFloor();
  await asOthers(server, after(1_000));
  const quiet = await asOthers(server, after(5_000));
  const processorBefore = await processorMs(server);
  const hostile = await asOthersDuring(attack, server);
  const usedMs = await processorMs(server) - processorBefore;
  return `floor ${waitsOf(quiet, hostile)} with ${usedMs} ms of a processor,`;
}

await using folder = storeFolder();
const store = { DATA_DIR: folder.dataDir };
const token = await tokenOf("a@a.example", store, { quota: 1_000_000 });
let failed = false;
await withApp(async (app) => {
  const limit = Number(values.limit) * MB;
  console.log(
    `limit ${values.limit} MB: ${await limitMemory(app.child.pid, limit)}`,
  );
  while (!(await fetch(`${app.origin}/export`)).ok) {
    await asOthers(app, after(1_000));
  }
  await asOthers(app, after(3_000));
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const attack of ALL_ATTACKS) {
      const { name, connections, maxGrowthBytes = MAX_GROWTH } = attack;
      if (!only.some((start) => name.startsWith(start))) continue;
      const quiet = await asOthers(app, after(5_000));
      const before = await residentBytes(app);
      const processorBefore = await processorMs(app);
      let most = before;
      const watch = setInterval(async () => {
        most = Math.max(most, await residentBytes(app).catch(() => 0));
      }, 100);
      const hostile = await asOthersDuring(attack, app);
      const usedMs = await processorMs(app) - processorBefore;
      const isLate = after(GIVEN_BACK_MS);
      const begun = performance.now();
      let now = await residentBytes(app);
      while (
        !isLate() &&
        (values.minute || now > before + keptBytes(connections))
      ) {
        // An idle process collects no garbage.
        await asOthers(app, after(500));
        now = await residentBytes(app);
      }
      clearInterval(watch);
      const isBad = most - before > maxGrowthBytes ||
        now - before > keptBytes(connections) || most > limit ||
        hostile.refused > 0 || hostile.p99Ms > 3 * Math.max(quiet.p99Ms, 10);
      failed ||= isBad;
      console.log(
        [
          isBad ? "BAD " : "good",
          `${round} ${name}:`,
          `${before / MB | 0} → ${most / MB | 0} → ${now / MB | 0} MB after ${
            (performance.now() - begun) / 1000 | 0
          } s;`,
          `${waitsOf(quiet, hostile)},`,
          values.floor ? await floorOf(attack) : "",
          `${usedMs} ms of a processor,`,
          `${hostile.refused} of ${hostile.requestCount} refused`,
        ].join(" "),
      );
    }
  }
}, {
  ...store,
  ...ATTACKED,
  EXPORT: "on",
  RATE_LIMIT_RANGES: "0",
  RATE_LIMIT_GEOIP: "0",
  RATE_LIMIT_V6_PREFIX: "64",
  ...MEMORY_SETTINGS,
}, { entry: values.entry });
Deno.exit(failed ? 1 : 0);
