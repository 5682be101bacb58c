import assert from "node:assert/strict";
import { dirname } from "node:path";
import {
  applyTransforms,
  fileSources,
  importModules,
  readProject,
  readStaticFiles,
  type StaticTransform,
  type TransformFn,
} from "../../../lib/fresh/project.ts";
import { endEsbuild } from "../../support/esbuild.ts";
import { words } from "../../support/tables.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(openProject);

/** An empty project. */
async function openProject() {
  const root = await Deno.makeTempDir();
  const source = { root, target: "es2022", transforms: [] };
  return {
    root,
    source,
    async write(...files: [path: string, text: string][]) {
      for (const [path, text] of files) {
        await Deno.mkdir(dirname(`${root}/${path}`), { recursive: true });
        await Deno.writeTextFile(`${root}/${path}`, text);
      }
    },
    async read(mode: "development" | "production" = "production") {
      try {
        return await readProject(source, mode);
      } finally {
        await endEsbuild();
      }
    },
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

const file = {
  path: "/site/static/a.css",
  target: "es2022",
  content: new TextEncoder().encode("a"),
  mode: "production",
} as const;

const forFiles = (
  filter: RegExp,
  transform: TransformFn,
): StaticTransform => ({ options: { pluginName: "x", filter }, transform });

Deno.test("applyTransforms - is null if no transform is for the file, or none changes it", async () => {
  const other = forFiles(/\.js$/, () => ({ content: "js" }));
  const none = forFiles(/\.css$/, () => {});
  assert.equal(await applyTransforms([], file), null);
  assert.equal(await applyTransforms([other, none], file), null);
});

Deno.test("applyTransforms - each transform gets the result of the one before", async () => {
  const seen: unknown[] = [];
  const append = (more: string) =>
    forFiles(/\.css$/, ({ text, content, path, mode }) => {
      seen.push([text, content.length, path, mode]);
      return Promise.resolve({ content: text + more });
    });
  const none = forFiles(/\.css$/, () => {});
  const empty = forFiles(/\.css$/, () => ({ content: "" }));
  const transforms = [append("b"), none, append("é")];
  assert.equal(await applyTransforms(transforms, file), "abé");
  assert.deepEqual(seen, [
    ["a", 1, file.path, "production"],
    ["ab", 2, file.path, "production"],
  ]);
  assert.equal(await applyTransforms([empty, none], file), "");
});

const ISLAND = "const text = 'über'; export default () => text;";

test("readProject - finds modules and static files, but no tests and no folders such as (_components)", async ({ root, write, read }) => {
  const empty = words`routes/index.tsx routes/(group)/a.ts routes/a_test.ts
    routes/b.test.tsx routes/notes.md routes/(_components)/Part.tsx
    islands/Count_test.js`;
  await write(
    ...empty.map((path): [string, string] => [path, ""]),
    ["islands/Count.js", ISLAND],
    ["static/sub/deep.txt", "deep"],
    ["static/site.css", "b {}"],
  );
  const { routes, islands, client, files, ...more } = await read();
  assert.deepEqual(routes, ["(group)/a.ts", "index.tsx"]);
  assert.deepEqual(islands, ["Count.js"]);
  const names = [...files.keys()];
  const modules = names.filter((name) => name.startsWith("/_fresh/js/"));
  assert.deepEqual(names, ["/site.css", "/sub/deep.txt", ...modules]);
  assert.deepEqual(files.get("/site.css"), { path: "static/site.css" });
  const entry = files.get(client);
  const path = client.replace("/_fresh/js/", "_fresh/client/");
  assert.equal(entry?.path, path);
  const island = /\{"Count\.js":\(\)=>import\("\.\/\w+\.js"\)\}/;
  assert.match(entry?.text ?? "", island);
  const { buildId, ...rest } = more;
  assert.match(buildId, /^[0-9a-f]{20}$/);
  assert.deepEqual(rest, { root, mode: "production" });
  // It only reads.
  const folders = [...Deno.readDirSync(root)].map(({ name }) => name);
  assert.deepEqual(folders.sort(), ["islands", "routes", "static"]);
});

test("readProject - a project may lack islands, static files and routes", async ({ read }) => {
  const { routes, islands, client, files } = await read();
  assert.deepEqual([routes, islands], [[], []]);
  assert(files.has(client));
});

test("readProject - bundles islands small for production, and with their sources for development", async ({ write, read }) => {
  await write(["islands/Count.js", ISLAND]);
  const textsIn = async (mode: "development" | "production") => {
    const { files } = await read(mode);
    return [...files.values()].map(({ text = "" }) => text);
  };
  const small = await textsIn("production");
  assert(small.every((text) => !text.includes("sourceMappingURL")));
  const [island] = small.filter((text) => text.includes("über"));
  const minified =
    /^import"\.\/\w+\.js";var (\w)="über",(\w)=\(\)=>\1;export\{\2 as default\};\n$/;
  assert.match(island, minified);
  const large = await textsIn("development");
  assert(large.every((text) => text.includes("//# sourceMappingURL=data:")));
  assert(large.some((text) => text.includes('var text = "über";')));
});

test("readProject - an island that does not bundle, or reads the environment, is refused", async ({ write, read }) => {
  const unknown = /^FRESH_PUBLIC_ variables are not known in islands$/;
  const refused: [code: string, message: RegExp][] = [
    ['import "no-such-package";', /no-such-package/],
    ['console.log(Deno.env.get("FRESH_PUBLIC_X"));', unknown],
  ];
  for (const [code, message] of refused) {
    await write(["islands/Broken.js", `${code} export default () => null;`]);
    await assert.rejects(read(), { message });
  }
});

test("readProject - an island with other exports, or among the routes, is refused", async ({ write, read }) => {
  const message =
    /islands\/Named\.js: an island has a default export, and no other$/;
  for (const text of ["", "export default () => null; "]) {
    await write(["islands/Named.js", `${text}export const Named = 1;`]);
    await assert.rejects(read(), { message });
  }
  await write(["routes/in/(_islands)/Local.js", ISLAND]);
  const place =
    "routes/in/(_islands)/Local.js: islands belong into the folder islands";
  await assert.rejects(read(), { message: place });
});

test("readStaticFiles - a file of an unknown type is refused in production only", async ({ source, write }) => {
  await write(["static/sub/LICENSE", "no extension"]);
  await readStaticFiles(source, "production");
  await write(["static/sub/clip.mp4", ""]);
  const { files } = await readStaticFiles(source, "development");
  assert.deepEqual([...files.keys()], ["/sub/LICENSE", "/sub/clip.mp4"]);
  await assert.rejects(readStaticFiles(source, "production"), {
    message: "static/sub/clip.mp4: the media type is unknown",
  });
});

test("readStaticFiles, fileSources - have what transforms make of a file, and its location if they leave it", async ({ root, source, write }) => {
  await write(["static/a.css", "a"], ["static/b.txt", "b"]);
  const transforms = [forFiles(/\.css$/, () => ({ content: "é" }))];
  const read = (more = {}) =>
    readStaticFiles({ ...source, ...more }, "production");
  const { files, buildId } = await read({ transforms });
  const sources = new Map<string, unknown>([
    ["/a.css", new TextEncoder().encode("é")],
    ["/b.txt", new URL(`file://${root}/static/b.txt`)],
  ]);
  assert.deepEqual(fileSources({ root, files }), sources);
  const plain = await read();
  assert.notEqual(plain.buildId, buildId);
  await write(["static/b.txt", "c"]);
  assert.notEqual((await read()).buildId, plain.buildId);
});

test("importModules - imports islands at once, and in development routes on their first request", async ({ root, write }) => {
  await write(
    ["routes/_middleware.js", "export const name = 'middleware';"],
    ["routes/index.js", "export const name = 'index';"],
    ["islands/Count.js", ISLAND],
  );
  const { routes, islands } = await importModules(root, "production");
  const nameOf = (module: unknown) => (module as { name: string }).name;
  assert.deepEqual(routes.map(([path, module]) => [path, nameOf(module)]), [
    ["_middleware.js", "middleware"],
    ["index.js", "index"],
  ]);
  assert.deepEqual([...islands.values()], ["Count.js"]);
  assert.equal(([...islands.keys()][0] as () => unknown)(), "über");
  const late = await importModules(root, "development");
  const [[, middleware], [, load]] = late.routes;
  assert.equal(nameOf(middleware), "middleware");
  assert(typeof load === "function");
  assert.equal(nameOf(await load()), "index");
});
