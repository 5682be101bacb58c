/** How tests of routes ask, and what they assert of responses. */
import assert from "node:assert/strict";
import type { RequestOptions, TestApp } from "./app.ts";
import { errorsIn, pageOf } from "./forms.ts";
import {
  assertResponse,
  openHeaders,
  type Responding,
  types,
} from "./responses.ts";

type Asked = Pick<TestApp, "get">;

/** What a browser gets. */
export async function browse(
  { get }: Asked,
  path: string,
  headers: Record<string, string> = {},
  options: RequestOptions = {},
) {
  const response = await get(path, {
    peer: "8.8.8.8",
    ...options,
    headers: { accept: "text/html", ...headers },
  });
  const { status, headers: sent } = response;
  return {
    status,
    type: sent.get("content-type"),
    location: sent.get("location"),
    headers: sent,
    html: await response.text(),
  };
}

/** Serves an app on loopback, to a client at `peer`. */
export function serveApp({ get }: Asked, peer?: string) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { url, method, headers, signal } = request;
      const { origin, pathname, search } = new URL(url);
      const body = method === "POST" ? await request.text() : undefined;
      const options = { origin, method, headers, signal, peer, body };
      return await get(pathname + search, options);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Asserts a page with this error message alone. Returns its HTML. */
export async function errorPage(
  responding: Responding,
  status: number,
  message: string,
): Promise<string> {
  const html = await pageOf(responding, status);
  assert.deepEqual(errorsIn(html), [message]);
  return html;
}

/** Asserts that a text contains each of the parts. */
export function assertShown(text: string, ...parts: (string | RegExp)[]) {
  for (const part of parts) {
    if (part instanceof RegExp) assert.match(text, part);
    else assert(text.includes(part), `${part} is not in ${text}`);
  }
}

/** Asserts that a text contains none of the parts. */
export function assertHidden(text: string, ...parts: (string | RegExp)[]) {
  for (const part of parts) {
    if (part instanceof RegExp) assert.doesNotMatch(text, part);
    else assert(!text.includes(part), `${part} is in ${text}`);
  }
}

/** Asserts a status and some headers; null stands for one that is missing. */
export function assertHead(
  { status, headers }: Pick<Response, "status" | "headers">,
  expected: number,
  values: Record<string, string | null>,
  message?: string,
) {
  const names = Object.keys(values);
  const sent = names.map((name) => [name, headers.get(name)]);
  assert.deepEqual(
    { message, status, ...Object.fromEntries(sent) },
    { message, status: expected, ...values },
  );
}

/** Asserts all headers of a success in JSON that pages of other origins may read. */
export function assertOpenJson(
  { status, headers }: Response,
  cacheControl: string,
  more: Record<string, string> = {},
) {
  assert.equal(status, 200);
  assert.deepEqual(Object.fromEntries(headers), {
    ...openHeaders,
    "cache-control": cacheControl,
    "content-type": types.json,
    "x-content-type-options": "nosniff",
    ...more,
  });
}

/** Asserts a response in plain text. */
export async function assertText(
  responding: Responding,
  status: number,
  text: string,
) {
  await assertResponse(responding, status, types.text, text);
}
