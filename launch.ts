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
import { isBuilt } from "./lib/app/build/build_state.ts";
import { misspelt, misspeltText } from "./lib/app/launch/misspelt.ts";
import { permissionFlags } from "./lib/app/launch/permission_flags.ts";
import manifest from "./deno.json" with { type: "json" };

const cwd = import.meta.dirname!;

/** Runs Deno, forwards signals to it, and returns its exit status. */
async function deno(args: readonly string[]): Promise<number> {
  const options = { args: ["run", ...args], cwd };
  const child = new Deno.Command(Deno.execPath(), options).spawn();
  const signals: Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) {
    Deno.addSignalListener(signal, () => {
      try {
        child.kill(signal);
      } catch {
        // The process has already ended.
      }
    });
  }
  return (await child.status).code;
}

const root = new URL("./", import.meta.url);
if (!isBuilt(root) || !existsSync(new URL("node_modules", root))) {
  const code = await deno(["-A", "dev.ts", "build"]);
  if (code !== 0) Deno.exit(code);
}

const env = Deno.env.toObject();
const file = new URL(".env", root);
const saved = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
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
Deno.exit(
  await deno([
    ...Deno.args.slice(0, main),
    ...flags,
    ...Deno.args.slice(main),
  ]),
);
