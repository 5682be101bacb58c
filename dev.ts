/**
 * The build and the dev server.
 *
 *     deno task build    writes _fresh/ (browser bundles and the app), _server/ (the
 *                        server's bundle), _data/, and in static/ the maps and flags
 *     deno task dev      serves with live reload, on HOST and PORT
 */
import process from "node:process";
import type { Edition } from "./lib/data/bundled.ts";
import {
  minifiedStylesheet,
  stampOf,
  stylesheets,
} from "./lib/app/build/build_state.ts";
import { RESTARTED } from "./lib/app/build/dev_loop.ts";

const root = new URL("./", import.meta.url);
const isBuild = Deno.args.includes("build");
/** The edition of the server that is to start: the rest of the build follows while it runs. */
const edition = /^--for=(city|country)$/.exec(Deno.args.at(-1) ?? "")?.[1] as
  | Edition
  | undefined;

/** Imports a module. Deno would load what a plain import() names before it runs the first line. */
function load<T>(path: string): Promise<T> {
  return import(new URL(path, root).href);
}

const startedAt = performance.now();
const openBuilder = async () => {
  const { Builder } = await load<typeof import("fresh/dev")>(
    import.meta.resolve("fresh/dev"),
  );
  const builder = new Builder({ root: import.meta.dirname, target: "es2022" });
  builder.onTransformStaticFile(stylesheets, minifiedStylesheet);
  return builder;
};
const loadData = () =>
  load<typeof import("./lib/app/build/project_data.ts")>(
    "lib/app/build/project_data.ts",
  );
if (isBuild) {
  const { BuildProgress } = await load<
    typeof import("./lib/app/build/build_progress.ts")
  >("lib/app/build/build_progress.ts");
  const progress = new BuildProgress(process.stderr);
  const { writeStaticFiles, writeTables, writeTablesToStart } =
    await loadData();
  const pages = "pages and the server";
  progress.begin([pages]);
  const tables = () =>
    edition
      ? writeTablesToStart(root, edition, progress)
      : writeTables(root, true, progress);
  const bundles = async () => {
    const builder = await openBuilder();
    await builder.build();
    const { bundleServer } = await load<
      typeof import("./lib/app/build/server_bundle.ts")
    >("lib/app/build/server_bundle.ts");
    await bundleServer(import.meta.dirname!);
    progress.end(pages);
  };
  try {
    // Read by esbuild's own process, which collects its garbage sooner, and at once if it
    // takes more.
    Deno.env.set("GOGC", "20");
    Deno.env.set("GOMEMLIMIT", "130MiB");
    // One after the other, each in a process of its own: all in this one took 140 MB
    // more, and no less time (2026-11-29). The static files are written before the first
    // table takes much.
    await Promise.all([tables(), writeStaticFiles(root, true)]);
    await bundles();
  } finally {
    progress.close();
  }
  await Deno.writeTextFile(stampOf(root), "");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.error(
    edition
      ? `built what the server needs to start in ${seconds} s; the rest follows while it runs`
      : `built _fresh/, _server/ and _data/ in ${seconds} s`,
  );
} else {
  if (!Deno.args.includes(RESTARTED)) {
    const { writeStaticFiles, writeTables } = await loadData();
    await writeStaticFiles(root, false);
    await writeTables(root, false);
  }
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
  const builder = await openBuilder();
  await builder.listen(open, { hostname, port });
}
