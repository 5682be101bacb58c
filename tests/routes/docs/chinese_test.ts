import assert from "node:assert/strict";
import { docsView, groupId } from "../../../lib/docs/docs_view.ts";
import { docsTexts, docsViewTexts } from "../../../lib/docs/view/texts.ts";
import { testApp } from "../../support/app.ts";
import { documentOf } from "../../support/openapi.ts";
import { browse } from "../../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const peer = "8.8.8.8";
const headers = { accept: "text/html", "accept-language": "zh-CN" };
const document = await documentOf(app);
const paths = ["", ...document.tags.map(({ name }) => `/${groupId(name)}`)]
  .map((group) => `/docs${group}`);

/** All pages of the API. */
async function pagesIn(language: string): Promise<string> {
  const pages = paths.map(async (path) => {
    const page = await browse(app, path, { "accept-language": language });
    assert.equal(page.status, 200, path);
    return page.html;
  });
  return (await Promise.all(pages)).join("");
}

const html = await pagesIn("zh-CN");

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;");
}

/** What the pages say in a language, but the names of groups. */
function textsOf(
  { paragraphs, groups, codes, quotas, quotaHeaders, limitHeaders }: ReturnType<
    typeof docsView
  >,
) {
  const endpoints = groups.flatMap((group) => group.endpoints);
  return [
    quotas,
    ...paragraphs,
    ...groups.map(({ description }) => description),
    ...codes.map(({ meaning }) => meaning),
    ...[...quotaHeaders, ...limitHeaders].map((row) => row.description),
    ...endpoints.flatMap((row) => [row.summary, row.limit, ...row.paragraphs]),
    ...endpoints.flatMap(({ parameters }) =>
      parameters.flatMap(({ place, description }) => [place, description])
    ),
  ];
}

Deno.test("GET /docs - contains every Chinese text of the document", () => {
  const view = docsView(document, "zh");
  const texts = [...textsOf(view), ...view.groups.map(({ name }) => name)];
  assert.deepEqual(texts.filter((text) => !html.includes(escaped(text))), []);
});

Deno.test("GET /docs - contains no English text", () => {
  const { errorForms } = docsViewTexts.en;
  const texts = [
    ...[docsTexts, docsViewTexts].flatMap(({ en, zh }) =>
      Object.values(en).filter((text) =>
        typeof text === "string" && !Object.values(zh).includes(text)
      )
    ),
    ...Object.values(errorForms),
    ...textsOf(docsView(document)),
  ].filter((text) => typeof text === "string")
    // A shorter one can stand in an example.
    .filter((text) => text.length > 12);
  assert(texts.length >= 120, `${texts.length} are found`);
  assert.deepEqual(texts.filter((text) => html.includes(escaped(text))), []);
});

Deno.test("GET /docs - has the links and anchors of the English page", async () => {
  const english = await pagesIn("en");
  const linksOf = (page: string) =>
    [...page.matchAll(/<main[^]*?<\/main>/g)].flatMap(([main]) =>
      [...main.matchAll(/ (?:href|id)="([^"]+)"/g)].map(([, link]) => link)
    );
  assert(linksOf(english).length >= 200);
  assert.deepEqual(linksOf(html), linksOf(english));
});

Deno.test("GET /openapi.json - stays English", async () => {
  const chinese = await app.get("/openapi.json", { headers, peer });
  assert.deepEqual(await chinese.json(), document);
});
