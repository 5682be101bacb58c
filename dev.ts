/**
 * The build and the dev server.
 *
 *     deno task build    writes _fresh/ (browser bundles and the app), _server/ (the
 *                        server's bundle), _data/, static/world.svg (the map) and
 *                        static/flags/
 *     deno task dev      serves with live reload, on HOST and PORT
 */
import { Builder } from "fresh/dev";
import {
  minifiedStylesheet,
  stampOf,
  stylesheets,
} from "./lib/app/build/build_state.ts";
import { RESTARTED } from "./lib/app/build/dev_loop.ts";

const root = new URL("./", import.meta.url);
const isBuild = Deno.args.includes("build");

/** Imports a module. Deno would load what a plain import() names before it runs the first line. */
function load<T>(path: string): Promise<T> {
  return import(new URL(path, root).href);
}

const startedAt = performance.now();
const builder = new Builder({ root: import.meta.dirname, target: "es2022" });
builder.onTransformStaticFile(stylesheets, minifiedStylesheet);
let tables: Promise<void> | undefined;
if (!Deno.args.includes(RESTARTED)) {
  const { writeStaticFiles, writeTables } = await load<
    typeof import("./lib/app/build/project_data.ts")
  >("lib/app/build/project_data.ts");
  await writeStaticFiles(root, isBuild);
  tables = writeTables(root, isBuild);
}
if (isBuild) {
  const bundles = builder.build().then(async () => {
    const { bundleServer } = await load<
      typeof import("./lib/app/build/server_bundle.ts")
    >("lib/app/build/server_bundle.ts");
    await bundleServer(import.meta.dirname!);
  });
  await Promise.all([tables, bundles]);
  await Deno.writeTextFile(stampOf(root), "");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.error(`built _fresh/, _server/ and _data/ in ${seconds} s`);
} else {
  await tables;
  // An empty variable counts as unset.
  const hostname = Deno.env.get("HOST") || undefined;
  const port = Number(Deno.env.get("PORT") || 8000);
  // The islands are bundled meanwhile.
  const open = async () => {
    const main = await load<typeof import("./main.ts")>("main.ts");
    // Not only when the first page is requested, which then reports an error.
    Promise.resolve(main.start()).catch(() => {});
    return main;
  };
  await builder.listen(open, { hostname, port });
}
