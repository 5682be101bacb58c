import assert from "node:assert/strict";
import { testApp } from "../../support/app.ts";
import {
  assertSent,
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
  password,
  signedUp,
} from "../../support/forms.ts";
import { assertShown, errorPage } from "../../support/routes.ts";
import { unlimitedApp } from "./fixture.ts";

const app = await unlimitedApp();

Deno.test("POST /sign-up - creates a free account, signs in and redirects", async () => {
  const client = new FormClient(app);
  const next = "/console/account";
  const fields = { email: "New@Example.com", password, next };
  const response = client.post("/sign-up", fields);
  await assertSent(response, `${next}?done=welcome`);
  const html = await pageOf(client.get("/console"));
  assert.match(html, /<bdi>New@Example\.com<\/bdi> · free/);
});

Deno.test("POST /sign-up - welcomes a new member in the console", async () => {
  const client = new FormClient(app);
  const email = "welcome@example.com";
  const response = await client.post("/sign-up", { email, password });
  await assertSent(response, "/console?done=welcome");
  const html = await pageOf(client.get("/console?done=welcome"));
  assertShown(
    html,
    "Welcome! The pages now show you more about each address. To use V2 of the API, create a token.",
  );
});

Deno.test("POST /sign-up - welcomes a new member on the page that they came from", async () => {
  for (const [i, next] of ["/", "/8.8.8.8?a=1#facts"].entries()) {
    const client = new FormClient(app);
    const email = `there${i}@example.com`;
    const response = await client.post("/sign-up", { email, password, next });
    const landing = ["/?done=welcome", "/8.8.8.8?a=1&done=welcome#facts"][i];
    await assertSent(response, landing);
    const path = landing.split("#")[0];
    const welcome =
      /<div class="message message-done" role="status">Welcome! [^<]+ <a href="\/console">Console<\/a>/;
    assert.match(await pageOf(client.get(path)), welcome);
    // A guest with the same link is not greeted.
    const guest = await pageOf(new FormClient(app).get(path));
    assert.doesNotMatch(guest, /Welcome!/);
  }
});

Deno.test("GET /sign-up - says what an account gives", async () => {
  const html = await pageOf(new FormClient(app).get("/sign-up"));
  assertShown(
    html,
    /<p>An account is free and gives you:<\/p><ul><li>More about each address: Abuse contact, [^<]+<\/li><li>A token for API V2: 100 requests per month<\/li><\/ul>/,
  );
});

Deno.test("POST /sign-up - an address belongs to one account", async () => {
  await signedUp(app, "taken@example.com");
  const client = new FormClient(app);
  const fields = { email: "TAKEN@example.com", password };
  const html = await pageOf(client.post("/sign-up", fields), 409);
  assert.equal(errorsIn(html).length, 1);
  assert.equal(fieldOf(html, "email"), "TAKEN@example.com");
  assert.equal(client.cookies.size, 0);
});

const long = "x".repeat(201);
const same = "ab@c.example";
const bad: [email: string, password: string, fault: string][] = [
  ["", password, "Fill in this field."],
  ["nobody", password, "This is not a valid e-mail address."],
  ["a@b.example\u0000", password, "This contains invisible characters."],
  ["a@b.example", "", "Fill in this field."],
  ["a@b.example", "short", "The password must have at least 10 characters."],
  ["a@b.example", long, "The password must have at most 200 characters."],
  [same, same, "The password must differ from the e-mail address."],
];

for (const [email, password, fault] of bad) {
  Deno.test(`POST /sign-up - ${JSON.stringify(email)} with ${password.length} characters is refused: ${fault}`, async () => {
    const client = new FormClient(app);
    const response = await client.post("/sign-up", { email, password });
    const html = await errorPage(response, 400, fault);
    assert.equal(client.cookies.size, 0);
    if (password) {
      assert.equal(html.includes(`value="${password}"`), password === email);
    }
  });
}

Deno.test("POST /sign-up - a large body or another content type gets an error page", async () => {
  const client = new FormClient(app);
  const large = { email: "x".repeat(20_000), password };
  await pageOf(client.post("/sign-up", large), 413);
  const text = { "content-type": "text/plain" };
  const fields = { email: "a@b.example", password };
  await pageOf(client.post("/sign-up", fields, text), 400);
});

Deno.test("sign-up - SIGN_UP=closed closes it", async () => {
  await using app = await testApp({ env: { SIGN_UP: "closed" } });
  const client = new FormClient(app);
  const closed = /Sign-up is closed\. Ask the operator for an account\./;
  const html = await pageOf(client.get("/sign-up"));
  assert.match(html, closed);
  assert.equal(html.includes('action="/sign-up"'), false);
  const fields = { email: "a@b.example", password };
  const refused = client.post("/sign-up", fields);
  assert.match(await pageOf(refused, 403), closed);
  assert.equal(client.cookies.size, 0);
  const signIn = await pageOf(client.get("/sign-in"));
  assert.equal(signIn.includes("/sign-up"), false);
});

const cases = [
  ["IPv4 address", () => "192.0.2.1", "192.0.2.2"],
  ["IPv6 /64", (i) => `2001:db8:1:1::${i}`, "2001:db8:2::1"],
  ["IPv6 /48", (i) => `2001:db8:1:${i}::1`, "2001:db8:2::1"],
] as [string, (i: number) => string, string][];
for (const [what, peerOf, other] of cases) {
  Deno.test(`limit - ten sign-ups a minute from one ${what}`, async () => {
    await using app = await testApp();
    // Nothing is hashed: what counts is the try.
    const statusOf = async (peer: string, i: number) => {
      const fields = { email: `${i}@example.com`, password: "short" };
      const client = new FormClient(app, { peer });
      const response = await client.post("/sign-up", fields);
      await response.body?.cancel();
      return [response.status, response.headers.get("retry-after")];
    };
    for (let i = 0; i < 10; i++) {
      assert.deepEqual(await statusOf(peerOf(i), i), [400, null]);
    }
    assert.deepEqual(await statusOf(peerOf(10), 10), [429, "60"]);
    assert.deepEqual(await statusOf(other, 11), [400, null]);
  });
}
