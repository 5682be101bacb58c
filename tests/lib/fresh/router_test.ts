import assert from "node:assert/strict";
import fc from "fast-check";
import { App, HttpError } from "fresh";
import { pathnameOf, Router } from "../../../lib/fresh/router.ts";
import { send } from "./request.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./router.json" with { type: "json" };

Deno.test("Router.add - keeps the first handler of a method and pattern", async () => {
  for (const path of ["/fixed", "/:id"]) {
    const app = new App()
      .get(path, () => new Response("first"))
      .get(path, () => new Response("second"))
      .post(path, () => new Response("posted"));
    assert.equal((await send(app, "GET /fixed")).body, "first");
    assert.equal((await send(app, "POST /fixed")).body, "posted");
  }
});

Deno.test("Router.compile - freezes the parameters of a fixed path, which requests share", () => {
  const router = new Router();
  router.add("GET", "/fixed", router.chain("/fixed", []));
  const match = router.compile()("/fixed");
  assert.deepEqual(match?.params, {});
  assert.equal(Reflect.set(match.params, "id", "of one visitor"), false);
  assert.deepEqual(router.compile()("/fixed")?.params, {});
});

Deno.test("Router.compile - creates parameters for each request", () => {
  const router = new Router();
  router.add("GET", "/t/:id", router.chain("/t/:id", []));
  const find = router.compile();
  const one = find("/t/1");
  assert(one);
  one.params.id = "changed";
  assert.deepEqual(find("/t/1")?.params, { id: "1" });
});

Deno.test("Router.chain - has the middlewares of each part of a path once, the outermost first", () => {
  const router = new Router();
  const [root, a, b, own] = Array.from(
    { length: 4 },
    () => () => new Response(),
  );
  router.segment("*").middlewares.push(root);
  router.segment("/a").middlewares.push(a);
  router.segment("/a/b/").middlewares.push(b);
  const chainOf = (path: string) => router.chain(path, [own]).middlewares;
  assert.deepEqual(chainOf("/a/b"), [root, a, b, own]);
  assert.deepEqual(chainOf("/a/*"), [root, a, own]);
  assert.deepEqual(chainOf("/"), [root, own]);
});

Deno.test("Router.chain - has the layouts of each part of a path, and skips those around it if told to", () => {
  const router = new Router();
  const [app, outer, inner] = Array.from({ length: 3 }, () => () => null);
  Object.assign(router.segment("/"), { app, layout: outer });
  router.segment("/in").layout = inner;
  router.segment("/own").config = { skipInheritedLayouts: true };
  router.segment("/bare").config = { skipAppWrapper: true };
  const shellOf = (path: string) => {
    const { app, layouts } = router.chain(path, []);
    return { app, layouts };
  };
  assert.deepEqual(shellOf("/in"), { app, layouts: [outer, inner] });
  assert.deepEqual(shellOf("/other"), { app, layouts: [outer] });
  assert.deepEqual(shellOf("/own"), { app, layouts: [] });
  assert.deepEqual(shellOf("/bare"), { app: undefined, layouts: [outer] });
});

Deno.test("Router.chain - the outermost error page is no middleware, and the others are", () => {
  const own = () => new Response();
  const chainOf = (declare: (router: Router<unknown>) => void) => {
    const router = new Router();
    declare(router);
    const { middlewares, recover } = router.chain("/in", [own]);
    return [middlewares.map((each) => each === own), recover !== undefined];
  };
  const onError = own;
  assert.deepEqual(chainOf(() => {}), [[true], false]);
  assert.deepEqual(
    chainOf((router) => router.segment("/").onError = onError),
    [[true], true],
  );
  assert.deepEqual(
    chainOf((router) => {
      router.segment("/").onError = onError;
      router.segment("/in").onError = onError;
    }),
    [[false, true], true],
  );
  // What fails in a middleware around it is none of its errors.
  assert.deepEqual(
    chainOf((router) => {
      router.segment("/").middlewares.push((ctx) => ctx.next());
      router.segment("/in").onError = onError;
    }),
    [[false, false, true], false],
  );
});

Deno.test("Router.chain - what handles a 404 handles no other error", async () => {
  const app = new App()
    .notFound(() => new Response("nothing here", { status: 404 }))
    .get("/refused", () => {
      throw new HttpError(403);
    });
  const { status, body } = await send(app, "GET /refused");
  assert.deepEqual([status, body], [403, "Forbidden"]);
});

