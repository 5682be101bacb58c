/**
 * The build and the dev server.
 *
 *     deno task build    writes _fresh/ (what browsers load, server entry), _data/ and
 *                        static/world.svg, the map of the egress page
 *     deno task dev      serves with live reload
 *
 * With `--if-stale` a build that is up to date is left as it is.
 */
import { existsSync } from "node:fs";
import { isStale } from "./lib/build_state.ts";

const at = (path: string) => new URL(path, import.meta.url);
const stamp = at("./_data/stamp");
const inputs = [
  "./routes",
  "./islands",
  "./components",
  "./static",
  "./lib",
  "./main.ts",
  "./define.ts",
  "./dev.ts",
  "./deno.json",
  "./deno.lock",
].map(at);

const isThere = existsSync(at("./_fresh/server.js"));
if (Deno.args.includes("--if-stale") && isThere && !isStale(stamp, inputs)) {
  Deno.exit(0);
}

const { Builder } = await import("fresh/dev");
const { buildData } = await import("./lib/data/build_data.ts");
const { minifiedStylesheet, stylesheets } = await import(
  "./lib/stylesheets.ts"
);
const { writeWorldOutline } = await import("./lib/world_outline.ts");

const begun = performance.now();
const builder = new Builder({ root: import.meta.dirname, target: "es2022" });
builder.onTransformStaticFile(stylesheets, minifiedStylesheet);
await buildData(at("./_data/"));
await writeWorldOutline(at("./static/world.svg"));
if (Deno.args.includes("build")) {
  await builder.build();
  await Deno.writeTextFile(stamp, "");
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.error(`built _fresh/ and _data/ in ${seconds} s`);
} else {
  const port = Number(Deno.env.get("PORT") ?? 8000);
  await builder.listen(() => import("./main.ts"), { port });
}
