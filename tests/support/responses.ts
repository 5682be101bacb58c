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
  geoip2Error:
    "application/vnd.maxmind.com-error+json; charset=UTF-8; version=2.0",
};

/** A response, or the request for it. */
export type Responding = Response | Promise<Response>;

/** The status alone; the body is not read. */
export async function statusOf(responding: Responding): Promise<number> {
  const { status, body } = await responding;
  await body?.cancel();
  return status;
}

/** Asserts status, content type and the exact body. */
export async function assertResponse(
  responding: Responding,
  status: number,
  type: string,
  body: string,
) {
  const response = await responding;
  const text = await response.text();
  assert.deepEqual({
    status: response.status,
    type: response.headers.get("content-type"),
    text,
  }, { status, type, text: body });
}

/** Asserts the JSON error object of the GeoIP interface, and that it must not be cached. */
export async function assertGeoipError(
  responding: Responding,
  status: number,
  code: string,
) {
  const response = await responding;
  const body = await response.json();
  assert.equal(response.status, status);
  assert.equal(response.headers.get("content-type"), types.json);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(Object.keys(body), ["error"]);
  assert.deepEqual(Object.keys(body.error), ["code", "message"]);
  assert.equal(body.error.code, code);
  assert.match(body.error.message, /^[A-Z].*\.$/);
}

/** Asserts the error object of the versioned API. */
export async function assertApiError(
  responding: Responding,
  status: number,
  code: string,
) {
  const response = await responding;
  const body = await response.json();
  assert.equal(response.status, status);
  assert.equal(response.headers.get("content-type"), types.json);
  assert.equal(response.headers.get("access-control-allow-origin"), "*");
  assert.deepEqual(Object.keys(body), ["ok", "error"]);
  assert.equal(body.ok, false);
  assert.deepEqual(Object.keys(body.error), ["code", "message"]);
  assert.equal(body.error.code, code);
  assert.match(body.error.message, /^[A-Z].*\.$/);
}

/** Asserts what V2 responds if the store cannot charge the request. */
export async function assertStoreUnavailable(responding: Responding) {
  const response = await responding;
  assert.equal(response.status, 503);
  assert.equal(response.headers.get("content-type"), types.json);
  assert.equal(response.headers.get("retry-after"), "5");
  assert.deepEqual(await response.json(), {
    ok: false,
    error: {
      code: "SERVICE_UNAVAILABLE",
      message: "This is temporarily unavailable. Try again in a few seconds.",
    },
  });
}
