import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { testApp } from "../support/app.ts";
import { assertHead } from "../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const peer = "8.8.8.8";

const ask = (path: string, encoding: string, more: RequestInit = {}) =>
  app.get(path, {
    peer,
    ...more,
    headers: { accept: "text/html", "accept-encoding": encoding },
  });

// Kept pages, pages from a kept template or rendered for each request, an error, and kept JSON.
const pages = ["/", "/docs", "/about", "/8.8.4.4", "/docs?a=1", "/none"];
const paths = [...pages, "/openapi.json"];
for (const path of paths) {
  Deno.test(`GET ${path} - is compressed for clients that accept it`, async () => {
    // From the third visit on the home page comes from the cache.
    for (let visit = 1; visit <= 3; visit++) {
      const plain = await ask(path, "gzip;q=0");
      const packed = await ask(path, "gzip, deflate, br, zstd");
      const headersOf = ({ headers }: Response) => {
        // Only a long body, which is a stream, has a length here.
        const { "content-length": _, ...rest } = Object.fromEntries(headers);
        return rest;
      };
      const { "content-encoding": encoding, ...headers } = headersOf(packed);
      assert.equal(encoding, "gzip");
      assert.deepEqual(headers, headersOf(plain));
      assert.match(headers.vary, /(?:^|, )accept-encoding$/);
      assert.equal(packed.status, plain.status);
      const bytes = await packed.bytes();
      const html = await plain.bytes();
      assert(bytes.length < html.length / 2, `${bytes.length} bytes`);
      assert.deepEqual(new Uint8Array(gunzipSync(bytes)), html);
      const head = await ask(path, "gzip", { method: "HEAD" });
      assert.deepEqual([...head.headers], [...packed.headers]);
      await head.body?.cancel();
    }
  });
}

Deno.test("GET /openapi.json - has one entity tag for both encodings", async () => {
  const packed = await ask("/openapi.json", "gzip");
  await packed.body?.cancel();
  for (const encoding of ["gzip", "identity"]) {
    const headers = {
      "accept-encoding": encoding,
      "if-none-match": packed.headers.get("etag")!,
    };
    const again = await app.get("/openapi.json", { peer, headers });
    assertHead(again, 304, { "vary": "accept-encoding" });
    assert.equal(again.body, null);
  }
});
