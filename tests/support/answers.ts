import assert from "node:assert/strict";

/** The headers of every response that pages of other origins may read. */
export const openHeaders = { "access-control-allow-origin": "*" };

/** Added if such a response has headers of its own. */
export const exposedHeaders = {
  "access-control-expose-headers":
    "Allow, ETag, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Rl, X-Token-Type, X-Ttl",
};

const EXPOSED = exposedHeaders["access-control-expose-headers"].split(", ");

/** Asserts that scripts of other origins may read each header that the API documents. */
export function assertExposed(headers: Headers, what: string) {
  const own = EXPOSED.filter((name) => headers.has(name));
  const exposed = headers.get("access-control-expose-headers")?.split(", ");
  for (const name of own) assert(exposed?.includes(name), `${what}: ${name}`);
}

export const types = {
  text: "text/plain; charset=utf-8",
  json: "application/json; charset=utf-8",
  script: "application/javascript; charset=utf-8",
  html: "text/html; charset=utf-8",
};

/** Asserts status, content type and the exact body. */
export async function assertAnswer(
  answer: Response,
  status: number,
  type: string,
  body: string,
) {
  const text = await answer.text();
  assert.deepEqual(
    { status: answer.status, type: answer.headers.get("content-type"), text },
    { status, type, text: body },
  );
}

/** Asserts the JSON error object of the GeoIP interface, and that it must not be cached. */
export async function assertGeoipError(
  answer: Response,
  status: number,
  code: string,
) {
  const body = await answer.json();
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get("content-type"), types.json);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(Object.keys(body), ["error"]);
  assert.deepEqual(Object.keys(body.error), ["code", "message"]);
  assert.equal(body.error.code, code);
  assert.match(body.error.message, /^[A-Z].*\.$/);
}

/** Asserts the error object of the versioned API. */
export async function assertApiError(
  answer: Response,
  status: number,
  code: string,
) {
  const body = await answer.json();
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get("content-type"), types.json);
  assert.equal(answer.headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(Object.keys(body), ["ok", "error"]);
  assert.equal(body.ok, false);
  assert.deepEqual(Object.keys(body.error), ["code", "message"]);
  assert.equal(body.error.code, code);
  assert.match(body.error.message, /^[A-Z].*\.$/);
}

/** Asserts what V2 responds if the store cannot charge the request. */
export async function assertStoreUnavailable(answer: Response) {
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("content-type"), types.json);
  assert.equal(answer.headers.get("retry-after"), "5");
  assert.deepEqual(await answer.json(), {
    ok: false,
    error: {
      code: "SERVICE_UNAVAILABLE",
      message: "This is temporarily unavailable. Try again in a few seconds.",
    },
  });
}
