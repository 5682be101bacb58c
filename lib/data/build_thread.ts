/** A thread of the build, which compiles one table. */
import { serveThread } from "../core/thread_request.ts";
import { BUILT_TABLES, type TableRequest } from "./build_data.ts";

serveThread(async ({ name, folder }: TableRequest) => {
  const part = new URL(`${name}.part`, folder);
  await BUILT_TABLES[name].compile(part);
  // A server that has been started reads no half of it.
  await Deno.rename(part, new URL(name, folder));
});
