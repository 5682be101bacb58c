/**
 * Starts the program for `deno task start` and `deno task watch`, after a build if
 * needed:
 *
 *     deno run -A launch.ts DENO_OPTIONS _server/main.mjs ARGUMENTS
 *
 * A process cannot get more permissions after its start. So this process, which has
 * all of them, reads which files the configuration and the arguments name, and
 * starts the program with access to those files and with the permissions in
 * `deno.json`. It loads no packages, to start fast.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { isBuilt, isStartable } from "./lib/app/build/build_state.ts";
import { LESS_GARBAGE } from "./lib/core/own_process.ts";
import { memorySettingsFor } from "./lib/app/launch/memory_settings.ts";
import { misspelt, misspeltText } from "./lib/app/launch/misspelt.ts";
import { permissionFlags } from "./lib/app/launch/permission_flags.ts";
import manifest from "./deno.json" with { type: "json" };

const cwd = import.meta.dirname!;

/**
 * Runs Deno and returns its exit status. Of the signals to stop, forwards the first,
 * as the other one: a terminal (Ctrl-C) and systemd signal the whole process group,
 * and `deno task` forwards what it gets. The program, which counts each signal by
 * itself, would otherwise take the copies for a second request to stop.
 */
async function deno(args: readonly string[]): Promise<number> {
  const options = {
    args: ["run", ...args],
    cwd,
    env: { ...memorySettingsFor(Deno.version.v8), ...Deno.env.toObject() },
  };
  const child = new Deno.Command(Deno.execPath(), options).spawn();
  const forward = (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch {
      // The process has already ended.
    }
  };
  let isStopping = false;
  const stop = (signal: Deno.Signal) => {
    if (!isStopping) forward(signal);
    isStopping = true;
  };
  if (Deno.build.os === "windows") {
    // The console signals the program itself.
    Deno.addSignalListener("SIGINT", () => {});
  } else {
    Deno.addSignalListener("SIGINT", () => stop("SIGTERM"));
    Deno.addSignalListener("SIGTERM", () => stop("SIGINT"));
    Deno.addSignalListener("SIGHUP", () => forward("SIGHUP"));
  }
  return (await child.status).code;
}

const root = new URL("./", import.meta.url);
const env = Deno.env.toObject();
const file = new URL(".env", root);
const saved = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
const edition = (env.GEO_EDITION ?? saved.GEO_EDITION) === "country"
  ? "country"
  : "city";
const isInstalled = existsSync(new URL("node_modules", root));
// Deno otherwise asks the registry about each package, even if all are there.
const packages = `--node-modules-dir=${isInstalled ? "manual" : "auto"}`;
if (!isStartable(root, edition) || !isInstalled) {
  const code = await deno([
    LESS_GARBAGE,
    packages,
    "-A",
    "dev.ts",
    "build",
    `--for=${edition}`,
  ]);
  if (code !== 0) Deno.exit(code);
}

/** Builds what the server does without at its start, until it is disposed of. */
function buildRest(): Disposable {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", LESS_GARBAGE, packages, "-q", "-A", "lib/app/build/rest.ts"],
    cwd,
    stdin: "null",
  }).spawn();
  child.status.then(({ success, signal }) => {
    if (success || signal !== null) return;
    console.error("porthole: run `deno task build` to see what is wrong");
  });
  return {
    [Symbol.dispose]() {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended.
      }
    },
  };
}
const { serve, watch } = manifest.permissions;
for (const found of misspelt(Object.keys(env), serve.env)) {
  console.error(`porthole: ${misspeltText(found)}`);
}

const main = Deno.args.findIndex((word) => !word.startsWith("-"));
const args = Deno.args.slice(main + 1);
let flags: string[] = [];
try {
  flags = permissionFlags(
    args[0] === "watch" ? watch : serve,
    (name) => env[name] ?? saved[name],
    args,
  );
} catch (error) {
  console.error(`porthole: cannot use ${(error as Error).message}`);
  Deno.exit(2);
}
const running = deno([
  ...Deno.args.slice(0, main),
  ...flags,
  ...Deno.args.slice(main),
]);
// After the server, which so is the first to run. Commands need no more.
const isServer = (args[0] ?? "serve") === "serve";
const rest = isServer && !isBuilt(root) ? buildRest() : undefined;
const code = await running;
rest?.[Symbol.dispose]();
Deno.exit(code);
