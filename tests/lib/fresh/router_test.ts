import assert from "node:assert/strict";
import { App } from "fresh";
import { Router } from "../../../lib/fresh/router.ts";
import { send } from "./request.ts";

Deno.test("Router.add - the first handler of a method and pattern wins", async () => {
  for (const path of ["/fixed", "/:id"]) {
    const app = new App()
      .get(path, () => new Response("first"))
      .get(path, () => new Response("second"))
      .post(path, () => new Response("posted"));
    assert.equal((await send(app, "GET /fixed")).body, "first");
    assert.equal((await send(app, "POST /fixed")).body, "posted");
  }
});

Deno.test("Router.compile - the parameters of a fixed path are shared, so they are frozen", () => {
  const router = new Router();
  router.add("GET", "/fixed", router.chain("/fixed", []));
  const match = router.compile()("/fixed");
  assert.deepEqual(match?.params, {});
  assert.equal(Reflect.set(match.params, "id", "of one visitor"), false);
  assert.deepEqual(router.compile()("/fixed")?.params, {});
});

Deno.test("Router.compile - each request has parameters of its own", () => {
  const router = new Router();
  router.add("GET", "/t/:id", router.chain("/t/:id", []));
  const find = router.compile();
  const one = find("/t/1");
  assert(one);
  one.params.id = "changed";
  assert.deepEqual(find("/t/1")?.params, { id: "1" });
});
