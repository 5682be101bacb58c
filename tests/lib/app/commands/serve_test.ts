import assert from "node:assert/strict";
import { type BuiltApp, serve } from "../../../../lib/app/commands/serve.ts";
import { readConfig } from "../../../../lib/app/config.ts";
import { createLog } from "../../../../lib/core/log.ts";

function fixture() {
  const lines: string[] = [];
  const env: Record<string, string> = { HOST: "127.0.0.1", PORT: "0" };
  const write = (line: string) =>
    lines.push(line.slice(25).replace(/[:=].*/s, ""));
  const done = () => Promise.resolve();
  const services = {
    config: readConfig((name) => env[name]),
    log: createLog({ level: "debug", now: () => 0, write }),
    now: () => 0,
    hostRole: () => "main" as const,
    loaded: done,
    accounts: {
      counts: () => Promise.resolve({ accounts: 3, administrators: 1 }),
    },
    dataUpdates: {
      ...{ start() {}, stop: done, files: () => Promise.resolve([]) },
      ...{ running: null, canUpdate: true, startNow() {} },
    },
    close: done,
  };
  return { lines, services, stopped: Promise.withResolvers<string>() };
}

const built = { default: { fetch: () => new Response("here") } };

Deno.test("serve - loads the routes even if loading the tables fails", async () => {
  const { lines, services, stopped } = fixture();
  services.loaded = () => Promise.reject(new Error("damaged"));
  const app: BuiltApp = {
    ...built,
    loadRoutes() {
      stopped.resolve("SIGTERM");
      return Promise.reject(new Error("broken"));
    },
  };
  await serve(services, app, () => stopped.promise, 0);
  assert.deepEqual(lines.toSorted(), [
    "error a route cannot be loaded error",
    "error the table of IPv6 locations cannot be loaded error",
    "info  listening url",
    "info  stopped",
    "info  stopping signal",
  ]);
});

Deno.test("serve - serves an app that has no loadRoutes", async () => {
  const { lines, services, stopped } = fixture();
  services.loaded = () => {
    stopped.resolve("SIGTERM");
    return Promise.resolve();
  };
  await serve(services, built, () => stopped.promise, 0);
  assert.deepEqual(
    lines,
    ["info  listening url", "info  stopping signal", "info  stopped"],
  );
});

Deno.test("serve - says how to create an administrator if there is none", async () => {
  for (const counts of [[0, 0], [2, 0], [2, 1], null]) {
    const { lines, services } = fixture();
    services.accounts.counts = () =>
      counts === null
        ? Promise.reject(new Error("the store fails"))
        : Promise.resolve({ accounts: counts[0], administrators: counts[1] });
    await serve(services, built, () => Promise.resolve("SIGINT"), 1e6);
    assert.deepEqual(lines, [
      "info  listening url",
      ...counts?.[1] === 0
        ? ["info  no administrator yet; `user add EMAIL --admin` creates one"]
        : [],
      "info  stopping signal",
      "info  stopped",
    ]);
  }
});

Deno.test("serve - loads nothing after it was stopped", async () => {
  const { services } = fixture();
  let loads = 0;
  services.loaded = () => Promise.resolve(void loads++);
  const app = { ...built, loadRoutes: () => Promise.resolve(void loads++) };
  // The test's sanitizer would report a timer that is left.
  await serve(services, app, () => Promise.resolve("SIGINT"), 3_600_000);
  assert.equal(loads, 0);
});

Deno.test("serve - starts the updates of data once it listens", async () => {
  const { lines, services, stopped } = fixture();
  const before: string[][] = [];
  services.dataUpdates.start = () => {
    before.push([...lines]);
    stopped.resolve("SIGTERM");
  };
  await serve(services, built, () => stopped.promise, 3_600_000);
  assert.deepEqual(before, [["info  listening url"]]);
});

Deno.test("serve - shares its port with no other server", async () => {
  const { services, stopped } = fixture();
  let url = "";
  services.log = createLog({
    level: "info",
    now: () => 0,
    write: (line) => url ||= /url="?(http:[^\s"]+)/.exec(line)?.[1] ?? "",
  });
  services.dataUpdates.start = () => {
    const { hostname, port } = new URL(url);
    assert.throws(
      () =>
        Deno.listen({ hostname, port: Number(port), reusePort: true }).close(),
      Deno.errors.AddrInUse,
    );
    stopped.resolve("SIGTERM");
  };
  await serve(services, built, () => stopped.promise, 3_600_000);
  assert.notEqual(url, "");
});

Deno.test("stopSignal - resolves with the first signal, and exits at the second one", async () => {
  const program = import.meta.resolve("../../../../lib/app/commands/serve.ts");
  const code = `import { stopSignal } from "${program}";
    setInterval(() => {}, 1000);
    const signal = stopSignal();
    console.log("ready");
    console.log(await signal);`;
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", code],
    stdout: "piped",
  }).spawn();
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    if (text.endsWith("\n")) child.kill("SIGTERM");
  }
  assert.equal(output, "ready\nSIGTERM\n");
  assert.equal((await child.status).code, 1);
});
