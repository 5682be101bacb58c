import assert from "node:assert/strict";
import { App, HttpError, type Middleware } from "fresh";
import { applySnapshot } from "./built_site.ts";
import {
  assertBodies,
  assertSent,
  failing,
  say,
  send,
  sendTo,
} from "./request.ts";

interface State {
  trail: string[];
}

/** A middleware that adds its name to the state. */
function mark(name: string): Middleware<State> {
  return (ctx) => {
    (ctx.state.trail ??= []).push(name);
    return ctx.next();
  };
}

const trail: Middleware<State> = (ctx) => Response.json(ctx.state.trail ?? []);

Deno.test("App.config - is that of a production server without a proxy", () => {
  const config = { root: ".", basePath: "", mode: "production" };
  assert.deepEqual(new App().config, { ...config, trustProxy: false });
});

Deno.test("App - applies middlewares only to the routes declared below them, and several before a handler", async () => {
  const app = new App<State>()
    .use(mark("first"))
    .get("/early", trail)
    .use(mark("second"), mark("third"))
    .get("/late", mark("own"), trail);
  await assertBodies(app, {
    "GET /early": '["first"]',
    "GET /late": '["first","second","third","own"]',
  });
});

Deno.test("App.use - runs for a path and below it", async () => {
  const app = new App<State>()
    .use("/api", mark("api"))
    .get("/api", trail)
    .get("/api/inner", trail)
    .get("/apiary", trail);
  const bodies = { "GET /api": '["api"]', "GET /api/inner": '["api"]' };
  await assertBodies(app, { ...bodies, "GET /apiary": "[]" });
});

Deno.test("App.use - can modify the response", async () => {
  const app = new App()
    .use(async (ctx) => {
      const response = await ctx.next();
      response.headers.set("x-outer", "1");
      return response;
    })
    .get("/", say("in"));
  const { body, headers } = await send(app, "GET /");
  assert.equal(body, "in");
  assert.equal(headers.get("x-outer"), "1");
});

Deno.test("App - runs the handler of each method, and all() for others", async () => {
  const app = new App()
    .get("/", say("get"))
    .post("/", say("post"))
    .put("/", say("put"))
    .patch("/", say("patch"))
    .delete("/", say("delete"))
    .all("/all", (ctx) => new Response(ctx.req.method));
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    await assertSent(app, `${method} /`, 200, method.toLowerCase());
    await assertSent(app, `${method} /all`, 200, method);
  }
});

Deno.test("App - runs the GET handler for HEAD, and drops the body", async () => {
  const init = { headers: { "x-get": "1" } };
  const app = new App().get("/", () => new Response("body", init));
  const { status, body, headers } = await send(app, "HEAD /");
  assert.deepEqual([status, body, headers.get("x-get")], [200, "", "1"]);
  // For null a server would send another length.
  const request = new Request("http://site.test/", { method: "HEAD" });
  assert.notEqual((await app.handler()(request)).body, null);
});

Deno.test("App - returns 405 for a method without handler, and 404 as text for unmatched paths", async () => {
  const app = new App().get("/", say("get")).post("/", say("post"));
  await assertSent(app, "PUT /", 405, "Method Not Allowed");
  const { status, headers, body } = await send(app, "GET /no");
  assert.deepEqual([status, body], [404, "Not Found"]);
  assert.equal(headers.get("content-type"), "text/plain;charset=UTF-8");
});

Deno.test("App - runs only the root's middlewares for unmatched paths", async () => {
  const seen: string[] = [];
  const note = (name: string): Middleware<unknown> => (ctx) => {
    seen.push(name);
    return ctx.next();
  };
  const app = new App().use(note("root")).use("/api", note("api"))
    .get("/", say("")).use(note("last"));
  assert.equal((await send(app, "GET /api/no")).status, 404);
  assert.deepEqual(seen, ["root", "last"]);
});

Deno.test("App - next() rejects with the error of the next handler", async () => {
  const caught: unknown[] = [];
  const app = new App()
    .use(async (ctx) => {
      try {
        return await ctx.next();
      } catch (error) {
        caught.push(error);
        return new Response("caught");
      }
    })
    .get("/sync", failing(new HttpError(409, "sync")))
    .get("/async", async () => {
      await Promise.resolve();
      throw new HttpError(410, "async");
    });
  for (const path of ["/sync", "/async", "/no"]) {
    await assertSent(app, `GET ${path}`, 200, "caught");
  }
  const errors = caught.map((error) =>
    error instanceof HttpError && [error.status, error.message]
  );
  assert.deepEqual(errors, [[409, "sync"], [410, "async"], [404, ""]]);
});

Deno.test("App - sends the status and message of an HttpError, or the status text", async () => {
  const said = new HttpError(422, "no such prefix", { cause: "secret" });
  const app = new App()
    .get("/said", failing(said))
    .get("/plain", failing(new HttpError(403)));
  await assertSent(app, "GET /said", 422, "no such prefix");
  await assertSent(app, "GET /plain", 403, "Forbidden");
});

Deno.test("App - logs any other error, and sends a 500 without details, also if a handler returns no response", async () => {
  const logged = await withoutConsole(async () => {
    const broken = (() => undefined) as unknown as Middleware<unknown>;
    const app = new App().get("/", failing(new TypeError("secret")))
      .get("/broken", broken);
    await assertSent(app, "GET /", 500, "Internal server error");
    assert.equal((await send(app, "GET /broken")).status, 500);
  });
  assert.match(String(logged[0]), /secret/);
});

Deno.test("App.onError - handles errors below its path, the nearest first", async () => {
  const page = (name: string, status: number): Middleware<unknown> => (ctx) =>
    new Response(`${name}: ${(ctx.error as Error).message}`, { status });
  const app = new App()
    .onError("*", page("root", 500))
    .onError("/in", page("inner", 502))
    .get("/fail", failing(new Error("reason")))
    .get("/in/fail", failing(new Error("reason")));
  await assertSent(app, "GET /fail", 500, "root: reason");
  await assertSent(app, "GET /in/fail", 502, "inner: reason");
});

Deno.test("App.fsRoutes - adds routes at its place in the order", async () => {
  const own = new App<{ seen: string[] }>()
    .use((ctx) => {
      ctx.state.seen = [];
      return ctx.next();
    })
    .get("/word", say("declared first"))
    .fsRoutes()
    .use(say("never for files"));
  applySnapshot(own);
  const handle = own.handler();
  const other = '{"target":"other","seen":["root","group"]}';
  assert.equal((await sendTo(handle, "GET /other")).body, other);
  assert.equal((await sendTo(handle, "GET /word")).body, "declared first");
  const unbuilt = new App().fsRoutes();
  assert.equal((await send(unbuilt, "GET /word")).status, 404);
});

async function withoutConsole(run: () => Promise<void>): Promise<unknown[]> {
  const logged: unknown[] = [];
  const { error } = console;
  console.error = (...values) => logged.push(...values);
  try {
    await run();
  } finally {
    console.error = error;
  }
  return logged;
}
