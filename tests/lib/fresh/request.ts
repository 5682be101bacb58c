import assert from "node:assert/strict";
import type { App } from "fresh";

/** Sends a request such as `GET /path` to an app. */
export function send<State>(
  app: App<State>,
  request: string,
  headers: HeadersInit = {},
) {
  return sendTo(app.handler(), request, headers);
}

/** Sends a request such as `GET /path` to a handler. */
export async function sendTo(
  handler: (req: Request) => Response | Promise<Response>,
  request: string,
  init: HeadersInit = {},
) {
  const [method, path] = request.split(" ");
  const url = `http://site.test${path}`;
  const response = await handler(new Request(url, { method, headers: init }));
  const { status, headers } = response;
  return { status, headers, body: await response.text() };
}

/** Asserts the bodies of the responses to requests such as `GET /path`. */
export async function assertBodies<State>(
  app: App<State>,
  bodies: Record<string, string>,
) {
  const found: Record<string, string> = {};
  for (const request of Object.keys(bodies)) {
    found[request] = (await send(app, request)).body;
  }
  assert.deepEqual(found, bodies);
}

/** Asserts the status and the body of the response to a request. */
export async function assertSent<State>(
  app: App<State>,
  request: string,
  ...expected: [status: number, body: string]
) {
  const { status, body } = await send(app, request);
  assert.deepEqual([request, status, body], [request, ...expected]);
}

/** A handler that responds with a text. */
export const say = (word: string, status = 200) => () =>
  new Response(word, { status });

/** A handler that throws. */
export function failing(error: Error) {
  return () => {
    throw error;
  };
}
