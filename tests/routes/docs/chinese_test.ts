import assert from "node:assert/strict";
import { docsView } from "../../../lib/docs/docs_view.ts";
import { docsTexts, docsViewTexts } from "../../../lib/docs/view/texts.ts";
import { testApp } from "../../support/app.ts";
import { documentOf } from "../../support/openapi.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const peer = "8.8.8.8";
const headers = { accept: "text/html", "accept-language": "zh-CN" };
const html = await (await app.get("/docs", { headers, peer })).text();
const document = await documentOf(app);

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}

Deno.test("GET /docs - contains every Chinese text of the document", () => {
  const { paragraphs, groups, codes, quotas, quotaHeaders, limitHeaders } =
    docsView(document, "zh");
  const endpoints = groups.flatMap((group) => group.endpoints);
  const texts = [
    quotas,
    ...paragraphs,
    ...groups.flatMap(({ name, description }) => [name, description]),
    ...codes.map(({ meaning }) => meaning),
    ...[...quotaHeaders, ...limitHeaders].map((row) => row.description),
    ...endpoints.flatMap((row) => [row.summary, row.limit, ...row.paragraphs]),
    ...endpoints.flatMap(({ parameters }) =>
      parameters.flatMap(({ place, description }) => [place, description])
    ),
  ];
  assert.deepEqual(texts.filter((text) => !html.includes(escaped(text))), []);
});

Deno.test("GET /docs - contains no English text", () => {
  const { paragraphs, groups, codes, quotas, quotaHeaders, limitHeaders } =
    docsView(document);
  const endpoints = groups.flatMap((group) => group.endpoints);
  const { errorForms } = docsViewTexts.en;
  const texts = [
    quotas,
    ...[docsTexts, docsViewTexts].flatMap(({ en, zh }) =>
      Object.values(en).filter((text) =>
        typeof text === "string" && !Object.values(zh).includes(text)
      )
    ),
    ...Object.values(errorForms),
    ...paragraphs,
    ...groups.map(({ description }) => description),
    ...codes.map(({ meaning }) => meaning),
    ...[...quotaHeaders, ...limitHeaders].map((row) => row.description),
    ...endpoints.flatMap((row) => [row.summary, row.limit, ...row.paragraphs]),
    ...endpoints.flatMap(({ parameters }) =>
      parameters.flatMap(({ place, description }) => [place, description])
    ),
  ].filter((text) => typeof text === "string")
    // A shorter one can stand in an example.
    .filter((text) => text.length > 12);
  assert(texts.length >= 120, `${texts.length} are found`);
  assert.deepEqual(texts.filter((text) => html.includes(escaped(text))), []);
});

Deno.test("GET /docs - has the links and anchors of the English page", async () => {
  const english =
    await (await app.get("/docs", { headers: { accept: "text/html" }, peer }))
      .text();
  const linksOf = (page: string) =>
    [...page.matchAll(/<main[^]*<\/main>/g)].flatMap(([main]) =>
      [...main.matchAll(/ (?:href|id)="([^"]+)"/g)].map(([, link]) => link)
    );
  assert(linksOf(english).length >= 60);
  assert.deepEqual(linksOf(html), linksOf(english));
});

Deno.test("GET /openapi.json - stays English", async () => {
  const chinese = await app.get("/openapi.json", { headers, peer });
  assert.deepEqual(await chinese.json(), document);
});
