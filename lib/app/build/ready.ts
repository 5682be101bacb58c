/** `deno task ready`: builds if something has changed since the last build. */
import { isBuilt } from "./build_state.ts";

const root = new URL("../../../", import.meta.url);
if (!isBuilt(root)) {
  // Deno loads what a plain import() names, here the whole program, before it
  // runs the first line.
  const dev = new URL("dev.ts", root).href;
  await import(dev);
}
