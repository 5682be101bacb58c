import assert from "node:assert/strict";
import { renderToString } from "preact-render-to-string";
import { AboutPage } from "../../../components/docs/AboutPage.tsx";

Deno.test("AboutPage - of undated data, the day is that of the download", () => {
  const credit = {
    ...{ url: "https://list.example/", attribution: "A", license: "MIT" },
    builtOn: "2026-06-20",
  };
  const html = renderToString(
    <AboutPage
      version="1"
      credits={[
        { ...credit, name: "dated", isDated: true },
        { ...credit, name: "undated", isDated: false },
      ]}
      hasWhois
      hasRdap
    />,
  );
  assert.match(html, />dated<.*?><time>2026-06-20<\/time><\/td>/);
  assert.match(html, />undated<.*?>downloaded 2026-06-20<\/td>/);
});
