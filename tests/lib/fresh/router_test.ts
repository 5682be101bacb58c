import assert from "node:assert/strict";
import fc from "fast-check";
import { App, HttpError } from "fresh";
import { pathnameOf, Router } from "../../../lib/fresh/router.ts";
import { assertBodies, assertSent, failing, say, send } from "./request.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./router.json" with { type: "json" };

Deno.test("Router.add - keeps the first handler of a method and pattern", async () => {
  for (const path of ["/fixed", "/:id"]) {
    const app = new App().get(path, say("first")).get(path, say("second"))
      .post(path, say("posted"));
    const bodies = { "GET /fixed": "first", "POST /fixed": "posted" };
    await assertBodies(app, bodies);
  }
});

Deno.test("Router.compile - creates parameters for each request, and freezes those of a fixed path, which requests share", () => {
  const router = new Router();
  for (const path of ["/fixed", "/t/:id"]) {
    router.add("GET", path, router.chain(path, []));
  }
  const find = router.compile();
  const match = find("/fixed");
  assert.deepEqual(match?.params, {});
  assert.equal(Reflect.set(match.params, "id", "of one visitor"), false);
  assert.deepEqual(router.compile()("/fixed")?.params, {});
  const one = find("/t/1");
  assert(one);
  one.params.id = "changed";
  assert.deepEqual(find("/t/1")?.params, { id: "1" });
});

Deno.test("Router.chain - has the middlewares of each part of a path once, the outermost first", () => {
  const router = new Router();
  const [root, a, b, own] = ["root", "a", "b", "own"].map((word) => say(word));
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
  const outer = chainOf((router) => router.segment("/").onError = onError);
  assert.deepEqual(outer, [[true], true]);
  const both = chainOf((router) => {
    router.segment("/").onError = onError;
    router.segment("/in").onError = onError;
  });
  assert.deepEqual(both, [[false, true], true]);
  // What fails in a middleware around it is none of its errors.
  const inner = chainOf((router) => {
    router.segment("/").middlewares.push((ctx) => ctx.next());
    router.segment("/in").onError = onError;
  });
  assert.deepEqual(inner, [[false, false, true], false]);
});

Deno.test("Router.chain - what handles a 404 handles no other error", async () => {
  const app = new App()
    .notFound(say("nothing here", 404))
    .get("/refused", failing(new HttpError(403)));
  await assertSent(app, "GET /refused", 403, "Forbidden");
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
  const all = ["/", "/a", "/a/", "/a/b", "/a/b/"];
  const found = async (pattern: string) => {
    const app = new App().all(pattern, say(""));
    const sent = all.map((path) => send(app, `GET ${path}`));
    const responses = await Promise.all(sent);
    return all.filter((_, i) => responses[i].status === 200);
  };
  assert.deepEqual(await found("*"), all);
  assert.deepEqual(await found("/*"), all);
  assert.deepEqual(await found("/a/*"), ["/a/", "/a/b", "/a/b/"]);
});

Deno.test("Router - prefers static patterns, then parameters, then a rest", async () => {
  const app = new App()
    .get("/a/:x", say("dynamic"))
    .get("/a/b", say("static"))
    .get("/a/:x*", say("rest"));
  await assertBodies(app, {
    "GET /a/b": "static",
    "GET /a/c": "dynamic",
    "GET /a/b/c": "rest",
  });
});

Deno.test("Router - ignores a trailing slash for static patterns only, and uses the first matching pattern, even if it lacks the method", async () => {
  const app = new App().get("/static", say("static"))
    .get("/dyn/:x", say("dynamic"))
    .get("/m/:a", say("get")).post("/m/:b", say("post"));
  await assertSent(app, "GET /static/", 200, "static");
  await assertSent(app, "GET /dyn/x/", 404, "Not Found");
  await assertSent(app, "GET /dyn/", 404, "Not Found");
  assert.equal((await send(app, "POST /m/1")).status, 405);
});

Deno.test("Router.chain - an error page can rethrow to the outer one", async () => {
  const messageOf = (error: unknown) => (error as Error).message;
  const app = new App()
    .onError("*", ({ error }) => new Response(`root: ${messageOf(error)}`))
    .onError("/in", ({ error }) => {
      throw new Error(`again ${messageOf(error)}`);
    })
    .get("/in", failing(new Error("reason")));
  await assertBodies(app, { "GET /in": "root: again reason" });
});

Deno.test("Router.chain - what handles a 404 precedes what handles errors, also if it was thrown", async () => {
  const app = new App()
    .onError("*", say("error", 500))
    .notFound(say("nothing here", 404))
    .get("/thrown", failing(new HttpError(404)))
    .get("/refused", failing(new HttpError(403)));
  for (const path of ["/no", "/thrown"]) {
    await assertSent(app, `GET ${path}`, 404, "nothing here");
  }
  await assertBodies(app, { "GET /refused": "error" });
});

/** Characters with a special meaning in URLs, and plain ones. */
const unit = fc.constantFrom(..."ab0/.:@?#%\\[]~-_é \t%2e%2f".split(""));
const text = fc.string({ unit, maxLength: 12 });

Deno.test("pathnameOf - agrees with the URL parser, but collapses slashes", () => {
  const scheme = fc.constantFrom("http", "https");
  forAll([text, text, scheme], (host, path, scheme) => {
    const url = `${scheme}://h${host}/${path}`;
    const parsed = URL.parse(url);
    if (parsed === null) return;
    assert.equal(pathnameOf(url), parsed.pathname.replace(/\/{2,}/g, "/"));
  }, { numRuns: 5000 });
});

Deno.test("pathnameOf - normalizes the path and drops the query, and is undefined if the host is invalid", () => {
  for (const [url, path] of Object.entries(samples.pathnames)) {
    assert.equal(pathnameOf(url), path);
  }
  assert.equal(pathnameOf("http://a b/"), undefined);
  assert.equal(pathnameOf("http://h%zz/"), undefined);
});
