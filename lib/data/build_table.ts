/** Compiles one table in a process of its own: its name, and the URL of its folder. */
import { runAsProcess } from "../core/own_process.ts";
import { BUILT_TABLES } from "./build_data.ts";

await runAsProcess(async ([name, folder]) => {
  const part = new URL(`${name}.part`, folder);
  await BUILT_TABLES[name].compile(part);
  // A server that has been started reads no half of it.
  await Deno.rename(part, new URL(name, folder));
});
