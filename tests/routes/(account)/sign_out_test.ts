import assert from "node:assert/strict";
import { testApp } from "../../support/app.ts";
import {
  assertSent,
  FormClient,
  pageOf,
  signedUp,
} from "../../support/forms.ts";
import { newMember } from "../../support/members.ts";
import { assertShown } from "../../support/routes.ts";

const app = await testApp();
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

Deno.test("POST /sign-out - ends the session, not only the cookie", async () => {
  const client = await signedUp(app);
  const [[name, value]] = client.cookies;
  const response = await client.post("/sign-out", {});
  const cookie = "porthole_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
  assert.equal(response.headers.get("set-cookie"), cookie);
  await assertSent(response, "/sign-in?done=signed-out");
  const html = await pageOf(client.get("/sign-in?done=signed-out"));
  assert.match(html, /role="status">You have signed out\.</);
  client.cookies.set(name, value);
  await assertSent(client.get("/console"), "/sign-in?next=%2Fconsole");
});

Deno.test("GET /sign-out - shows a button and does not sign out", async () => {
  const client = await signedUp(app, "b@example.com");
  const html = await pageOf(client.get("/sign-out"));
  assert.match(html, /<form method="post" action="\/sign-out">/);
  await pageOf(client.get("/console"));
  await assertSent(new FormClient(app).get("/sign-out"), "/sign-in");
});

Deno.test("POST /sign-out - clears an invalid cookie", async () => {
  const client = new FormClient(app);
  client.cookies.set("porthole_session", "nonsense");
  await assertSent(client.post("/sign-out", {}), "/sign-in?done=signed-out");
  assert.equal(client.cookies.size, 0);
});

Deno.test("POST /sign-out - ends every session that the browser has a cookie for", async () => {
  const members = [
    await newMember(app, "c@example.com"),
    await newMember(app, "d@example.com"),
  ];
  const cookie = members.map(({ session }) => `porthole_session=${session}`)
    .join("; ");
  const type = "application/x-www-form-urlencoded";
  const headers = { cookie, "content-type": type };
  const response = app.get("/sign-out", { method: "POST", headers });
  await assertSent(response, "/sign-in?done=signed-out");
  for (const { session } of members) {
    assert.equal(await app.services.sessions.memberOf(session), null);
  }
});

Deno.test("sign-out - without the store the cookie is cleared, and the page says that the session remains", async () => {
  const kv = await Deno.openKv(":memory:");
  await using broken = await testApp({ openKv: () => Promise.resolve(kv) });
  const client = await signedUp(broken);
  const gone = () => Promise.reject(new Error("the inside"));
  Object.defineProperty(kv, "getMany", { value: gone });
  const atomic = kv.atomic.bind(kv);
  Object.defineProperty(kv, "atomic", {
    value: () => Object.assign(atomic(), { commit: gone }),
  });
  const html = await pageOf(client.get("/sign-out"));
  assert.match(html, /<form method="post" action="\/sign-out">/);
  const here = "/sign-in?done=signed-out-here";
  await assertSent(client.post("/sign-out", {}), here);
  assert.equal(client.cookies.has("porthole_session"), false);
  assertShown(
    await pageOf(client.get(here)),
    /role="status">You have signed out in this browser, but the server [^<]* 30 days after its last use\.</,
  );
});
