/**
 * Measures a module in a process of its own, so that no other measurement has
 * warmed up, filled or fragmented what it runs in.
 *
 *     deno run -A tests/bench/alone.ts ./profile_bench.ts [--quick]
 *
 * Prints what its `measure` gives as one line of JSON.
 */
import type { BenchOptions, Measure } from "./figures.ts";
import { pinned, root } from "./servers.ts";

/**
 * The figures of a module, or null where its peer is missing.
 *
 * @param core the core it is kept on; null for all of them
 */
export async function alone(
  module: string,
  { isQuick }: BenchOptions,
  core: number | null = 0,
): Promise<Record<string, number> | null> {
  const script = new URL(import.meta.url).pathname;
  const line = [Deno.execPath(), "run", "-A", "-q", script, module];
  if (isQuick) line.push("--quick");
  const [program, ...args] = core === null ? line : pinned(core, line);
  const { success, stdout } = await new Deno.Command(program, {
    args,
    cwd: root,
    stderr: "inherit",
  }).output();
  if (!success) throw new Error(`${module} could not be measured`);
  return JSON.parse(
    new TextDecoder().decode(stdout).trim().split("\n").at(-1)!,
  );
}

if (import.meta.main) {
  const [module, flag] = Deno.args;
  const { measure }: { measure: Measure } = await import(module);
  console.log(JSON.stringify(await measure({ isQuick: flag === "--quick" })));
}
