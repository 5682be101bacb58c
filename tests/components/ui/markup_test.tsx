import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { Html } from "../../../components/ui/markup.tsx";

Deno.test("Html - puts HTML in as it is, with nothing around it", () => {
  const html = "<p>a &amp; b</p><p>c</p>";
  assert.equal(
    renderToString(
      <main>
        {"<"}
        <Html html={html} />
      </main>,
    ),
    `<main>&lt;${html}</main>`,
  );
});
