import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { RenderedHtml } from "../../../components/docs/DocsPage.tsx";

Deno.test("RenderedHtml - puts HTML in as it is, with nothing around it", () => {
  const html = "<p>a &amp; b</p><p>c</p>";
  assert.equal(
    renderToString(
      <main>
        {"<"}
        <RenderedHtml html={html} />
      </main>,
    ),
    `<main>&lt;${html}</main>`,
  );
});
