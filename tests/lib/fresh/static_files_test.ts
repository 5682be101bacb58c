import assert from "node:assert/strict";
import { App, staticFiles } from "fresh";
import { asset } from "fresh/runtime";
import {
  applySnapshot,
  CLIENT_URL,
  snapshotOf,
} from "../../../lib/fresh/snapshot.ts";
import { hasKnownType } from "../../../lib/fresh/static_files.ts";
import { handler, root } from "./built_site.ts";
import { app as site } from "./fixtures/site/main.ts";
import { words } from "../../support/tables.ts";
import { sendTo } from "./request.ts";

const css = await Deno.readTextFile(`${root}/static/site.css`);

function assertType(headers: Headers, type: string) {
  assert.equal(headers.get("content-type")?.toLowerCase(), type);
}

Deno.test("hasKnownType - by the extension, if there is one", () => {
  const paths = ["a.css", "sub/b.svg", "sub/LICENSE", "c.mp4", "css"];
  assert.deepEqual(paths.map(hasKnownType), [true, true, true, false, true]);
});

Deno.test("staticFiles - serves a file with its type, to be revalidated", async () => {
  const { status, headers, body } = await sendTo(handler, "GET /site.css");
  assert.equal(status, 200);
  assert.equal(body, css);
  assertType(headers, "text/css; charset=utf-8");
  assert.match(headers.get("cache-control") ?? "", /no-cache/);
});

Deno.test("staticFiles - serves files in subfolders, also with encoded names, and only headers for HEAD", async () => {
  const file = await sendTo(handler, "GET /sub/%64eep.txt");
  assert.deepEqual([file.status, file.body], [200, "hello\n"]);
  assertType(file.headers, "text/plain; charset=utf-8");
  const head = await sendTo(handler, "HEAD /site.css");
  assert.deepEqual([head.status, head.body], [200, ""]);
  assert.match(head.headers.get("content-type") ?? "", /^text\/css/);
});

Deno.test("staticFiles - sends the whole file for a range, and 405 for other methods", async () => {
  const range = { range: "bytes=0-3" };
  const { status, headers, body } = await sendTo(
    handler,
    "GET /site.css",
    range,
  );
  assert.deepEqual([status, body], [200, css]);
  assert.equal(headers.get("accept-ranges"), null);
  assert.equal(headers.get("content-range"), null);
  const post = await sendTo(handler, "POST /site.css");
  assert.deepEqual([post.status, post.body], [405, "Method Not Allowed"]);
});

Deno.test("staticFiles - serves nothing outside the static folder", async () => {
  const paths = words`/../main.ts /..%2fmain.ts /%2e%2e/main.ts
    /sub/..%2f..%2fmain.ts /static/site.css /sub /sub/ //etc/passwd`;
  for (const path of paths) {
    const { headers, body } = await sendTo(handler, `GET ${path}`);
    assert.doesNotMatch(body, /import|root:|color/);
    const type = headers.get("content-type") ?? "";
    assert.doesNotMatch(type, /css|typescript|octet/);
  }
});

Deno.test("staticFiles - a static file that is missing, or a module that cannot be read, is an error; 404 for a module that a later build has removed", async () => {
  const removed = `${CLIENT_URL}REMOVED1.js`;
  const files = new Map([
    ["/removed.css", new URL(`file://${root}/removed.css`)],
    [`${CLIENT_URL}FOLDER.js`, new URL(`file://${root}/static`)],
    [removed, new URL(`file://${root}/removed.js`)],
  ]);
  const app = new App().use(staticFiles())
    .onError("*", ({ error }) => new Response((error as Error).name));
  const snapshot = { ...snapshotOf(site.config)!, files };
  applySnapshot(app, snapshot);
  const errors = [...files.keys()].slice(0, 2)
    .map(async (path) => (await sendTo(app.handler(), `GET ${path}`)).body);
  assert.deepEqual(await Promise.all(errors), ["NotFound", "IsADirectory"]);
  const bare = new App().use(staticFiles());
  applySnapshot(bare, snapshot);
  const { status, headers } = await sendTo(bare.handler(), `GET ${removed}`);
  assert.deepEqual([status, headers.get("cache-control")], [404, null]);
});

