import assert from "node:assert/strict";
import { minifiedStylesheet, stylesheets } from "../../lib/stylesheets.ts";
import { endEsbuild } from "../support/esbuild.ts";

const text = "/* Why. */\na {\n  color: light-dark(#112233, #445566);\n}\n";

Deno.test("minifiedStylesheet - has the rules alone, for production", async () => {
  try {
    assert.deepEqual(await minifiedStylesheet({ text, mode: "production" }), {
      content: "a{color:light-dark(#112233,#445566)}\n",
    });
  } finally {
    await endEsbuild();
  }
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
