import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { BUNDLE } from "../../../../lib/app/build/build_state.ts";
import { bundleServer } from "../../../../lib/app/build/server_bundle.ts";
import { tempFolder } from "../../../support/temp_folder.ts";
import { endEsbuild } from "../../../support/esbuild.ts";

const project = new URL("../../../../", import.meta.url).pathname;

const files = {
  "deno.json": JSON.stringify({
    imports: {
      "engine": "./lib/engine.ts",
      // Stands for a package that only Deno can find.
      "elsewhere": "data:text/javascript,export default 'elsewhere'",
      "preact": "npm:preact",
    },
    compilerOptions: { jsx: "precompile", jsxImportSource: "preact" },
  }),
  "main.ts": `import { name, place, work } from "engine";
import elsewhere from "elsewhere";
import { hash } from "node:crypto";
export const app = "app";
export async function main(built: () => Promise<{ app: string; page(): unknown; late(): Promise<unknown> }>) {
  const { app, page, late } = await built();
  const isPlace = /^[省市盟州地区林区特别行政区自治州县旗省市盟州地区林区]+$/.test("地区");
  const { stack } = new Error("x");
  const digest = hash("md5", "x");
  const { part } = await import("./lib/part.ts");
  console.log(JSON.stringify({ name, place, elsewhere, digest, isPlace, part, app, page: page(), late: await late(), work: await work(), stack }));
}
if (import.meta.main) console.log("started from the sources");
`,
  "_fresh/server.js": `export { app } from "../main.ts";
export { page } from "../routes/index.tsx";
const routes = [() => import("../routes/batch.ts"), () => import("../routes/(account)/[id].ts")];
export async function late() {
  const modules = await Promise.all(routes.map((load) => load()));
  return modules.map(({ default: name, handler }) => [name, handler()]);
}
`,
  "facts/names.csv": "name\nengine\n",
  // Bundled as values: what computes them has no place in the bundle.
  "lib/facts/name_facts.ts":
    `import text from "../../facts/names.csv" with { type: "text" };
const lines = text.split(/\\n/);
export const NAME = lines[1];
export function rows() { return lines; }
`,
  "lib/engine.ts": `import { NAME } from "./facts/name_facts.ts";
export const name: string = NAME;
export const place = new URL("../static/", import.meta.url).href;
export async function work(): Promise<unknown> {
  const worker = new Worker(
    new URL("../lib/threads/some_worker.ts", import.meta.url),
    { type: "module" },
  );
  const { data } = await new Promise<MessageEvent>((resolve) => worker.onmessage = resolve);
  worker.terminate();
  return data;
}
`,
  "lib/threads/some_worker.ts": `import { name, place } from "engine";
const { h } = await import("preact");
self.postMessage({ name, place, type: h("p", {}).type } satisfies object);
`,
  "routes/index.tsx": `export function page() {
  return <p>{"text"}</p>;
}
`,
  "routes/batch.ts": `import { shared } from "../lib/shared.ts";
export default "all";
export const handler = () => shared("a");
`,
  "routes/(account)/[id].ts": `import { shared } from "../../lib/shared.ts";
export default "account";
export const handler = () => shared("b");
`,
  "lib/shared.ts": `import { name } from "engine";
export const shared = (from: string) => name + " for " + from;
`,
  "lib/part.ts": `import { name } from "engine";
export const part = "part of " + name;
`,
  "components/.keep": "",
  "islands/.keep": "",
};

/** A project of these files, which is removed in the end. */
async function projectOf(files: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack();
  stack.defer(endEsbuild);
  const { path: root } = stack.use(await tempFolder());
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(join(root, name)), { recursive: true });
    await Deno.writeTextFile(join(root, name), text);
  }
  await Deno.symlink(join(project, "node_modules"), join(root, "node_modules"));
  const there = stack.move();
  return { root, [Symbol.asyncDispose]: () => there.disposeAsync() };
}

Deno.test("bundleServer - refuses facts that JSON can't have", async () => {
  await using project = await projectOf({
    ...files,
    "lib/facts/name_facts.ts":
      `export const NAME = "engine";\nexport const NAMES = new Map([["a", 1]]);\n`,
  });
  await assert.rejects(
    bundleServer(project.root),
    /Cannot bundle .*name_facts\.ts: NAMES is not JSON/,
  );
});

Deno.test("bundleServer - runs as the sources do, and says where an error is in them", async () => {
  await using project = await projectOf(files);
  const { root } = project;
  await bundleServer(root);
  // The bundle needs nothing but itself.
  for (const name of ["main.ts", "lib", "routes", "node_modules"]) {
    await Deno.remove(join(root, name), { recursive: true });
  }
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--node-modules-dir=manual", BUNDLE],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout);
  assert.match(output, /^{/, decoder.decode(stderr));
  const { page, stack, ...rest } = JSON.parse(output);
  const place = `file://${root}/static/`;
  assert.deepEqual(rest, {
    name: "engine",
    place,
    elsewhere: "elsewhere",
    digest: "9dd4e461268c8034f5c8564e155c67a6",
    isPlace: true,
    part: "part of engine",
    app: "app",
    late: [["all", "engine for a"], ["account", "engine for b"]],
    work: { name: "engine", place, type: "p" },
  });
  const modules = new Map<string, string>();
  const folder = dirname(join(root, BUNDLE));
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.endsWith(".mjs")) continue;
    modules.set(name, await Deno.readTextFile(join(folder, name)));
  }
  for (const text of modules.values()) {
    assert.doesNotMatch(text, /import[^;]*"node:crypto"/);
    assert.doesNotMatch(text, /[^\0-\x7f]/);
    // Whitespace would need memory.
    assert.doesNotMatch(text, /\n\s/);
  }
  const withText = (text: string) =>
    [...modules.keys()].filter((name) => modules.get(name)!.includes(text));
  // All that is loaded at the start is in one module, and the late routes in another.
  const start = withText("elsewhere");
  assert.deepEqual(withText('"engine"').sort(), [...start, "some_worker.mjs"]);
  assert.deepEqual(withText('"account"'), withText('"all"'));
  // What "precompile" makes of an element is a template.
  assert.deepEqual(page.props.tpl, ["<p>text</p>"]);
  assert.match(stack, /\/main\.ts:8:\d+\)/);
});
