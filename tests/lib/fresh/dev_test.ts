import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { App, staticFiles } from "fresh";
import { EndingBuilder } from "../../support/esbuild.ts";
import { browserTest } from "../../support/browser.ts";
import { sendTo } from "./request.ts";
import { tempFolder } from "../../support/temp_folder.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(copySite);

const site = new URL("fixtures/site", import.meta.url).pathname;
const readText = Deno.readTextFile;
const writeText = Deno.writeTextFile;
const packages = new URL("../../../node_modules", import.meta.url).pathname;

/** A copy of the site in a folder of its own, which is not the working directory. */
async function copySite() {
  const root = await Deno.makeTempDir();
  await cp(site, root, { recursive: true });
  await Deno.symlink(packages, `${root}/node_modules`);
  /** Builds the server, and imports it. */
  const build = async () => {
    await new EndingBuilder({ root }).build();
    const server = await import(`file://${root}/_fresh/server.js`);
    const handler = (req: Request): Response => server.default.fetch(req);
    return { server, handler };
  };
  const remove = () => Deno.remove(root, { recursive: true });
  return { root, build, [Symbol.asyncDispose]: remove };
}

/** A route that counts how often it was imported. */
async function countedRoute(root: string, name: string) {
  const mark = `${name}.ts is loaded`;
  const code = `performance.mark("${mark}");
    export const handler = { GET: () => new Response("late") };`;
  await writeText(`${root}/routes/${name}.ts`, code);
  return () => performance.getEntriesByName(mark).length;
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
  const { handler } = await copy.build();
  const text = await readText(`${copy.root}/_fresh/server.js`);
  assert.doesNotMatch(text, /Deno\.cwd/);
  assert.ok(!text.includes(copy.root));
  const page = await sendTo(handler, "GET /islands");
  assert.equal(page.status, 200);
  for (const url of new Set(page.body.match(/\/_fresh\/js\/[\w.-]+\.js/g))) {
    const module = await sendTo(handler, `GET ${url}`);
    assert.equal(module.status, 200);
    assert.doesNotMatch(module.body, new RegExp(copy.root));
  }
  const css = await sendTo(handler, "GET /site.css");
  assert.equal(css.body, await readText(`${site}/static/site.css`));
  assert.equal((await sendTo(handler, "GET /word")).status, 200);
});

test("Builder.build - a route is imported on its first request, and responds synchronously afterwards", async (copy) => {
  const loads = await countedRoute(copy.root, "late");
  const { handler } = await copy.build();
  assert.equal((await sendTo(handler, "GET /word")).status, 200);
  assert.equal(loads(), 0);
  const requests = ["GET /late", "POST /late", "GET /late"]
    .map((request) => sendTo(handler, request));
  const first = await Promise.all(requests);
  assert.deepEqual(first.map(({ status }) => status), [200, 404, 200]);
  assert.equal(loads(), 1);
  const next = handler(new Request("http://site.test/late"));
  assert(next instanceof Response);
  assert.equal(await next.text(), "late");
});

test("Builder.build - writes a server that loads the routes of some files before their first request", async (copy) => {
  const wanted = await countedRoute(copy.root, "wanted");
  const unwanted = await countedRoute(copy.root, "unwanted");
  const { server } = await copy.build();
  await server.loadRoutes((file: string) => file === "wanted.ts");
  assert.deepEqual([wanted(), unwanted()], [1, 0]);
  await server.loadRoutes();
  assert.deepEqual([wanted(), unwanted()], [1, 1]);
});

test("Builder.build - a route that cannot be loaded does not affect others", async (copy) => {
  const code = 'throw new Error("secret"); export const handler = {};';
  await writeText(`${copy.root}/routes/late.ts`, code);
  const { handler } = await copy.build();
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
  const others = [...await changes(copy.root)]
    .filter(([path]) => !built.has(path));
  assert.deepEqual(new Map(others), before);
  await builder.build();
  assert.deepEqual(await changes(`${copy.root}/_fresh`), built);
});