Deno.test("staticFiles - lets URLs made by asset() be cached forever, and redirects from another version", async () => {
  const address = asset("/site.css");
  assert.match(address, /^\/site\.css\?__frsh_c=[\w-]+$/);
  const { status, headers } = await sendTo(handler, `GET ${address}`);
  assert.equal(status, 200);
  const lifetime = headers.get("cache-control");
  assert.equal(lifetime, "public, max-age=31536000, immutable");
  const other = await sendTo(handler, "GET /site.css?__frsh_c=older");
  assert.equal(other.status, 307);
  assert.equal(other.headers.get("location"), "/site.css");
});

Deno.test("asset - keeps query and fragment, and leaves foreign URLs unchanged", () => {
  const url = asset("/a.png?x=1#part");
  assert.match(url, /^\/a\.png\?x=1&__frsh_c=[\w-]+#part$/);
  assert.equal(asset("https://example.org/a.png"), "https://example.org/a.png");
  assert.equal(asset("a.png"), "a.png");
});

async function servedTo(encodings: string, path = "/long.svg") {
  const request = new Request(`http://site.test${path}`);
  if (encodings) request.headers.set("accept-encoding", encodings);
  return await handler(request);
}

Deno.test("staticFiles - compresses a file for clients that accept gzip", async () => {
  const plain = await servedTo("");
  const text = await plain.text();
  assert.equal(plain.headers.get("content-encoding"), null);
  assert.equal(plain.headers.get("vary"), "accept-encoding");
  const cases = [
    "gzip",
    "gzip, deflate, br, zstd",
    "br;q=1.0, GZIP ; q=0.5",
    "identity;q=0,gzip;q=0.001",
  ];
  for (const encodings of cases) {
    const packed = await servedTo(encodings);
    const { headers } = packed;
    assert.equal(headers.get("content-encoding"), "gzip", encodings);
    assert.equal(headers.get("vary"), "accept-encoding");
    assert.equal(headers.get("content-type"), "image/svg+xml");
    assert.equal(headers.get("etag"), plain.headers.get("etag"));
    const bytes = await packed.bytes();
    assert.equal(headers.get("content-length"), `${bytes.length}`);
    assert(bytes.length < text.length / 2);
    const unpacked = new Blob([bytes]).stream()
      .pipeThrough(new DecompressionStream("gzip"));
    assert.equal(await new Response(unpacked).text(), text);
  }
});

Deno.test("staticFiles - does not compress for other clients, and never a file that hardly shrinks", async () => {
  const cases = ["br", "gzip;q=0", "gzip;q=0.000, br", "gzipped", "x-gzip"];
  cases.push("br;gzip", "*", "identity");
  for (const encodings of cases) {
    const { headers, body } = await servedTo(encodings);
    assert.equal(headers.get("content-encoding"), null, encodings);
    await body?.cancel();
  }
  const { headers, body } = await servedTo("gzip", "/sub/deep.txt");
  assert.equal(headers.get("content-encoding"), null);
  assert.equal(headers.get("vary"), null);
  await body?.cancel();
});

Deno.test("staticFiles - sends the headers of compression for HEAD and 304", async () => {
  const send = (method: string, headers = {}) =>
    sendTo(handler, `${method} /long.svg`, {
      "accept-encoding": "gzip",
      ...headers,
    });
  const [get, head] = [await send("GET"), await send("HEAD")];
  for (const name of ["content-encoding", "content-length", "vary"]) {
    assert.equal(head.headers.get(name), get.headers.get(name), name);
  }
  const etag = get.headers.get("etag");
  const known = await send("GET", { "if-none-match": etag });
  assert.deepEqual([known.status, known.body], [304, ""]);
  assert.equal(known.headers.get("vary"), "accept-encoding");
  assert.equal(known.headers.get("content-encoding"), null);
});
