import assert from "node:assert/strict";
import { App, HttpError, type Middleware } from "fresh";
import { applySnapshot } from "./built_site.ts";
import { send, sendTo } from "./request.ts";

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
  assert.deepEqual(new App().config, {
    root: ".",
    basePath: "",
    mode: "production",
    trustProxy: false,
  });
});

Deno.test("App - applies middlewares only to the routes declared below them", async () => {
  const app = new App<State>()
    .use(mark("first"))
    .get("/early", trail)
    .use(mark("second"), mark("third"))
    .get("/late", trail);
  assert.equal((await send(app, "GET /early")).body, '["first"]');
  assert.equal(
    (await send(app, "GET /late")).body,
    '["first","second","third"]',
  );
});

Deno.test("App.use - runs for a path and below it", async () => {
  const app = new App<State>()
    .use("/api", mark("api"))
    .get("/api", trail)
    .get("/api/inner", trail)
    .get("/apiary", trail);
  assert.equal((await send(app, "GET /api")).body, '["api"]');
  assert.equal((await send(app, "GET /api/inner")).body, '["api"]');
  assert.equal((await send(app, "GET /apiary")).body, "[]");
});

Deno.test("App.use - can modify the response", async () => {
  const app = new App()
    .use(async (ctx) => {
      const response = await ctx.next();
      response.headers.set("x-outer", "1");
      return response;
    })
    .get("/", () => new Response("in"));
  const { body, headers } = await send(app, "GET /");
  assert.equal(body, "in");
  assert.equal(headers.get("x-outer"), "1");
});

Deno.test("App.get - accepts several middlewares before the handler", async () => {
  const app = new App<State>().get("/", mark("own"), trail);
  assert.equal((await send(app, "GET /")).body, '["own"]');
});

Deno.test("App - runs the handler of each method, and all() for others", async () => {
  const say = (word: string) => () => new Response(word);
  const app = new App()
    .get("/", say("get"))
    .post("/", say("post"))
    .put("/", say("put"))
    .patch("/", say("patch"))
    .delete("/", say("delete"))
    .all("/all", (ctx) => new Response(ctx.req.method));
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    const { status, body } = await send(app, `${method} /`);
    assert.deepEqual([status, body], [200, method.toLowerCase()]);
    assert.equal((await send(app, `${method} /all`)).body, method);
  }
});

Deno.test("App - runs the GET handler for HEAD, and drops the body", async () => {
  const app = new App().get(
    "/",
    () => new Response("body", { headers: { "x-get": "1" } }),
  );
  const { status, body, headers } = await send(app, "HEAD /");
  assert.deepEqual([status, body, headers.get("x-get")], [200, "", "1"]);
  // For null a server would send another length.
  const request = new Request("http://site.test/", { method: "HEAD" });
  assert.notEqual((await app.handler()(request)).body, null);
});

Deno.test("App - returns 405 for a method without handler", async () => {
  const app = new App()
    .get("/", () => new Response("get"))
    .post("/", () => new Response("post"));
  const { status, body } = await send(app, "PUT /");
  assert.deepEqual([status, body], [405, "Method Not Allowed"]);
});

Deno.test("App - returns 404 as text for unmatched paths", async () => {
  const { status, headers, body } = await send(
    new App().get("/", () => new Response()),
    "GET /no",
  );
  assert.deepEqual(
    [status, headers.get("content-type"), body],
    [404, "text/plain;charset=UTF-8", "Not Found"],
  );
});

Deno.test("App - runs only the root's middlewares for unmatched paths", async () => {
  const seen: string[] = [];
  const note = (name: string): Middleware<unknown> => (ctx) => {
    seen.push(name);
    return ctx.next();
  };
  const app = new App().use(note("root")).use("/api", note("api")).get(
    "/",
    () => new Response(),
  )
    .use(note("last"));
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
    .get("/sync", () => {
      throw new HttpError(409, "sync");
    })
    .get("/async", async () => {
      await Promise.resolve();
      throw new HttpError(410, "async");
    });
  assert.equal((await send(app, "GET /sync")).body, "caught");
  assert.equal((await send(app, "GET /async")).body, "caught");
  assert.equal((await send(app, "GET /no")).body, "caught");
  assert.deepEqual(
    caught.map((error) =>
      error instanceof HttpError && [error.status, error.message]
    ),
    [[409, "sync"], [410, "async"], [404, ""]],
  );
});

Deno.test("App - sends the status and message of an HttpError, or the status text", async () => {
  const app = new App()
    .get("/said", () => {
      throw new HttpError(422, "no such prefix", { cause: "secret" });
    })
    .get("/plain", () => {
      throw new HttpError(403);
    });
  const thrown = await send(app, "GET /said");
  assert.deepEqual([thrown.status, thrown.body], [422, "no such prefix"]);
  const plain = await send(app, "GET /plain");
  assert.deepEqual([plain.status, plain.body], [403, "Forbidden"]);
});

Deno.test("App - logs any other error, and sends a 500 without details", async () => {
  const logged = await withoutConsole(async () => {
    const app = new App().get("/", () => {
      throw new TypeError("secret");
    });
    const { status, body } = await send(app, "GET /");
    assert.deepEqual([status, body], [500, "Internal server error"]);
  });
  assert.match(String(logged[0]), /secret/);
});

Deno.test("App - returns 500 if a handler returns no response", async () => {
  await withoutConsole(async () => {
    const broken = (() => undefined) as unknown as Middleware<unknown>;
    assert.equal((await send(new App().get("/", broken), "GET /")).status, 500);
  });
});

Deno.test("App.onError - handles errors below its path, the nearest first", async () => {
  const fail = () => {
    throw new Error("reason");
  };
  const app = new App()
    .onError(
      "*",
      (ctx) =>
        new Response(`root: ${(ctx.error as Error).message}`, { status: 500 }),
    )
    .onError(
      "/in",
      (ctx) =>
        new Response(`inner: ${(ctx.error as Error).message}`, { status: 502 }),
    )
    .get("/fail", fail)
    .get("/in/fail", fail);
  const root = await send(app, "GET /fail");
  assert.deepEqual([root.status, root.body], [500, "root: reason"]);
  const inner = await send(app, "GET /in/fail");
  assert.deepEqual([inner.status, inner.body], [502, "inner: reason"]);
});

Deno.test("App.fsRoutes - adds routes at its place in the order", async () => {
  const own = new App<{ seen: string[] }>()
    .use((ctx) => {
      ctx.state.seen = [];
      return ctx.next();
    })
    .get("/word", () => new Response("declared first"))
    .fsRoutes()
    .use(() => new Response("never for files"));
  applySnapshot(own);
  const handle = own.handler();
  assert.deepEqual(JSON.parse((await sendTo(handle, "GET /other")).body), {
    target: "other",
    seen: ["root", "group"],
  });
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
