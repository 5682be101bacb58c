import assert from "node:assert/strict";
import { pageHeaders } from "../../../lib/http/answers.ts";
import { testApp } from "../../support/app.ts";

const app = await testApp({ env: { V4_URL: "http://v4.test" } });
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

const browser = { accept: "text/html" };

function policyOf({ headers }: Response): string | null {
  return headers.get("content-security-policy");
}

for (const path of ["/", "/", "/?a=1"]) {
  Deno.test(`GET ${path} - the page has the policy of every page`, async () => {
    const answer = await app.get(path, { peer: "8.8.8.8", headers: browser });
    assert.equal(answer.status, 200);
    assert.equal(policyOf(answer), pageHeaders["content-security-policy"]);
    await answer.body?.cancel();
  });
}

for (
  const [what, path, init, status] of [
    ["text", "/", {}, 200],
    ["JSON", "/", { headers: { accept: "application/json" } }, 200],
    ["a browser on a probe's host", "/", {
      headers: browser,
      origin: "http://v4.test",
    }, 200],
    ["OPTIONS", "/", { headers: browser, method: "OPTIONS" }, 204],
  ] as const
) {
  Deno.test(`/ - ${what} has no policy`, async () => {
    const answer = await app.get(path, { peer: "8.8.8.8", ...init });
    assert.equal(answer.status, status);
    assert.equal(policyOf(answer), null);
    await answer.body?.cancel();
  });
}
