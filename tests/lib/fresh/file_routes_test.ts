import assert from "node:assert/strict";
import { App, type Context } from "fresh";
import { h } from "preact";
import { applySnapshot as apply } from "../../../lib/fresh/snapshot.ts";
import { applySnapshot, handler } from "./built_site.ts";
import { send, sendTo } from "./request.ts";

const get = (request: string) => sendTo(handler, request);
const json = async (path: string) =>
  JSON.parse((await get(`GET ${path}`)).body);

Deno.test("file routes - index matches the folder, wrapped in _app and after _middleware", async () => {
  const { status, body } = await get("GET /");
  assert.equal(status, 200);
  assert.match(body, /^<!DOCTYPE html><html lang="en">/);
  assert.match(body, /<title>Home<\/title>/);
  const main =
    /<body data-seen="use,root"><main>at \/ &lt;here&gt;<\/main><\/body>/;
  assert.match(body, main);
});

Deno.test("file routes - [name] matches one part, [...name] the rest, which can be empty; a literal name comes before both", async () => {
  const seen = ["use", "root", "api"];
  const thing = { id: "7", route: "/api/thing/:id", seen };
  const route = "/api/:path*";
  assert.deepEqual(await json("/api/thing/7"), thing);
  assert.deepEqual(await json("/api/q/r"), { path: "q/r", route });
  assert.deepEqual(await json("/api"), { path: "", route });
  assert.equal((await get("GET /api/thing/special")).body, "special");
  assert.equal((await get("GET /api/thing/special/")).body, "special");
  assert.equal((await json("/api/thing/other")).route, "/api/thing/:id");
  assert.equal((await json("/api/thing")).route, "/api/:path*");
});

Deno.test("file routes - omit a group from the path, and run its middlewares only for its routes, the root's alone for an unmatched path", async () => {
  const seen = ["use", "root", "group"];
  assert.deepEqual(await json("/word"), { target: "word", seen });
  assert.match((await get("GET /no/where")).body, /data-seen="use,root"/);
  const { status, body } = await get("GET /no/where");
  assert.equal(status, 404);
  assert.match(body, /<body data-seen="use,root"><p>404 <\/p><\/body>/);
});

Deno.test("file routes - return 404 for a missing method after all middlewares, respond to HEAD like GET, and render a component without handler for every method", async () => {
  for (const method of ["POST", "PUT", "OPTIONS"]) {
    const { status, body, headers } = await get(`${method} /api/thing/7`);
    assert.equal(status, 404);
    assert.equal(headers.get("allow"), null);
    assert.match(body, /data-seen="use,root,api"/);
  }
  const { status, headers, body } = await get("HEAD /api/thing/7");
  assert.deepEqual([status, body], [200, ""]);
  assert.equal(headers.get("content-type"), "application/json");
  assert.match((await get("POST /")).body, /<title>Home<\/title>/);
});

Deno.test("file routes - _error renders errors with their status, without details; that of a folder within its layout", async () => {
  const teapot = await get("GET /api/thing/teapot");
  assert.equal(teapot.status, 418);
  const text =
    /<body data-seen="use,root,api"><p>418 short and stout<\/p><\/body>/;
  assert.match(teapot.body, text);
  const broken = await get("GET /api/thing/broken");
  assert.equal(broken.status, 500);
  assert.match(broken.body, /<p>failed<\/p>/);
  assert.doesNotMatch(broken.body, /secret/);
  const { status, body } = await get("GET /nested/fail");
  assert.equal(status, 500);
  const nested = /<div class="outer"><i>nested Error: in the page<\/i><\/div>/;
  assert.match(body, nested);
});

Deno.test("file routes - nest layouts, also async ones, and use the handler's data, status and headers; skip layouts by config", async () => {
  const { status, headers, body } = await get("GET /nested/inner");
  assert.deepEqual([status, headers.get("x-page")], [201, "inner"]);
  const inner = '<div class="inner"><b>made</b></div>';
  assert(body.includes(`<div class="outer">${inner}</div>`), body);
  const bare = await get("GET /nested/inner/bare");
  assert.match(bare.body, /<body data-seen="use,root"><b>bare<\/b><\/body>/);
});

/** An app of modules by path in the routes folder. */
function appOf(routes: Record<string, unknown>): App<unknown> {
  const made = new App();
  const names = {
    root: ".",
    buildId: "",
    client: "",
    mode: "production",
  } as const;
  const none = { islands: new Map(), files: new Map() };
  apply(made, { ...names, ...none, routes: Object.entries(routes) });
  // asset() takes the version of the last: to the tests of other files, that of the site.
  applySnapshot(new App());
  return made.fsRoutes();
}

