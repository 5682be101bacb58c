import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { App, staticFiles } from "fresh";
import { EndingBuilder } from "../../support/esbuild.ts";
import { browserTest } from "../../support/browser.ts";
import { sendTo } from "./request.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(copySite);

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

test("Builder.build - writes a server that works from anywhere", async (copy) => {
  await new EndingBuilder({ root: copy.root }).build();
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

test("Builder.build - a route is imported on its first request, and responds synchronously afterwards", async (copy) => {
  await Deno.writeTextFile(
    `${copy.root}/routes/late.ts`,
    `performance.mark("late.ts is loaded");
    export const handler = { GET: () => new Response("late") };`,
  );
  await new EndingBuilder({ root: copy.root }).build();
  const server = await import(`file://${copy.root}/_fresh/server.js`);
  const handler = (req: Request) => server.default.fetch(req);
  const loads = () => performance.getEntriesByName("late.ts is loaded").length;
  assert.equal((await sendTo(handler, "GET /word")).status, 200);
  assert.equal(loads(), 0);
  const first = await Promise.all([
    sendTo(handler, "GET /late"),
    sendTo(handler, "POST /late"),
    sendTo(handler, "GET /late"),
  ]);
  assert.deepEqual(first.map(({ status }) => status), [200, 404, 200]);
  assert.equal(loads(), 1);
  const next = handler(new Request("http://site.test/late"));
  assert(next instanceof Response);
  assert.equal(await next.text(), "late");
});

test("Builder.build - writes a server that loads the routes of some files before their first request", async (copy) => {
  for (const name of ["wanted", "unwanted"]) {
    await Deno.writeTextFile(
      `${copy.root}/routes/${name}.ts`,
      `performance.mark("${name}.ts is loaded");
      export const handler = { GET: () => new Response("") };`,
    );
  }
  await new EndingBuilder({ root: copy.root }).build();
  const server = await import(`file://${copy.root}/_fresh/server.js`);
  const loads = () =>
    ["wanted", "unwanted"].map((name) =>
      performance.getEntriesByName(`${name}.ts is loaded`).length
    );
  await server.loadRoutes((file: string) => file === "wanted.ts");
  assert.deepEqual(loads(), [1, 0]);
  await server.loadRoutes();
  assert.deepEqual(loads(), [1, 1]);
});

test("Builder.build - a route that cannot be loaded does not affect others", async (copy) => {
  await Deno.writeTextFile(
    `${copy.root}/routes/late.ts`,
    'throw new Error("secret"); export const handler = {};',
  );
  await new EndingBuilder({ root: copy.root }).build();
  const server = await import(`file://${copy.root}/_fresh/server.js`);
  const handler = (req: Request) => server.default.fetch(req);
  for (let i = 0; i < 2; i++) {
    const { status, body } = await sendTo(handler, "GET /late");
    assert.equal(status, 500);
    assert.match(body, /<p>failed<\/p>/);
  }
  assert.equal((await sendTo(handler, "GET /word")).status, 200);
});

test("Builder.build - writes nothing but its folder, and no file that is right already", async (copy) => {
  const before = await changes(copy.root);
  const builder = new EndingBuilder({ root: copy.root });
  await builder.build();
  const built = await changes(`${copy.root}/_fresh`);
  assert.deepEqual(
    new Map([...await changes(copy.root)].filter(([path]) => !built.has(path))),
    before,
  );
  await builder.build();
  assert.deepEqual(await changes(`${copy.root}/_fresh`), built);
});

test("Builder.build - leaves nothing of the build before", async (copy) => {
  const builder = new EndingBuilder({ root: copy.root });
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
  const named = [...server.matchAll(/_fresh\/client\/([^"]+)"/g)];
  const present = [...Deno.readDirSync(`${copy.root}/_fresh/client`)];
  assert.deepEqual(
    present.map(({ name }) => name).sort(),
    named.map(([, name]) => name).sort(),
  );
});

test("Builder.build - the version changes with the static files", async (copy) => {
  const buildId = async () => {
    await new EndingBuilder({ root: copy.root }).build();
    const text = await Deno.readTextFile(`${copy.root}/_fresh/server.js`);
    return /buildId"?: "(\w+)"/.exec(text)?.[1];
  };
  const first = await buildId();
  assert.equal(await buildId(), first);
  await Deno.writeTextFile(`${copy.root}/static/site.css`, "body{}");
  assert.notEqual(await buildId(), first);
});

test("Builder.onTransformStaticFile - serves the transformed content, and does not change the file", async (copy) => {
  await Deno.mkdir(`${copy.root}/static/more`);
  await Deno.writeTextFile(`${copy.root}/static/more/two.css`, "b {}");
  const before = await Deno.readTextFile(`${copy.root}/static/site.css`);
  const builder = new EndingBuilder({ root: copy.root, target: "es2022" });
  const seen: string[] = [];
  builder.onTransformStaticFile(
    { pluginName: "first", filter: /\.css$/ },
    ({ path, text, content, mode, target }) => {
      assert.equal(new TextDecoder().decode(content), text);
      seen.push(`${path.slice(copy.root.length)} ${mode} ${target}`);
      return { content: `${text}/* first */` };
    },
  );
  builder.onTransformStaticFile(
    { pluginName: "second", filter: /two\.css$/ },
    async ({ text }) => ({ content: await Promise.resolve(`${text} last`) }),
  );
  builder.onTransformStaticFile({ pluginName: "none", filter: /./ }, () => {});
  const applySnapshot = await builder.build({ snapshot: "memory" });
  assert.deepEqual(seen, [
    "/static/more/two.css production es2022",
    "/static/site.css production es2022",
  ]);
  await builder.build();
  const app = new App();
  app.use(staticFiles());
  applySnapshot(app);
  const server = await import(`file://${copy.root}/_fresh/server.js`);
  for (const handler of [app.handler(), server.default.fetch]) {
    const first = await sendTo(handler, "GET /site.css");
    assert.equal(first.body, `${before}/* first */`);
    const second = await sendTo(handler, "GET /more/two.css");
    assert.equal(second.body, "b {}/* first */ last");
    const other = await sendTo(handler, "GET /sub/deep.txt");
    assert.equal(
      other.body,
      await Deno.readTextFile(`${site}/static/sub/deep.txt`),
    );
  }
  assert.equal(await Deno.readTextFile(`${copy.root}/static/site.css`), before);

  await new EndingBuilder({ root: copy.root }).build();
  assert.deepEqual(
    [...(await changes(`${copy.root}/_fresh`)).keys()].filter((path) =>
      path.endsWith(".css")
    ),
    [],
  );
});

Deno.test("Builder.build - a project may lack islands, static files and routes", async () => {
  const root = await Deno.makeTempDir();
  const apply = await new EndingBuilder({ root }).build({ snapshot: "memory" });
  const app = new App().get("/", () => new Response("bare")).fsRoutes();
  apply(app);
  assert.equal((await sendTo(app.handler(), "GET /")).body, "bare");
  assert.deepEqual([...Deno.readDirSync(root)], []);
  await Deno.remove(root);
});

test("Builder.build - lets the process end", async (copy) => {
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

/** A run of the development server, as the process that `--watch` starts anew would be. */
async function startRun(port: number, root = site) {
  const controller = new AbortController();
  const started = Promise.withResolvers<number>();
  const ended = new EndingBuilder({ root }).listen(
    () => import(`file://${root}/main.ts`),
    {
      port,
      hostname: "127.0.0.1",
      signal: controller.signal,
      onListen: (address) => started.resolve(address.port),
    },
  );
  return {
    port: await started.promise,
    async end() {
      controller.abort();
      await ended;
    },
  };
}

Deno.test("Builder.listen - serves the app in development mode, with a script on every page", async () => {
  const run = await startRun(0);
  const response = await fetch(`http://127.0.0.1:${run.port}/`);
  const body = await response.text();
  assert.equal(response.status, 200);
  assert.match(body, /<title>Home<\/title>/);
  assert.match(body, /<script type="module"/);
  await run.end();
});

test("Builder.listen - adds the script to a page that the app does not compress, and to nothing else", async ({ root }) => {
  await Deno.writeTextFile(
    `${root}/routes/accepted.ts`,
    `export const handler = (ctx) =>
      new Response(String(ctx.req.headers.get("accept-encoding")), {
        headers: { "content-type": ctx.url.searchParams.get("as") },
      });`,
  );
  const run = await startRun(0, root);
  const get = async (type: string) => {
    const url = `http://127.0.0.1:${run.port}/accepted?as=${type}`;
    const headers = { "accept-encoding": "gzip" };
    return await (await fetch(url, { headers })).text();
  };
  assert.equal(
    await get("text/html"),
    'null<script type="module" src="/_fresh/reload.js"></script>',
  );
  assert.equal(await get("text/plain"), "null");
  await run.end();
});

/** The IDs that an open page is told; it reloads at each but the first. */
async function* serverIds(origin: string): AsyncGenerator<string, undefined> {
  const { body } = await fetch(`${origin}/_fresh/alive`);
  let partial = "";
  for await (const text of body!.pipeThrough(new TextDecoderStream())) {
    const lines = (partial + text).split("\n");
    partial = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith("data: ")) yield line.slice("data: ".length);
    }
  }
}

test("Builder.listen - pages reload after each change of a static file, and get the new one", async (copy) => {
  const run = await startRun(0, copy.root);
  const origin = `http://127.0.0.1:${run.port}`;
  // Of a page that is closed soon.
  const others = serverIds(origin);
  await others.next();
  await others.return(undefined);
  const ids = serverIds(origin);
  const seen = new Set([(await ids.next()).value]);
  const styles = async () => await (await fetch(`${origin}/site.css`)).text();
  // Read before, so that a copy of it could be kept.
  assert.equal(
    await styles(),
    await Deno.readTextFile(`${site}/static/site.css`),
  );
  for (const content of ["b { color: red }", "b { color: tan }"]) {
    await Deno.writeTextFile(`${copy.root}/static/site.css`, content);
    // One that was read half written would be followed by the whole.
    do {
      const { value } = await ids.next();
      assert(value !== undefined && !seen.has(value));
      seen.add(value);
    } while (await styles() !== content);
  }
  // Which is neither opened nor written.
  await Deno.remove(`${copy.root}/static/sub/deep.txt`);
  const { value } = await ids.next();
  assert(value !== undefined && !seen.has(value));
  // Not by a signal: it ends no body whose response has been garbage-collected.
  await ids.return(undefined);
  await run.end();
});

test("Builder.listen - imports a route on its first request", async ({ root }) => {
  await Deno.writeTextFile(
    `${root}/routes/late_dev.ts`,
    `performance.mark("late_dev.ts is loaded");
    export const handler = { GET: () => new Response("late") };`,
  );
  const run = await startRun(0, root);
  const get = async (path: string) =>
    await (await fetch(`http://127.0.0.1:${run.port}${path}`)).text();
  const loads = () =>
    performance.getEntriesByName("late_dev.ts is loaded").length;
  await get("/");
  assert.equal(loads(), 0);
  assert.equal(await get("/late_dev"), "late");
  assert.equal(loads(), 1);
  await run.end();
});

browserTest(
  "Builder.listen - a page reloads after a restart of the server",
  async (browser) => {
    const first = await startRun(0);
    const page = await browser.newPage();
    const alive = page.waitForResponse((response) =>
      response.url().endsWith("/_fresh/alive")
    );
    await page.goto(`http://127.0.0.1:${first.port}/`);
    await alive;
    await page.evaluate("globalThis.isOld = true");
    await first.end();
    const second = await startRun(first.port);
    await page.waitForFunction(
      "globalThis.isOld === undefined && document.title === 'Home'",
    );
    await page.close();
    await second.end();
  },
);
