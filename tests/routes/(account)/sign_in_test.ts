import assert from "node:assert/strict";
import { parseEmail } from "../../../lib/accounts/email.ts";
import { testApp } from "../../support/app.ts";
import {
  assertSent,
  faultsIn,
  fieldOf,
  FormClient,
  pageOf,
  password,
  signedUp,
} from "../../support/forms.ts";
import { newMember } from "../../support/members.ts";

const email = "member@example.com";
const wrong = "The e-mail address or the password is wrong.";

const app = await testApp({
  env: { RATE_LIMIT_AUTH: "0", RATE_LIMIT_PAGES: "0" },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());
await signedUp(app, email);

Deno.test("GET /sign-in - is a form that works without a script", async () => {
  const html = await pageOf(await new FormClient(app).get("/sign-in"));
  assert.match(html, /<form method="post" action="\/sign-in">/);
  assert.match(html, /<label for="email">E-mail address<\/label>/);
  assert.match(html, /<label for="password">Password<\/label>/);
  assert.match(html, / autocomplete="username"/);
  assert.match(html, / autocomplete="current-password"/);
  assert.match(html, /<title>Sign in – Porthole<\/title>/);
  assert.equal(html.includes("<script"), false);
  assert.equal(fieldOf(html, "next"), "/console");
});

Deno.test("POST /sign-in - the right password signs in and leads on", async () => {
  const client = new FormClient(app);
  const answer = await client.post("/sign-in", { email, password });
  await assertSent(answer, "/console");
  const html = await pageOf(await client.get("/console"));
  assert.match(html, /<bdi>member@example\.com<\/bdi>/);
  assert.match(html, /<a href="\/console">Console<\/a>/);
  assert.equal(html.includes("/admin"), false);
});

Deno.test("POST /sign-in - the case of the address does not matter, nor blanks around it", async () => {
  const answer = await new FormClient(app).post("/sign-in", {
    email: "  Member@Example.COM ",
    password,
  });
  await assertSent(answer, "/console");
});

Deno.test("POST /sign-in - an unknown address and a wrong password are one page, byte for byte", async () => {
  await using other = await testApp();
  const fields = { email, password: "not the password" };
  const known = await new FormClient(app).post("/sign-in", fields);
  const unknown = await new FormClient(other).post("/sign-in", fields);
  assert.deepEqual([...known.headers], [...unknown.headers]);
  const html = await pageOf(known, 401);
  assert.equal(html, await pageOf(unknown, 401));
  assert.deepEqual(faultsIn(html), [wrong]);
  assert.equal(known.headers.get("set-cookie"), null);
});

Deno.test("POST /sign-in - what is no address is answered like an unknown one", async () => {
  const answer = await new FormClient(app).post("/sign-in", {
    email: "not an address",
    password,
  });
  const html = await pageOf(answer, 401);
  assert.deepEqual(faultsIn(html), [wrong]);
  assert.equal(fieldOf(html, "email"), "not an address");
});

Deno.test("POST /sign-in - keeps what was typed, but no password", async () => {
  const answer = await new FormClient(app).post("/sign-in", {
    email: `"><script>alert(1)</script>@example.com`,
    password: "hunter2 hunter2",
    next: "/console/account",
  });
  const html = await pageOf(answer, 401);
  assert.equal(
    fieldOf(html, "email"),
    "&quot;>&lt;script>alert(1)&lt;/script>@example.com",
  );
  assert.equal(html.includes("<script"), false);
  assert.equal(html.includes("hunter2"), false);
  assert.equal(fieldOf(html, "next"), "/console/account");
});

Deno.test("POST /sign-in - an empty field says so beside itself", async () => {
  const html = await pageOf(
    await new FormClient(app).post("/sign-in", { email: "", password }),
    400,
  );
  assert.deepEqual(faultsIn(html), ["Please fill this in."]);
  assert.match(
    html,
    /<input id="email"[^>]* aria-invalid="true" aria-describedby="email-error"/,
  );
});

Deno.test("POST /sign-in - a disabled account is told so, with the right password alone", async () => {
  await signedUp(app, "disabled@example.com");
  const account = await app.services.accounts.byEmail(
    parseEmail("disabled@example.com")!,
  );
  await app.services.accounts.setDisabled(account!.id, true, {
    name: "command line",
    accountId: null,
  });
  const client = new FormClient(app);
  const right = { email: "disabled@example.com", password };
  const refused = await pageOf(await client.post("/sign-in", right), 403);
  assert.deepEqual(faultsIn(refused), [
    "This account is disabled; please ask whoever runs this service.",
  ]);
  const guessed = await pageOf(
    await client.post("/sign-in", { ...right, password: "not the password" }),
    401,
  );
  assert.deepEqual(faultsIn(guessed), [wrong]);
  assert.equal(client.cookies.size, 0);
});

Deno.test("POST /sign-in - goes on to a path of this site", async () => {
  const client = new FormClient(app);
  const html = await pageOf(
    await client.get("/sign-in?next=%2Fconsole%2Faccount%3Fa%3D1"),
  );
  const next = fieldOf(html, "next");
  assert.equal(next, "/console/account?a=1");
  await assertSent(
    await client.post("/sign-in", { email, password, next }),
    next,
  );
  await assertSent(
    await client.get("/sign-in?next=%2Fconsole%2Fad"),
    "/console/ad",
  );
});

for (
  const next of [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "/console\r\nset-cookie: a=b",
  ]
) {
  Deno.test(`POST /sign-in - never goes on to ${JSON.stringify(next)}`, async () => {
    const client = new FormClient(app);
    const query = new URLSearchParams({ next });
    const html = await pageOf(await client.get(`/sign-in?${query}`));
    assert.equal(fieldOf(html, "next"), "/console");
    const answer = await client.post("/sign-in", { email, password, next });
    assert.deepEqual([...answer.headers.keys()].sort(), [
      "cache-control",
      "location",
      "set-cookie",
    ]);
    await assertSent(answer, "/console");
    await assertSent(await client.get(`/sign-in?${query}`), "/console");
  });
}

Deno.test("POST /sign-in - sets the cookie with exactly its attributes under HTTP", async () => {
  const answer = await new FormClient(app).post("/sign-in", {
    email,
    password,
  });
  assert.match(
    answer.headers.get("set-cookie") ?? "",
    /^porthole_session=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  );
});

Deno.test("POST /sign-in - sets the cookie with exactly its attributes under HTTPS", async () => {
  const client = new FormClient(app, { origin: "https://ip.example" });
  const answer = await client.post("/sign-in", { email, password });
  assert.match(
    answer.headers.get("set-cookie") ?? "",
    /^__Host-porthole=[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
  );
  await pageOf(await client.get("/console"));
});

Deno.test("POST /sign-in - never goes on with the cookie the browser had", async () => {
  const victim = new FormClient(app);
  const attacker = await signedUp(app, "attacker@example.com");
  const [[name, planted]] = attacker.cookies;
  victim.cookies.set(name, planted);
  await assertSent(
    await victim.post("/sign-in", { email, password }),
    "/console",
  );
  assert.notEqual(victim.cookies.get(name), planted);
  // The session whose cookie was there has ended for whoever planted it.
  await assertSent(
    await attacker.get("/console"),
    "/sign-in?next=%2Fconsole",
  );
});

Deno.test("limit - ten tries a minute from one address, whatever the account", async () => {
  await using app = await testApp();
  const client = new FormClient(app);
  for (let i = 0; i < 10; i++) {
    const email = `nobody${i}@example.com`;
    await pageOf(await client.post("/sign-in", { email, password }), 401);
  }
  const fields = { email: "nobody@example.com", password };
  const refused = await client.post("/sign-in", fields);
  assert.equal(refused.headers.get("retry-after"), "60");
  const html = await pageOf(refused, 429);
  assert.deepEqual(faultsIn(html), [
    "Please slow down: the limit here is 10 requests in 60 seconds; try again in 60 seconds.",
  ]);
  assert.equal(fieldOf(html, "email"), "nobody@example.com");
});

Deno.test("limit - ten tries a minute at one account, from wherever, and the right password is none better", async () => {
  await using app = await testApp();
  await signedUp(app, email, { peer: "203.0.113.1" });
  app.clock.now += 60_000;
  for (let i = 0; i < 10; i++) {
    const client = new FormClient(app, { peer: `198.51.100.${i}` });
    const typed = i % 2 ? email : email.toUpperCase();
    const fields = { email: typed, password: "not the password" };
    await pageOf(await client.post("/sign-in", fields), 401);
  }
  const client = new FormClient(app, { peer: "203.0.113.9" });
  await pageOf(await client.post("/sign-in", { email, password }), 429);
  await pageOf(
    await client.post("/sign-in", { email: "other@example.com", password }),
    401,
  );
  app.clock.now += 60_000;
  await assertSent(
    await client.post("/sign-in", { email, password }),
    "/console",
  );
});

Deno.test("limit - pages of the account count as pages", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "2" } });
  const client = new FormClient(app);
  await pageOf(await client.get("/sign-in"));
  await pageOf(await client.get("/sign-up"));
  assert.equal((await client.get("/sign-in")).status, 429);
});

