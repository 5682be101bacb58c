import assert from "node:assert/strict";
import { App } from "fresh";
import { Head } from "fresh/runtime";
import { assertBodies, send } from "./request.ts";

Deno.test("Context.params - are decoded, except reserved characters", async () => {
  const app = new App().get("/t/:id", (ctx) => new Response(ctx.params.id));
  const cases = {
    "a%20b": "a b",
    "%C3%A9": "é",
    "a%2Fb": "a%2Fb",
    "a%3Fb%23": "a%3Fb%23",
    "%25": "%",
    "%2541": "%41",
    "a+b": "a+b",
    "..%2f..": "..%2f..",
    "2001:db8::1": "2001:db8::1",
  };
  for (const [sent, received] of Object.entries(cases)) {
    assert.equal((await send(app, `GET /t/${sent}`)).body, received);
  }
});

Deno.test("Context.params - include several parts, and the rest of a path", async () => {
  const app = new App()
    .get("/a/:x/b/:y", (ctx) => Response.json(ctx.params))
    .get("/rest/:path*", (ctx) => Response.json(ctx.params));
  await assertBodies(app, {
    "GET /a/1/b/2": '{"x":"1","y":"2"}',
    "GET /rest/a/b": '{"path":"a/b"}',
    "GET /rest": '{"path":""}',
  });
});

Deno.test("Context.url - has the query, and collapses slashes", async () => {
  const app = new App().get(
    "/a/:b",
    ({ url, params }) =>
      Response.json([url.pathname, url.searchParams.get("q"), params.b]),
  );
  await assertBodies(app, {
    "GET //a///c?q=%20x//y": '["/a/c"," x//y","c"]',
    "GET /z/../a/%63?q=1": '["/a/%63","1","c"]',
  });
});

Deno.test("Context.route - is the matched pattern, or null", async () => {
  const app = new App()
    .use(async (ctx) =>
      ctx.route === null ? new Response("none") : await ctx.next()
    )
    .get("/a/:b", (ctx) => new Response(ctx.route));
  await assertBodies(app, { "GET /a/x": "/a/:b", "GET /zip": "none" });
});

Deno.test("Context.state - is one object per request", async () => {
  const app = new App<{ count: number }>()
    .use((ctx) => {
      ctx.state.count = (ctx.state.count ?? 0) + 1;
      return ctx.next();
    })
    .get("/", (ctx) => Response.json(ctx.state));
  assert.equal((await send(app, "GET /")).body, '{"count":1}');
  assert.equal((await send(app, "GET /")).body, '{"count":1}');
});

Deno.test("Context.error - is what a later middleware threw, for one that catches it", async () => {
  const thrown = [new Error("sync"), new Error("async")];
  const app = new App()
    .use(async (ctx) => {
      const before = ctx.error;
      try {
        return await ctx.next();
      } catch (caught) {
        return Response.json([before, ctx.error === caught, String(caught)]);
      }
    })
    .use((ctx) => ctx.next())
    .get("/sync", () => {
      throw thrown[0];
    })
    .get("/async", () => Promise.reject(thrown[1]));
  await assertBodies(app, {
    "GET /sync": '[null,true,"Error: sync"]',
    "GET /async": '[null,true,"Error: async"]',
    "GET /none": '[null,true,"HttpError"]',
  });
});

Deno.test("Context - has the request, the connection and the configuration", async () => {
  const app = new App().get("/", ({ req, info, config, error }) => {
    const { mode, basePath } = config;
    const { transport } = info.remoteAddr;
    const test = req.headers.get("x-test");
    return Response.json([test, transport, mode, basePath, error]);
  });
  const { body } = await send(app, "GET /", { "x-test": "1" });
  assert.equal(body, '["1","tcp","production","",null]');
});

Deno.test("Context.redirect - is 302 by default, and never leaves the host", async () => {
  const app = new App()
    .get("/a", (ctx) => ctx.redirect("/there?x=//y"))
    .get("/b", (ctx) => ctx.redirect("https://example.org/x//y", 307))
    .get("/c", (ctx) => ctx.redirect("//evil.example/a//b?x=//y"));
  const locations: unknown[] = [];
  for (const path of ["/a", "/b", "/c"]) {
    const { status, headers } = await send(app, `GET ${path}`);
    locations.push([status, headers.get("location")]);
  }
  assert.deepEqual(locations, [
    [302, "/there?x=//y"],
    [307, "https://example.org/x//y"],
    [302, "/evil.example/a/b?x=//y"],
  ]);
});

Deno.test("Context.next - a synchronous response needs no promise, unless a middleware replaces it", async () => {
  const app = new App()
    .use((ctx) => ctx.next())
    .use("/other", async (ctx) => {
      await ctx.next();
      return new Response("replaced");
    })
    .get("/", () => new Response("at once"))
    .get("/other", () => new Response("first"))
    .get("/last", (ctx) => ctx.next());
  const get = (path: string) =>
    app.handler()(new Request(`http://site.test${path}`));
  const atOnce = get("/");
  assert(atOnce instanceof Response);
  assert.equal(await atOnce.text(), "at once");
  const replaced = get("/other");
  assert(replaced instanceof Promise);
  assert.equal(await (await replaced).text(), "replaced");
  // After the last middleware, it rejects with 404.
  assert.equal((await send(app, "GET /last")).status, 404);
});

Deno.test("Context.render - returns a minimal document without app wrapper", async () => {
  const app = new App().get("/", (ctx) => ctx.render(<p>{"<&"}</p>));
  const { status, headers, body } = await send(app, "GET /");
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
  assert.equal(
    body,
    '<!DOCTYPE html><html><head><meta charset="utf-8"/></head><body><p>&lt;&amp;</p></body></html>',
  );
});

Deno.test("Context.render - keeps patterns of String.replace in a title", async () => {
  const app = new App().get("/", (ctx) =>
    ctx.render(
      <>
        <Head>
          <title>$& $$ $1 $` $'</title>
        </Head>
        <p>text</p>
      </>,
    ));
  const { body } = await send(app, "GET /");
  assert.equal(
    body,
    '<!DOCTYPE html><html><head><meta charset="utf-8"/><title>$&amp; $$ $1 $` $\'</title></head><body><p>text</p></body></html>',
  );
});

Deno.test("Context.render - sends status, status text and repeated headers", async () => {
  const sent: [string, string][] = [["set-cookie", "a=1"]];
  sent.push(["set-cookie", "b=2"], ["content-type", "text/plain"]);
  const init = { status: 418, headers: sent };
  const app = new App().get("/", (ctx) => ctx.render(<p />, init));
  const { status, headers } = await send(app, "GET /");
  assert.equal(status, 418);
  assert.deepEqual(headers.getSetCookie(), ["a=1", "b=2"]);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
});
