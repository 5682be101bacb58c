/** `deno task ready`: builds if something has changed since the last build. */
import { isBuilt } from "./build_state.ts";

const root = new URL("../../../", import.meta.url);
if (!isBuilt(root)) {
  // Before it runs the first line, Deno would load the target of a plain import(),
  // here the whole program.
  const dev = new URL("dev.ts", root).href;
  await import(dev);
}