Deno.test("POST /sign-in - a store that is gone is said in the form, which stays", async () => {
  const kv = await Deno.openKv(":memory:");
  await using app = await testApp({ openKv: () => Promise.resolve(kv) });
  Object.defineProperty(kv, "get", {
    value: () => Promise.reject(new Error("the inside")),
  });
  const client = new FormClient(app);
  const answer = await client.post("/sign-in", { email, password });
  assert.equal(answer.headers.get("retry-after"), "5");
  const html = await pageOf(answer, 503);
  assert.deepEqual(faultsIn(html), [
    "This cannot be done just now; please try again in a few seconds.",
  ]);
  assert.equal(fieldOf(html, "email"), email);
  assert.equal(html.includes("the inside"), false);
  assert.equal(
    app.logged.filter((line) => line.includes("the inside")).length,
    1,
  );
});

Deno.test("session - a stray cookie of the same name locks nobody out", async () => {
  await using app = await testApp();
  const { session } = await newMember(app, "stray@example.com");
  const get = (path: string, ...values: string[]) =>
    app.get(path, {
      headers: {
        accept: "text/html",
        cookie: values.map((value) => `porthole_session=${value}`).join("; "),
      },
    });
  const stray = `${"x".repeat(22)}.${"y".repeat(43)}`;
  const answer = await get("/console", stray, "nonsense", session);
  assert.equal(
    answer.headers.get("set-cookie"),
    `porthole_session=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`,
  );
  await pageOf(answer);
  await assertSent(
    await get("/console", stray, stray, stray, session),
    "/sign-in?next=%2Fconsole",
  );
});

Deno.test("POST /sign-in - a proxy that does not pass the Host on is warned of, once", async () => {
  await using app = await testApp({ env: { BASE_URL: "https://ip.example" } });
  await newMember(app, "proxy@example.com");
  for (let i = 0; i < 2; i++) {
    const answer = await new FormClient(app).post("/sign-in", {
      email: "proxy@example.com",
      password,
    }, { origin: "https://ip.example" });
    assert.match(answer.headers.get("set-cookie") ?? "", /^porthole_session=/);
    await assertSent(answer, "/console");
  }
  const warnings = app.logged.filter((line) => line.includes("Host header"));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], / warn .* host=porthole\.test$/);
});
