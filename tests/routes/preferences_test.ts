import assert from "node:assert/strict";
import { testApp } from "../support/app.ts";
import { assertHead, assertShown } from "../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

function choose(fields: Record<string, string>): Promise<Response> {
  return app.get("/preferences", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
}

Deno.test("/preferences - stores a choice and returns to the page", async () => {
  const response = await choose({ language: "zh", next: "/lookup?dns_type=x" });
  assertHead(response, 303, {
    "location": "/lookup?dns_type=x",
    "set-cookie":
      "porthole_language=zh; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000",
  });
});

Deno.test("/preferences - does not redirect to another site", async () => {
  const response = await choose({ theme: "dark", next: "//evil.example/" });
  assert.equal(response.headers.get("location"), "/");
});

Deno.test("/preferences - returns 400 for an unknown choice", async () => {
  const forms = [
    {},
    { theme: "blue" },
    { language: "dark" },
    { language: "en; Domain=x" },
    { next: "/about" },
  ] as Record<string, string>[];
  for (const fields of forms) {
    const response = await choose(fields);
    assertHead(response, 400, { "set-cookie": null });
    const error = "<p>This language or theme does not exist.</p>";
    assertShown(await response.text(), error);
  }
});
