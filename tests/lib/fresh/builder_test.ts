import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { App } from "fresh";
import { Builder } from "fresh/dev";
import { sendTo } from "./request.ts";

const site = new URL("fixtures/site", import.meta.url).pathname;
const packages = new URL("../../../node_modules", import.meta.url).pathname;

/** A copy of the site in a folder of its own, which is not the working directory. */
async function copySite() {
  const root = await Deno.makeTempDir();
  await cp(site, root, { recursive: true });
  await Deno.symlink(packages, `${root}/node_modules`);
  return {
    root,
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }),
  };
}

/** Time of the last change of every file below a folder, by path. */
async function changes(folder: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      for (const entry of await changes(path)) found.set(...entry);
    } else found.set(path, (await Deno.stat(path)).mtime!.getTime());
  }
  return found;
}

Deno.test("Builder.build - writes a server that works from anywhere", async () => {
  await using copy = await copySite();
  await new Builder({ root: copy.root }).build();
  const text = await Deno.readTextFile(`${copy.root}/_fresh/server.js`);
  assert.doesNotMatch(text, /Deno\.cwd/);
  assert.ok(!text.includes(copy.root));
  const server = await import(`file://${copy.root}/_fresh/server.js`);
  const handler = (req: Request) => server.default.fetch(req);
  const page = await sendTo(handler, "GET /islands");
  assert.equal(page.status, 200);
  for (const url of new Set(page.body.match(/\/_fresh\/js\/[\w.-]+\.js/g))) {
    const module = await sendTo(handler, `GET ${url}`);
    assert.equal(module.status, 200);
    assert.doesNotMatch(module.body, new RegExp(copy.root));
  }
  const css = await sendTo(handler, "GET /site.css");
  assert.equal(css.body, await Deno.readTextFile(`${site}/static/site.css`));
  assert.equal((await sendTo(handler, "GET /word")).status, 200);
});

Deno.test("Builder.build - writes nothing but its folder, and no file that is right already", async () => {
  await using copy = await copySite();
  const before = await changes(copy.root);
  const builder = new Builder({ root: copy.root });
  await builder.build();
  const built = await changes(`${copy.root}/_fresh`);
  assert.deepEqual(
    new Map([...await changes(copy.root)].filter(([path]) => !built.has(path))),
    before,
  );
  await builder.build();
  assert.deepEqual(await changes(`${copy.root}/_fresh`), built);
});

Deno.test("Builder.build - leaves nothing of the build before", async () => {
  await using copy = await copySite();
  const builder = new Builder({ root: copy.root });
  await builder.build();
  const built = await changes(`${copy.root}/_fresh`);
  await Deno.writeTextFile(
    `${copy.root}/islands/Plain.tsx`,
    "export default () => <b>new</b>;",
  );
  await builder.build();
  const rebuilt = await changes(`${copy.root}/_fresh`);
  assert.notDeepEqual([...rebuilt.keys()], [...built.keys()]);
  const server = await Deno.readTextFile(`${copy.root}/_fresh/server.js`);
  const named = [...server.matchAll(/"client\/([^"]+)"/g)];
  const present = [...Deno.readDirSync(`${copy.root}/_fresh/client`)];
  assert.deepEqual(
    present.map(({ name }) => name).sort(),
    named.map(([, name]) => name).sort(),
  );
});

Deno.test("Builder.build - the version changes with the static files", async () => {
  await using copy = await copySite();
  const buildId = async () => {
    await new Builder({ root: copy.root }).build();
    const text = await Deno.readTextFile(`${copy.root}/_fresh/server.js`);
    return /buildId"?: "(\w+)"/.exec(text)?.[1];
  };
  const first = await buildId();
  assert.equal(await buildId(), first);
  await Deno.writeTextFile(`${copy.root}/static/site.css`, "body{}");
  assert.notEqual(await buildId(), first);
});

Deno.test("Builder.build - a project may lack islands, static files and routes", async () => {
  const root = await Deno.makeTempDir();
  const apply = await new Builder({ root }).build({ snapshot: "memory" });
  const app = new App().get("/", () => new Response("bare")).fsRoutes();
  apply(app);
  assert.equal((await sendTo(app.handler(), "GET /")).body, "bare");
  assert.deepEqual([...Deno.readDirSync(root)], []);
  await Deno.remove(root);
});

Deno.test("Builder.build - an island that does not bundle fails the build", async () => {
  await using copy = await copySite();
  await Deno.writeTextFile(
    `${copy.root}/islands/Broken.tsx`,
    'import "no-such-package"; export default () => null;',
  );
  await assert.rejects(
    new Builder({ root: copy.root }).build(),
    /no-such-package/,
  );
});

Deno.test("Builder.build - lets the process end", async () => {
  await using copy = await copySite();
  const script = `${copy.root}/dev.ts`;
  await Deno.writeTextFile(
    script,
    'import { Builder } from "fresh/dev"; await new Builder({ root: import.meta.dirname }).build();',
  );
  const config = new URL("../../../deno.json", import.meta.url).pathname;
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--config", config, script],
    cwd: "/",
  }).output();
  assert.equal(code, 0);
  assert((await Deno.stat(`${copy.root}/_fresh/server.js`)).isFile);
});
