import assert from "node:assert/strict";
import { stop } from "esbuild";
import { minifiedStylesheet, stylesheets } from "../../lib/stylesheets.ts";

// Its service process would keep a test from ending.
Deno.test.afterAll(stop);

const text = "/* Why. */\na {\n  color: light-dark(#112233, #445566);\n}\n";

Deno.test({
  name: "minifiedStylesheet - has the rules alone, for production",
  // The service process is ended after all tests.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    assert.deepEqual(await minifiedStylesheet({ text, mode: "production" }), {
      content: "a{color:light-dark(#112233,#445566)}\n",
    });
  },
});

Deno.test("minifiedStylesheet - changes nothing while it is being written", async () => {
  assert.equal(
    await minifiedStylesheet({ text, mode: "development" }),
    undefined,
  );
});

Deno.test("stylesheets - are told by their names", () => {
  assert(stylesheets.filter.test("/site/static/style.css"));
  assert(!stylesheets.filter.test("/site/static/style.css.txt"));
});
