import assert from "node:assert/strict";
import { App } from "fresh";
import { Head } from "fresh/runtime";
import { send } from "./request.ts";

Deno.test("Context.params - are decoded, except reserved characters", async () => {
  const app = new App().get("/t/:id", (ctx) => Response.json(ctx.params));
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
    assert.deepEqual(JSON.parse((await send(app, `GET /t/${sent}`)).body), {
      id: received,
    });
  }
});

Deno.test("Context.params - include several parts, and the rest of a path", async () => {
  const app = new App()
    .get("/a/:x/b/:y", (ctx) => Response.json(ctx.params))
    .get("/rest/:path*", (ctx) => Response.json(ctx.params));
  assert.equal((await send(app, "GET /a/1/b/2")).body, '{"x":"1","y":"2"}');
  assert.equal((await send(app, "GET /rest/a/b")).body, '{"path":"a/b"}');
  assert.equal((await send(app, "GET /rest")).body, '{"path":""}');
});

Deno.test("Context.url - has the query, and collapses slashes", async () => {
  const app = new App().get("/a/:b", (ctx) =>
    Response.json([
      ctx.url.pathname,
      ctx.url.searchParams.get("q"),
      ctx.params.b,
    ]));
  assert.equal(
    (await send(app, "GET //a///c?q=%20x//y")).body,
    '["/a/c"," x//y","c"]',
  );
  assert.equal(
    (await send(app, "GET /z/../a/%63?q=1")).body,
    '["/a/%63","1","c"]',
  );
});

Deno.test("Context.route - is the matched pattern, or null", async () => {
  const app = new App()
    .use(async (ctx) =>
      ctx.route === null ? new Response("none") : await ctx.next()
    )
    .get("/a/:b", (ctx) => new Response(ctx.route));
  assert.equal((await send(app, "GET /a/x")).body, "/a/:b");
  assert.equal((await send(app, "GET /zip")).body, "none");
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
  const bodies = ["/sync", "/async", "/none"].map(async (path) =>
    (await send(app, `GET ${path}`)).body
  );
  assert.deepEqual(await Promise.all(bodies), [
    '[null,true,"Error: sync"]',
    '[null,true,"Error: async"]',
    '[null,true,"HttpError"]',
  ]);
});

Deno.test("Context - has the request, the connection and the configuration", async () => {
  const app = new App().get("/", (ctx) =>
    Response.json([
      ctx.req.headers.get("x-test"),
      ctx.info.remoteAddr.transport,
      ctx.config.mode,
      ctx.config.basePath,
      ctx.error,
    ]));
  const { body } = await send(app, "GET /", { "x-test": "1" });
  assert.deepEqual(JSON.parse(body), [
    "1",
    "tcp",
    "production",
    "",
    null,
  ]);
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
    .get("/other", () => new Response("first"));
  const get = (path: string) =>
    app.handler()(new Request(`http://site.test${path}`));
  const atOnce = get("/");
  assert(atOnce instanceof Response);
  assert.equal(await atOnce.text(), "at once");
  const replaced = get("/other");
  assert(replaced instanceof Promise);
  assert.equal(await (await replaced).text(), "replaced");
});

Deno.test("Context.next - rejects with 404 after the last middleware", async () => {
  const app = new App().get("/", (ctx) => ctx.next());
  assert.equal((await send(app, "GET /")).status, 404);
});

Deno.test("Context.render - returns a minimal document without app wrapper", async () => {
  const app = new App().get("/", (ctx) => ctx.render(<p>{"<&"}</p>));
  const { status, headers, body } = await send(app, "GET /");
  assert.deepEqual([status, headers.get("content-type")], [
    200,
    "text/html; charset=utf-8",
  ]);
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
  const app = new App().get("/", (ctx) =>
    ctx.render(<p />, {
      status: 418,
      headers: [["set-cookie", "a=1"], ["set-cookie", "b=2"], [
        "content-type",
        "text/plain",
      ]],
    }));
  const { status, headers } = await send(app, "GET /");
  assert.equal(status, 418);
  assert.deepEqual(headers.getSetCookie(), ["a=1", "b=2"]);
  assert.equal(headers.get("content-type"), "text/html; charset=utf-8");
});
