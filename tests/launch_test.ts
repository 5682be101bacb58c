import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { openStore } from "../lib/store/open_store.ts";
import { type StoreFolder, storeFolder } from "./support/store_folder.ts";

const root = new URL("..", import.meta.url).pathname;

/** A `deno task start` with a request that stays open. */
interface Started extends AsyncDisposable {
  pid: number;
  log(): string;
  /** Waits for a text in the output, or for its end. */
  untilLogged(words: string): Promise<void>;
  type(keys: string): Promise<void>;
  /** The status of the open request; null if the connection broke. */
  open: Promise<number | null>;
  status: Promise<Deno.CommandStatus>;
}

/** @param program and arguments that run `deno task start` */
async function start(
  folder: StoreFolder,
  program: readonly string[],
): Promise<Started> {
  // Says nothing, so that a request for names stays open for seconds.
  const resolver = createSocket("udp4");
  const query = once(resolver, "message");
  resolver.bind(0, "127.0.0.1");
  await once(resolver, "listening");
  const child = new Deno.Command(program[0], {
    args: program.slice(1),
    cwd: root,
    env: {
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: folder.dataDir,
      DATA_UPDATE: "off",
      GEO_EDITION: "country",
      DNS_SERVERS: `127.0.0.1:${resolver.address().port}`,
    },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const keyboard = child.stdin.getWriter();
  let log = "";
  let hasEnded = false;
  const read = async (output: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of output) log += decoder.decode(bytes);
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)])
    .then(() => hasEnded = true);
  const untilLogged = async (words: string) => {
    while (!log.includes(words) && !hasEnded) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert(log.includes(words), log);
  };
  await untilLogged("listening url=");
  const [, origin] = /listening url="?(http:[^\s"]*)\//.exec(log)!;
  for (let i = 0; i < 3; i++) await (await fetch(`${origin}/`)).text();
  const open = fetch(`${origin}/api/v1/ip/8.8.8.8`)
    .then(async (response) => (await response.text(), response.status))
    .catch(() => null);
  await query;
  return {
    pid: child.pid,
    log: () => log,
    untilLogged,
    type: (keys) => keyboard.write(new TextEncoder().encode(keys)),
    open,
    status: child.status,
    async [Symbol.asyncDispose]() {
      await keyboard.close().catch(() => {});
      await child.status;
      await reading;
      resolver.close();
    },
  };
}

/**
 * As in a terminal, by util-linux's `script`, which returns the status. Some shells
 * would stay between the two, and be ended by the first Ctrl-C.
 */
const IN_TERMINAL = [
  ...["script", "-qefc", `exec ${Deno.execPath()} task start`, "/dev/null"],
];
const CTRL_C = "\x03";

/** Requests for the plain-text address that were counted in the store. */
async function counted({ dataDir }: StoreFolder): Promise<unknown> {
  using kv = await openStore({ dataDir: root + dataDir });
  const counter = await kv.get(["limits", "counter", "text", "127.0.0.1"]);
  return (counter.value as { count: number } | null)?.count;
}

/** The environment of the server of a folder. */
async function serverEnv({ dataDir }: StoreFolder): Promise<string[]> {
  for await (const { name: pid } of Deno.readDir("/proc")) {
    const read = (file: string) =>
      Deno.readTextFile(`/proc/${pid}/${file}`).catch(() => "");
    if (!(await read("cmdline")).includes("_server/main.mjs\0")) continue;
    const env = (await read("environ")).split("\0");
    // The launcher, whose arguments name the same file, runs in this environment too.
    if (
      env.includes(`DATA_DIR=${dataDir}`) &&
      !(await read("cmdline")).includes("launch.ts")
    ) return env;
  }
  return [];
}

Deno.test("start - Ctrl-C in a terminal finishes open requests and writes the counters", async () => {
  await using folder = storeFolder();
  {
    await using started = await start(folder, IN_TERMINAL);
    const env = (await serverEnv(folder)).filter((line) =>
      /^(MALLOC|DENO_V8)/.test(line)
    );
    assert.deepEqual(env.sort(), [
      "DENO_V8_FLAGS=--memory-reducer-delay-ms=40000",
      "MALLOC_ARENA_MAX=2",
      "MALLOC_MMAP_THRESHOLD_=262144",
      "MALLOC_TRIM_THRESHOLD_=8388608",
    ]);
    await started.type(CTRL_C);
    assert.equal((await started.status).code, 0, started.log());
    assert.equal(await started.open, 200);
    assert.match(started.log(), /stopping signal=[^]* stopped\r?\n$/);
  }
  assert.equal(await counted(folder), 3);
});

Deno.test("start - a second Ctrl-C ends without waiting for open requests", async () => {
  await using folder = storeFolder();
  await using started = await start(folder, IN_TERMINAL);
  await started.type(CTRL_C);
  await started.untilLogged("stopping signal=");
  await started.type(CTRL_C);
  assert.equal((await started.status).code, 1, started.log());
  assert.equal(await started.open, null);
  assert.doesNotMatch(started.log(), / stopped\r?\n/);
});

const cases = [
  ["group", "TERM"],
  ["group", "INT"],
  ["task", "TERM"],
  ["task", "INT"],
];
for (const [target, signal] of cases) {
  Deno.test(`start - SIG${signal} to the ${target} finishes open requests and writes the counters`, async () => {
    await using folder = storeFolder();
    {
      // Begins a process group, as a service manager does.
      const program = ["setsid", Deno.execPath(), "task", "start"];
      await using started = await start(folder, program);
      const id = target === "group" ? -started.pid : started.pid;
      const kill = new Deno.Command("kill", {
        args: [`-${signal}`, "--", `${id}`],
      });
      assert((await kill.output()).success);
      await started.status;
      assert.equal(await started.open, 200, started.log());
      await started.untilLogged(" stopped\n");
    }
    assert.equal(await counted(folder), 3);
  });
}
