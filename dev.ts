/**
 * The build and the dev server.
 *
 *     deno task build    writes _fresh/ (browser bundles and the app), _server/ (the
 *                        server's bundle), _data/, static/world.svg (the map) and
 *                        static/flags/
 *     deno task dev      serves with live reload, on HOST and PORT
 */
import { Builder } from "fresh/dev";
import { existsSync } from "node:fs";
import {
  minifiedStylesheet,
  stampOf,
  stylesheets,
} from "./lib/app/build/build_state.ts";
import { BUNDLED_COUNTRY_RANGES } from "./lib/data/bundled.ts";
import { buildData } from "./lib/data/build_data.ts";

const root = new URL("./", import.meta.url);
const at = (path: string) => new URL(path, root);

const startedAt = performance.now();
const builder = new Builder({ root: import.meta.dirname, target: "es2022" });
builder.onTransformStaticFile(stylesheets, minifiedStylesheet);
const outline = at("./static/world.svg");
await buildData(at("./_data/"));
// The dev server restarts after each change, and the outline stays the same.
if (Deno.args.includes("build") || !existsSync(outline)) {
  const { writeFlags, writeWorldOutline } = await import(
    "./lib/app/build/generated_files.ts"
  );
  await writeWorldOutline(outline);
  await writeFlags(at("./static/flags/"));
}
const computed = ["examples.json", ...Object.values(BUNDLED_COUNTRY_RANGES)];
if (
  Deno.args.includes("build") ||
  !computed.every((name) => existsSync(at(`./_data/${name}`)))
) {
  const { writeExamples, writeCountryRanges } = await import(
    "./lib/app/build/generated_files.ts"
  );
  await writeCountryRanges(at("./_data/"));
  await writeExamples(at("./_data/"));
}
if (Deno.args.includes("build")) {
  await builder.build();
  const { bundleServer } = await import("./lib/app/build/server_bundle.ts");
  await bundleServer(import.meta.dirname!);
  await Deno.writeTextFile(stampOf(root), "");
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.error(`built _fresh/, _server/ and _data/ in ${seconds} s`);
} else {
  // An empty variable counts as unset.
  const hostname = Deno.env.get("HOST") || undefined;
  const port = Number(Deno.env.get("PORT") || 8000);
  // Deno would load what a plain import() names first. The islands are bundled meanwhile.
  const main = at("./main.ts").href;
  const load = (): Promise<typeof import("./main.ts")> => import(main);
  await builder.listen(load, { hostname, port });
}
