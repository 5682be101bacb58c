import assert from "node:assert/strict";
import { testApp } from "../../support/app.ts";
import {
  assertSent,
  FormClient,
  pageOf,
  signedUp,
} from "../../support/forms.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("POST /sign-out - ends the session itself, not the cookie alone", async () => {
  const client = await signedUp(app);
  const [[name, value]] = client.cookies;
  const answer = await client.post("/sign-out", {});
  assert.equal(
    answer.headers.get("set-cookie"),
    "porthole_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
  );
  await assertSent(answer, "/sign-in?done=signed-out");
  const html = await pageOf(await client.get("/sign-in?done=signed-out"));
  assert.match(html, /role="status">You are signed out\.</);
  client.cookies.set(name, value);
  await assertSent(await client.get("/console"), "/sign-in?next=%2Fconsole");
});

Deno.test("GET /sign-out - signs nobody out, and shows a button to members", async () => {
  const client = await signedUp(app, "b@example.com");
  const html = await pageOf(await client.get("/sign-out"));
  assert.match(html, /<form method="post" action="\/sign-out">/);
  await pageOf(await client.get("/console"));
  await assertSent(await new FormClient(app).get("/sign-out"), "/sign-in");
});

Deno.test("POST /sign-out - takes out a cookie that opens nothing", async () => {
  const client = new FormClient(app);
  client.cookies.set("porthole_session", "nonsense");
  await assertSent(
    await client.post("/sign-out", {}),
    "/sign-in?done=signed-out",
  );
  assert.equal(client.cookies.size, 0);
});