Deno.test("Router.compile - the rest of a path is a parameter, also if it is empty", () => {
  const router = new Router();
  router.add("GET", "/r/:path*", router.chain("/r", []));
  router.add("GET", "/t/:id", router.chain("/t", []));
  const find = router.compile();
  assert.deepEqual(find("/r/a/%20b")?.params, { path: "a/ b" });
  assert.deepEqual(find("/r")?.params, { path: "" });
  assert.deepEqual(find("/t/1")?.params, { id: "1" });
});

Deno.test("Router - a star matches any rest of a path, also an empty one", async () => {
  const found = async (pattern: string) => {
    const app = new App().all(pattern, () => new Response());
    const paths = ["/", "/a", "/a/", "/a/b", "/a/b/"];
    const statuses = await Promise.all(
      paths.map(async (path) => (await send(app, `GET ${path}`)).status),
    );
    return paths.filter((_, i) => statuses[i] === 200);
  };
  const all = ["/", "/a", "/a/", "/a/b", "/a/b/"];
  assert.deepEqual(await found("*"), all);
  assert.deepEqual(await found("/*"), all);
  assert.deepEqual(await found("/a/*"), ["/a/", "/a/b", "/a/b/"]);
});

Deno.test("Router - prefers static patterns, then parameters, then a rest", async () => {
  const say = (word: string) => () => new Response(word);
  const app = new App()
    .get("/a/:x", say("dynamic"))
    .get("/a/b", say("static"))
    .get("/a/:x*", say("rest"));
  assert.equal((await send(app, "GET /a/b")).body, "static");
  assert.equal((await send(app, "GET /a/c")).body, "dynamic");
  assert.equal((await send(app, "GET /a/b/c")).body, "rest");
});

Deno.test("Router - uses the first matching pattern, even if it lacks the method", async () => {
  const app = new App()
    .get("/m/:a", () => new Response("get"))
    .post("/m/:b", () => new Response("post"));
  assert.equal((await send(app, "POST /m/1")).status, 405);
});

Deno.test("Router - ignores a trailing slash for static patterns only", async () => {
  const app = new App()
    .get("/static", () => new Response("static"))
    .get("/dyn/:x", () => new Response("dynamic"));
  assert.equal((await send(app, "GET /static/")).status, 200);
  assert.equal((await send(app, "GET /dyn/x/")).status, 404);
  assert.equal((await send(app, "GET /dyn/")).status, 404);
});

Deno.test("Router.chain - an error page can rethrow to the outer one", async () => {
  const app = new App()
    .onError(
      "*",
      (ctx) => new Response(`root: ${(ctx.error as Error).message}`),
    )
    .onError("/in", (ctx) => {
      throw new Error(`again ${(ctx.error as Error).message}`);
    })
    .get("/in", () => {
      throw new Error("reason");
    });
  assert.equal((await send(app, "GET /in")).body, "root: again reason");
});

Deno.test("Router.chain - what handles a 404 precedes what handles errors, also if it was thrown", async () => {
  const app = new App()
    .onError("*", () => new Response("error", { status: 500 }))
    .notFound(() => new Response("nothing here", { status: 404 }))
    .get("/thrown", () => {
      throw new HttpError(404);
    })
    .get("/refused", () => {
      throw new HttpError(403);
    });
  for (const path of ["/no", "/thrown"]) {
    const { status, body } = await send(app, `GET ${path}`);
    assert.deepEqual([status, body], [404, "nothing here"]);
  }
  assert.equal((await send(app, "GET /refused")).body, "error");
});

/** Characters with a special meaning in URLs, and plain ones. */
const text = fc.string({
  unit: fc.constantFrom(..."ab0/.:@?#%\\[]~-_é \t%2e%2f".split("")),
  maxLength: 12,
});

Deno.test("pathnameOf - agrees with the URL parser, but collapses slashes", () =>
  forAll(
    [text, text, fc.constantFrom("http", "https")],
    (host, path, scheme) => {
      const url = `${scheme}://h${host}/${path}`;
      const parsed = URL.parse(url);
      if (parsed !== null) {
        assert.equal(pathnameOf(url), parsed.pathname.replace(/\/{2,}/g, "/"));
      }
    },
    { numRuns: 5000 },
  ));

Deno.test("pathnameOf - normalizes the path and drops the query", () => {
  for (const [url, path] of Object.entries(samples.pathnames)) {
    assert.equal(pathnameOf(url), path);
  }
});

Deno.test("pathnameOf - is undefined if the host is invalid", () => {
  assert.equal(pathnameOf("http://a b/"), undefined);
  assert.equal(pathnameOf("http://h%zz/"), undefined);
});
