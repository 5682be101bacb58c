/**
 * Measures a module in a separate process, so that no other measurement has warmed
 * up the code, or filled or fragmented the memory.
 *
 *     deno run -A tests/bench/alone.ts ./profile_bench.ts [--quick]
 *
 * Prints the result of its `measure` as one line of JSON.
 */
import type { BenchOptions, Measure } from "./figures.ts";
import { pinned, root } from "./servers.ts";

/**
 * The figures of a module; null if its peer is missing.
 *
 * @param core the core that it runs on; null for all
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