type AnyContext = Context<unknown>;

/** A layout or an app wrapper with its name around the page. */
function around(name: string) {
  return ({ Component }: { Component: () => null }) =>
    h("div", { id: name }, h(Component, null));
}

Deno.test("file routes - export handlers as well as handler, also in _middleware", async () => {
  const mark = async (ctx: AnyContext) => {
    const response = await ctx.next();
    response.headers.append("x-seen", "yes");
    return response;
  };
  for (const name of ["handler", "handlers", "default"]) {
    const made = appOf({
      "_middleware.ts": { [name]: mark },
      "a.ts": { handlers: { GET: () => new Response("a") } },
      "b.ts": { handlers: () => new Response("b") },
    });
    for (const path of ["a", "b"]) {
      const { body, headers } = await send(made, `GET /${path}`);
      assert.deepEqual([body, headers.get("x-seen")], [path, "yes"], name);
    }
  }
});

Deno.test("file routes - a route is imported on its first request, once", async () => {
  let imports = 0;
  const load = () => {
    imports++;
    return Promise.resolve({ handler: () => new Response("late") });
  };
  const handle = appOf({ "late.ts": load }).handler();
  assert.equal(imports, 0);
  assert.equal((await sendTo(handle, "GET /late")).body, "late");
  const next = handle(new Request("http://site.test/late"));
  assert(next instanceof Response);
  assert.equal(await next.text(), "late");
  assert.equal(imports, 1);
});

Deno.test("file routes - a handler for HEAD takes the place of GET's", async () => {
  const say = (text: string) => () =>
    new Response("", { headers: { "x-by": text } });
  const made = appOf({
    "own.ts": { handler: { GET: say("GET"), HEAD: say("HEAD") } },
    "get.ts": { handler: { GET: say("GET") } },
  });
  const cases = [["HEAD /own", "HEAD"], ["GET /own", "GET"]];
  for (const [request, by] of [...cases, ["HEAD /get", "GET"]]) {
    assert.equal((await send(made, request)).headers.get("x-by"), by, request);
  }
});

Deno.test("file routes - a layout can skip those around it, and the wrapper", async () => {
  const bodyOf = async (config: unknown) => {
    const made = appOf({
      "_app.tsx": { default: around("app") },
      "_layout.tsx": { default: around("outer") },
      "in/_layout.tsx": { default: around("inner"), config },
      "in/index.tsx": { default: () => "page" },
    });
    const { body } = await send(made, "GET /in");
    return [...body.matchAll(/id="(\w+)"/g)].map(([, id]) => id);
  };
  assert.deepEqual(await bodyOf(undefined), ["app", "outer", "inner"]);
  const alone = await bodyOf({ skipInheritedLayouts: true });
  assert.deepEqual(alone, ["app", "inner"]);
  assert.deepEqual(await bodyOf({ skipAppWrapper: true }), ["outer", "inner"]);
});

Deno.test("file routes - refuse what Fresh has and this engine lacks, and two files for one URL", () => {
  const page = { default: () => null };
  const onlyComponent =
    /^_(app|layout): the only function it exports is a component$/;
  const layout = { ...page, handler: () => null };
  const byMethod = { handler: { GET: () => null } };
  const elsewhere = { ...page, config: { routeOverride: "/y" } };
  const refused: [routes: Record<string, unknown>, message: RegExp][] = [
    [{ "(a)/x.ts": page, "(b)/x.ts": page }, /two files .* URL \/x$/i],
    [{ "x.ts": page, "x/index.ts": page }, /two files .* URL \/x$/i],
    [{ "[[x]].ts": page }, /^\[\[x\]\]\.ts: no part is optional$/],
    [{ "_500.tsx": page }, /^_500: no such file is known in routes$/],
    [
      { "x.ts": {} },
      /^A file in routes exports neither a component nor a handler$/,
    ],
    [{ "_layout.tsx": layout }, onlyComponent],
    [{ "_app.tsx": {} }, onlyComponent],
    [
      { "_middleware.ts": byMethod },
      /^_middleware: a middleware is a function for all methods$/,
    ],
    [{ "x.ts": elsewhere }, /^config\.routeOverride is unknown$/],
  ];
  for (const [routes, message] of refused) {
    assert.throws(() => appOf(routes).handler(), { message });
  }
});
