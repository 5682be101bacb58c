import assert from "node:assert/strict";
import { handler } from "./built_site.ts";
import { sendTo } from "./request.ts";

const ALTERNATES = '<link rel="alternate" hreflang="de" href="/de"/>' +
  '<link rel="alternate" hreflang="fr" href="/fr"/>';

async function headOf(path: string): Promise<string | undefined> {
  const { body } = await sendTo(handler, `GET ${path}`);
  return /<head>(.*)<\/head>/.exec(body)?.[1];
}

Deno.test("Head - replaces the title and elements with the same key or name, and adds others, for its own request alone", async () => {
  // Three times, because elements that are created once must serve every
  // request.
  for (let i = 0; i < 3; i++) {
    assert.equal(
      await headOf("/head"),
      '<meta charset="utf-8"/><title>last</title>' +
        '<meta name="description" content="of the page"/>' +
        '<meta name="theme" content="blue" data-key="theme"/>' +
        ALTERNATES +
        '<link rel="canonical" href="https://example.org/?a=1&amp;b=2"/>',
    );
  }
  const heads = await Promise.all(["/head", "/islands", "/"].map(headOf));
  const titles = heads.map((head) => head?.match(/<title>(.*?)<\/title>/)?.[1]);
  assert.deepEqual(titles, ["last", "Site", "Home"]);
});
