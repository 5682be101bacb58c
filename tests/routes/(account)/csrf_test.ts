import assert from "node:assert/strict";
import {
  assertSent,
  FormClient,
  pageOf,
  password,
  signedUp,
} from "../../support/forms.ts";
import { unlimitedApp } from "./fixture.ts";

const app = await unlimitedApp({ BASE_URL: "https://ip.example" });
const member = await signedUp(app);
const before = [...member.cookies];

const foreign: Record<string, Record<string, string>> = {
  "another site's Origin": { origin: "https://evil.example" },
  "another port's Origin": { origin: "http://porthole.test:8000" },
  "a sandboxed page's Origin": { origin: "null" },
  "Sec-Fetch-Site cross-site": {
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
  },
  "Sec-Fetch-Site same-site and a sibling's Origin": {
    origin: "https://evil.ip.example",
    "sec-fetch-site": "same-site",
  },
};

const paths = [
  ...["/sign-in", "/sign-up", "/sign-out", "/preferences", "/console"],
  ...["/console/ad", "/console/sessions", "/console/account"],
];
const fields = {
  ...{ action: "create", name: "a", theme: "dark" },
  ...{ email: "new@example.com", password },
};

for (const [what, headers] of Object.entries(foreign)) {
  Deno.test(`CSRF - a form with ${what} has no effect, on any page`, async () => {
    for (const path of paths) {
      const response = await member.post(path, fields, headers);
      assert.equal(response.headers.get("set-cookie"), null, path);
      const html = await pageOf(response, 403);
      assert.match(html, /This form was sent from another site/, path);
    }
    assert.deepEqual([...member.cookies], before);
    await pageOf(member.get("/console"));
  });
}

Deno.test("CSRF - Sec-Fetch-Site: cross-site is refused by itself", async () => {
  const headers = { "sec-fetch-site": "cross-site", accept: "text/html" };
  await pageOf(app.get("/sign-out", { method: "POST", headers }), 403);
});

const origins = [
  "http://porthole.test",
  "https://porthole.test",
  "https://ip.example",
];
for (const origin of origins) {
  Deno.test(`CSRF - a form from ${origin} is accepted`, async () => {
    const client = new FormClient(app);
    const fields = { email: "member@example.com", password };
    await assertSent(client.post("/sign-in", fields, { origin }), "/console");
  });
}

Deno.test("CSRF - the referrer policy lets browsers send the Origin", async () => {
  const shown = await new FormClient(app).get("/sign-in");
  assert.equal(shown.headers.get("referrer-policy"), "same-origin");
  await shown.body?.cancel();
});
