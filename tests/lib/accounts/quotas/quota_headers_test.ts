import assert from "node:assert/strict";
import fc from "fast-check";
import { tokenHash } from "../../../../lib/accounts/tokens/token.ts";
import { apiTokenHash } from "../../../../lib/accounts/quotas/quota_headers.ts";
import { AppError } from "../../../../lib/core/errors.ts";

const one = "ph_" + "a".repeat(43);
const two = "ph_" + "b".repeat(43);

function isRefused(headers: Record<string, string>) {
  assert.throws(
    () => apiTokenHash(new Headers(headers)),
    (error: unknown) =>
      error instanceof AppError && error.status === 401 &&
      error.code === "UNAUTHORIZED" &&
      error.headers["www-authenticate"] === 'Bearer realm="porthole"' &&
      Object.keys(error.headers).length === 1,
  );
}

Deno.test("apiTokenHash - accepts either header, and prefers Authorization", () => {
  const hash = (headers: Record<string, string>) =>
    apiTokenHash(new Headers(headers));
  assert.equal(hash({ authorization: `Bearer ${one}` }), tokenHash(one));
  assert.equal(hash({ authorization: `bearer  ${one} ` }), tokenHash(one));
  assert.equal(hash({ "x-api-key": one }), tokenHash(one));
  assert.equal(
    hash({ authorization: `Bearer ${one}`, "x-api-key": two }),
    tokenHash(one),
  );
});

Deno.test("apiTokenHash - ignores other schemes", () => {
  const headers = new Headers({
    authorization: "Basic dTpw",
    "x-api-key": two,
  });
  assert.equal(apiTokenHash(headers), tokenHash(two));
});

Deno.test("apiTokenHash - refuses a malformed bearer token even with a valid key", () => {
  isRefused({ authorization: "Bearer nothing", "x-api-key": one });
  isRefused({ authorization: "Bearer", "x-api-key": one });
  isRefused({ authorization: "Bearer ", "x-api-key": one });
  isRefused({ authorization: `Bearer ${one} ${two}` });
});

Deno.test("apiTokenHash - without a token it is 401", () => {
  isRefused({});
  isRefused({ "x-api-key": "" });
  isRefused({ authorization: `Bearer${one}` });
});

Deno.test("apiTokenHash - any header is refused or hashed", () => {
  const text = fc.string({ unit: "binary-ascii" }).map((text) =>
    text.replace(/[^\x20-\x7e]/g, "")
  );
  fc.assert(fc.property(text, text, (bearer, key) => {
    const headers = new Headers({
      authorization: `Bearer ${bearer}`,
      "x-api-key": key,
    });
    try {
      assert.match(apiTokenHash(headers), /^[\w-]{43}$/);
    } catch (error) {
      assert(error instanceof AppError);
      assert.equal(error.status, 401);
    }
  }));
});