test("Builder.build - leaves nothing of the build before", async (copy) => {
  const builder = new EndingBuilder({ root: copy.root });
  await builder.build();
  const built = await changes(`${copy.root}/_fresh`);
  const code = "export default () => <b>new</b>;";
  await writeText(`${copy.root}/islands/Plain.tsx`, code);
  await builder.build();
  const rebuilt = await changes(`${copy.root}/_fresh`);
  assert.notDeepEqual([...rebuilt.keys()], [...built.keys()]);
  const server = await readText(`${copy.root}/_fresh/server.js`);
  const named = [...server.matchAll(/_fresh\/client\/([^"]+)"/g)]
    .map(([, name]) => name);
  const present = [...Deno.readDirSync(`${copy.root}/_fresh/client`)]
    .map(({ name }) => name);
  assert.deepEqual(present.sort(), named.sort());
});

test("Builder.build - the version changes with the static files", async (copy) => {
  const buildId = async () => {
    await new EndingBuilder({ root: copy.root }).build();
    const text = await readText(`${copy.root}/_fresh/server.js`);
    return /buildId"?: "(\w+)"/.exec(text)?.[1];
  };
  const first = await buildId();
  assert.equal(await buildId(), first);
  await writeText(`${copy.root}/static/site.css`, "body{}");
  assert.notEqual(await buildId(), first);
});

test("Builder.onTransformStaticFile - serves the transformed content, and does not change the file", async (copy) => {
  await Deno.mkdir(`${copy.root}/static/more`);
  await writeText(`${copy.root}/static/more/two.css`, "b {}");
  const before = await readText(`${copy.root}/static/site.css`);
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
    const bodyAt = async (path: string) =>
      (await sendTo(handler, `GET ${path}`)).body;
    assert.equal(await bodyAt("/site.css"), `${before}/* first */`);
    assert.equal(await bodyAt("/more/two.css"), "b {}/* first */ last");
    const other = await readText(`${site}/static/sub/deep.txt`);
    assert.equal(await bodyAt("/sub/deep.txt"), other);
  }
  assert.equal(await readText(`${copy.root}/static/site.css`), before);

  await new EndingBuilder({ root: copy.root }).build();
  const written = [...(await changes(`${copy.root}/_fresh`)).keys()];
  assert.deepEqual(written.filter((path) => path.endsWith(".css")), []);
});

Deno.test("Builder.build - a project may lack islands, static files and routes", async () => {
  await using folder = await tempFolder();
  const builder = new EndingBuilder({ root: folder.path });
  const apply = await builder.build({ snapshot: "memory" });
  const app = new App().get("/", () => new Response("bare")).fsRoutes();
  apply(app);
  assert.equal((await sendTo(app.handler(), "GET /")).body, "bare");
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

test("Builder.build - lets the process end", async (copy) => {
  const script = `${copy.root}/dev.ts`;
  const program = `import { Builder } from "fresh/dev";
    await new Builder({ root: import.meta.dirname }).build();`;
  await writeText(script, program);
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
  const { signal } = controller;
  const started = Promise.withResolvers<number>();
  const load = () => import(`file://${root}/main.ts`);
  const ended = new EndingBuilder({ root }).listen(load, {
    port,
    hostname: "127.0.0.1",
    signal,
    onListen: (address) => started.resolve(address.port),
  });
  const origin = `http://127.0.0.1:${await started.promise}`;
  return {
    origin,
    async textOf(path: string, init?: RequestInit) {
      return await (await fetch(origin + path, init)).text();
    },
    async end() {
      controller.abort();
      await ended;
    },
  };
}

Deno.test("Builder.listen - serves the app in development mode, with a script on every page", async () => {
  const run = await startRun(0);
  const response = await fetch(`${run.origin}/`);
  const body = await response.text();
  assert.equal(response.status, 200);
  assert.match(body, /<title>Home<\/title>/);
  assert.match(body, /<script type="module"/);
  await run.end();
});

test("Builder.listen - adds the script to a page that the app does not compress, and to nothing else", async ({ root }) => {
  const code = `export const handler = (ctx) =>
    new Response(String(ctx.req.headers.get("accept-encoding")), {
      headers: { "content-type": ctx.url.searchParams.get("as") },
    });`;
  await writeText(`${root}/routes/accepted.ts`, code);
  const run = await startRun(0, root);
  const headers = { "accept-encoding": "gzip" };
  const get = (type: string) => run.textOf(`/accepted?as=${type}`, { headers });
  const script = '<script type="module" src="/_fresh/reload.js"></script>';
  assert.equal(await get("text/html"), `null${script}`);
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
  const { origin } = run;
  // Of a page that is closed soon.
  const others = serverIds(origin);
  await others.next();
  await others.return(undefined);
  const ids = serverIds(origin);
  const seen = new Set([(await ids.next()).value]);
  const styles = () => run.textOf("/site.css");
  // Read before, so that a copy of it could be kept.
  assert.equal(await styles(), await readText(`${site}/static/site.css`));
  for (const content of ["b { color: red }", "b { color: tan }"]) {
    await writeText(`${copy.root}/static/site.css`, content);
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
  const loads = await countedRoute(root, "late_dev");
  const run = await startRun(0, root);
  await run.textOf("/");
  assert.equal(loads(), 0);
  assert.equal(await run.textOf("/late_dev"), "late");
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
    await page.goto(`${first.origin}/`);
    await alive;
    await page.evaluate("globalThis.isOld = true");
    await first.end();
    const second = await startRun(Number(new URL(first.origin).port));
    await page.waitForFunction(
      "globalThis.isOld === undefined && document.title === 'Home'",
    );
    await page.close();
    await second.end();
  },
);
