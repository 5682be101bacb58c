import assert from "node:assert/strict";
import { parseEmail } from "../../../lib/accounts/account_record.ts";
import { testApp } from "../../support/app.ts";
import {
  assertSent,
  fieldOf,
  FormClient,
  pageOf,
  password,
  signedUp,
} from "../../support/forms.ts";
import { newMember } from "../../support/members.ts";
import { statusOf } from "../../support/responses.ts";
import { assertHidden, assertShown, errorPage } from "../../support/routes.ts";
import { signIn, unlimitedApp } from "./fixture.ts";

const email = "member@example.com";
const wrong =
  "The e-mail address or the password is wrong. If you have forgotten your password, ask the operator for a new one.";

const wrongly = { email, password: "not the password" };

const app = await unlimitedApp();
await signedUp(app, email);

Deno.test("GET /sign-in - is a form that works without script", async () => {
  const html = await pageOf(new FormClient(app).get("/sign-in"));
  assertShown(html, '<form method="post" action="/sign-in">');
  assertShown(html, '<label for="email">E-mail address</label>');
  assertShown(html, '<label for="password">Password</label>');
  assertShown(html, ' autocomplete="username"');
  assertShown(html, ' autocomplete="current-password"');
  assertShown(html, "<title>Sign in – Porthole</title>");
  assertHidden(html, "<script");
  assert.equal(fieldOf(html, "next"), "/console");
});

Deno.test("POST /sign-in - the right password signs in and redirects", async () => {
  const client = new FormClient(app);
  await assertSent(signIn(email, client), "/console");
  const html = await pageOf(client.get("/console"));
  assertShown(html, "<bdi>member@example.com</bdi>");
  assertShown(html, '<a href="/console" aria-current="page">Console</a>');
  assertHidden(html, "/admin");
});

Deno.test("POST /sign-in - ignores case and surrounding spaces of the address", async () => {
  const response = signIn("  Member@Example.COM ", new FormClient(app));
  await assertSent(response, "/console");
});

Deno.test("POST /sign-in - an unknown address and a wrong password have identical pages", async () => {
  await using other = await testApp();
  const typed = wrongly.password;
  const known = await signIn(email, new FormClient(app), typed);
  const unknown = await signIn(email, new FormClient(other), typed);
  assert.deepEqual([...known.headers], [...unknown.headers]);
  const html = await errorPage(known, 401, wrong);
  assert.equal(html, await pageOf(unknown, 401));
  assert.equal(known.headers.get("set-cookie"), null);
});

Deno.test("POST /sign-in - a malformed address has the same error as an unknown one", async () => {
  const response = signIn("not an address", new FormClient(app));
  const html = await errorPage(response, 401, wrong);
  assert.equal(fieldOf(html, "email"), "not an address");
});

Deno.test("POST /sign-in - keeps the typed address, but not the password", async () => {
  const response = await new FormClient(app).post("/sign-in", {
    email: `"><script>alert(1)</script>@example.com`,
    password: "hunter2 hunter2",
    next: "/console/account",
  });
  const html = await pageOf(response, 401);
  const kept = "&quot;>&lt;script>alert(1)&lt;/script>@example.com";
  assert.equal(fieldOf(html, "email"), kept);
  assertHidden(html, "<script", "hunter2");
  assert.equal(fieldOf(html, "next"), "/console/account");
});

Deno.test("POST /sign-in - an empty field has an error beside it", async () => {
  const response = signIn("", new FormClient(app));
  const html = await errorPage(response, 400, "Fill in this field.");
  assert.match(
    html,
    /<input id="email"[^>]* aria-invalid="true" aria-describedby="email-error"/,
  );
});

Deno.test("POST /sign-in - says that an account is disabled only with the right password", async () => {
  const address = "disabled@example.com";
  await signedUp(app, address);
  const { accounts } = app.services;
  const account = await accounts.byEmail(parseEmail(address)!);
  const by = { name: "command line", accountId: null };
  await accounts.setDisabled(account!.id, true, by);
  const client = new FormClient(app);
  const message =
    "This account is disabled. Contact the operator of this service.";
  await errorPage(signIn(address, client), 403, message);
  const guessed = signIn(address, client, wrongly.password);
  await errorPage(guessed, 401, wrong);
  assert.equal(client.cookies.size, 0);
});

Deno.test("POST /sign-in - redirects to a path of this site", async () => {
  const client = new FormClient(app);
  const path = "/sign-in?next=%2Fconsole%2Faccount%3Fa%3D1";
  const next = fieldOf(await pageOf(client.get(path)), "next");
  assert.equal(next, "/console/account?a=1");
  await assertSent(client.post("/sign-in", { email, password, next }), next);
  await assertSent(client.get("/sign-in?next=%2Fconsole%2Fad"), "/console/ad");
});

const unsafePaths = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "/console\r\nset-cookie: a=b",
];
for (const next of unsafePaths) {
  Deno.test(`POST /sign-in - never redirects to ${JSON.stringify(next)}`, async () => {
    const client = new FormClient(app);
    const query = new URLSearchParams({ next });
    const html = await pageOf(client.get(`/sign-in?${query}`));
    assert.equal(fieldOf(html, "next"), "/console");
    const response = await client.post("/sign-in", { email, password, next });
    const names = [...response.headers.keys()].sort().join(" ");
    assert.equal(names, "cache-control location set-cookie set-cookie");
    await assertSent(response, "/console");
    await assertSent(client.get(`/sign-in?${query}`), "/console");
  });
}

Deno.test("POST /sign-in - sets the session and device cookies with their exact attributes", async () => {
  const cases = [
    ["http://porthole.test", "porthole_session", ""],
    ["https://ip.example", "__Host-porthole", "; Secure"],
  ];
  for (const [origin, prefix, secure] of cases) {
    const client = new FormClient(app, { origin });
    const response = await signIn(email, client);
    await assertSent(response, "/console");
    const [session, device, ...more] = response.headers.getSetCookie();
    assert.deepEqual(more, []);
    const value = "[\\w-]{22}\\.[\\w-]{43}";
    const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=`;
    assert.match(session, RegExp(`^${prefix}=${value}${attributes}2592000$`));
    const known = `${secure && "__Host-"}porthole_device_[\\w-]{8}`;
    assert.match(device, RegExp(`^${known}=${value}${attributes}15552000$`));
    // What the account knows its browser by opens nothing.
    client.cookies.delete(prefix);
    await assertSent(client.get("/console"), "/sign-in?next=%2Fconsole");
  }
});

Deno.test("POST /sign-in - never reuses the cookie of the browser", async () => {
  const victim = new FormClient(app);
  const attacker = await signedUp(app, "attacker@example.com");
  const [[name, planted]] = attacker.cookies;
  victim.cookies.set(name, planted);
  await assertSent(signIn(email, victim), "/console");
  assert.notEqual(victim.cookies.get(name), planted);
  // The session whose cookie was there has ended for whoever planted it.
  const ended = "/sign-in?next=%2Fconsole";
  await assertSent(attacker.get("/console"), ended);
  const html = await pageOf(attacker.get(ended));
  assert.match(html, />Your session has ended\. Sign in again\.</);
  const guest = await pageOf(new FormClient(app).get(ended));
  assert.doesNotMatch(guest, /session has ended/);
});

/** The status of a try at one of many accounts. */
const tryAt = (client: FormClient, i: number) =>
  statusOf(signIn(`nobody${i}@example.com`, client, wrongly.password));

Deno.test("limit - ten wrong passwords a minute for a client and an account, existing or not", async () => {
  await using app = await testApp();
  await signedUp(app, email, { peer: "203.0.113.1" });
  for (const tried of [email, "nobody@example.com"]) {
    const client = new FormClient(app, { peer: "198.51.100.1" });
    for (let i = 0; i < 10; i++) {
      const typed = i % 2 ? tried : tried.toUpperCase();
      await pageOf(signIn(typed, client, wrongly.password), 401);
    }
    // The right password is none better.
    const refused = await signIn(tried, client);
    assert.equal(refused.headers.get("retry-after"), "60");
    const message = "Too many wrong passwords. Try again in 60 seconds.";
    const html = await errorPage(refused, 429, message);
    assert.equal(fieldOf(html, "email"), tried);
  }
  // Nobody else pays for it, at this account or from this address.
  const other = new FormClient(app, { peer: "198.51.100.2" });
  await assertSent(signIn(email, other), "/console");
  const same = new FormClient(app, { peer: "198.51.100.1" });
  await pageOf(signIn("third@example.com", same, wrongly.password), 401);
  app.clock.now += 60_000;
  await assertSent(signIn(email, same), "/console");
});

Deno.test("limit - does not count successful sign-ins", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_AUTH: "1" } });
  await signedUp(app, email, { peer: "203.0.113.1" });
  for (let i = 0; i < 15; i++) {
    // A browser without cookies each time.
    const client = new FormClient(app, { peer: "198.51.100.1" });
    await assertSent(signIn(email, client), "/console");
  }
});

Deno.test("limit - applies to concurrent wrong passwords as well", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_AUTH: "3" } });
  await signedUp(app, email, { peer: "203.0.113.1" });
  const client = new FormClient(app, { peer: "198.51.100.1" });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => client.post("/sign-in", wrongly)),
  );
  const statuses = answers.map(({ status }) => status).sort();
  await Promise.all(answers.map((response) => response.body?.cancel()));
  assert.deepEqual(statuses, [401, 401, 401, ...Array(9).fill(429)]);
});

Deno.test("limit - strangers, however many, cannot lock out a member whose browser is known", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_AUTH: "2" } });
  const member = await signedUp(app, email, { peer: "203.0.113.1" });
  await member.post("/sign-out", {});
  const statuses: number[] = [];
  for (let i = 0; i < 40; i++) {
    const stranger = new FormClient(app, { peer: `198.51.100.${i}` });
    statuses.push(await statusOf(stranger.post("/sign-in", wrongly)));
  }
  // Ten times the limit, of all clients that the account does not know.
  const expected = Array.from({ length: 40 }, (_, i) => i < 20 ? 401 : 429);
  assert.deepEqual(statuses.sort(), expected);
  const newDevice = new FormClient(app, { peer: "203.0.113.2" });
  await pageOf(signIn(email, newDevice), 429);
  // Strangers at the member's own address neither: it is the browser that is known.
  const neighbour = new FormClient(app, { peer: "203.0.113.1" });
  await pageOf(signIn(email, neighbour), 429);
  for (const status of [401, 303, 401, 303]) {
    const fields = status === 303 ? { email, password } : wrongly;
    assert.equal(await statusOf(member.post("/sign-in", fields)), status);
    if (status === 303) await member.post("/sign-out", {});
  }
});

Deno.test("limit - a known browser has a separate count, which is limited too", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_AUTH: "2" } });
  const member = await signedUp(app, email);
  member.cookies.delete("porthole_session");
  for (const status of [401, 401, 429]) {
    await pageOf(member.post("/sign-in", wrongly), status);
  }
  // At another account it is a stranger.
  await pageOf(signIn("other@example.com", member, wrongly.password), 401);
});

Deno.test("limit - after a change of the password, only the browser that made it is known", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_AUTH: "1" } });
  const member = await signedUp(app, email, { peer: "203.0.113.1" });
  const former = new FormClient(app, { peer: "203.0.113.1" });
  for (const [name, value] of member.cookies) former.cookies.set(name, value);
  const next = "another correct horse";
  const fields = { action: "password", current: password, next };
  const changed = member.post("/console/account", fields);
  await assertSent(changed, "/console/account?done=password");
  for (let i = 0; i < 10; i++) {
    const stranger = new FormClient(app, { peer: `198.51.100.${i}` });
    await pageOf(stranger.post("/sign-in", wrongly), 401);
  }
  former.cookies.delete("porthole_session");
  await pageOf(signIn(email, former, next), 429);
  member.cookies.delete("porthole_session");
  await assertSent(signIn(email, member, next), "/console");
});

Deno.test("limit - a client that tries many accounts is limited too, and banned if it continues", async () => {
  const env = { RATE_LIMIT_AUTH: "1", RATE_LIMIT_PAGES: "0" };
  await using app = await testApp({ env });
  const client = new FormClient(app, { peer: "198.51.100.1" });
  const spray = (i: number) => tryAt(client, i);
  for (let i = 0; i < 10; i++) assert.equal(await spray(i), 401);
  assert.equal(await spray(10), 429);
  for (let minute = 0; minute < 9; minute++) {
    assert.equal(app.services.limits.banEndMs("198.51.100.1"), null);
    app.clock.now += 60_000;
    for (let i = 0; i < 10; i++) await spray(i);
    await spray(10);
  }
  assert.notEqual(app.services.limits.banEndMs("198.51.100.1"), null);
});

Deno.test("limit - an IPv6 /48 that tries many accounts is limited", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_AUTH: "1" } });
  const tryFrom = (peer: string, i: number) =>
    tryAt(new FormClient(app, { peer }), i);
  for (let i = 0; i < 10; i++) {
    assert.equal(await tryFrom(`2001:db8:1:${i}::1`, i), 401);
  }
  const before = app.services.limits.size.counters;
  for (let i = 10; i < 50; i++) {
    assert.equal(await tryFrom(`2001:db8:1:${i}::1`, i), 429);
  }
  // The refused tries leave only what counts their pages.
  assert.equal(app.services.limits.size.counters, before + 40);
  assert.equal(await tryFrom("2001:db8:2::1", 50), 401);
});

Deno.test("limit - a stranger who continues at one account is banned", async () => {
  const env = { RATE_LIMIT_AUTH: "1", RATE_LIMIT_PAGES: "0" };
  await using app = await testApp({ env });
  await signedUp(app, email, { peer: "203.0.113.1" });
  const client = new FormClient(app, { peer: "198.51.100.1" });
  for (let minute = 0; minute < 10; minute++) {
    for (const status of [401, 429]) {
      await pageOf(client.post("/sign-in", wrongly), status);
    }
    app.clock.now += 60_000;
  }
  assert.notEqual(app.services.limits.banEndMs("198.51.100.1"), null);
  assert.equal(app.services.limits.banEndMs("203.0.113.1"), null);
});

Deno.test("limit - counts sign-ups and sign-ins separately", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_AUTH: "2" } });
  const client = await signedUp(app, email);
  await client.post("/sign-out", {});
  const fresh = new FormClient(app);
  for (const status of [401, 401, 429]) {
    await pageOf(fresh.post("/sign-in", wrongly), status);
  }
  const second = { email: "second@example.com", password };
  const created = fresh.post("/sign-up", second);
  await assertSent(created, "/console?done=welcome");
  const third = { email: "third@example.com", password };
  await pageOf(new FormClient(app).post("/sign-up", third), 429);
});

Deno.test("limit - counts account pages as pages", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "2" } });
  const client = new FormClient(app);
  await pageOf(client.get("/sign-in"));
  await pageOf(client.get("/sign-up"));
  assert.equal((await client.get("/sign-in")).status, 429);
});

Deno.test("POST /sign-in - shows in the form that the store is down", async () => {
  const kv = await Deno.openKv(":memory:");
  await using app = await testApp({ openKv: () => Promise.resolve(kv) });
  const value = () => Promise.reject(new Error("the inside"));
  Object.defineProperty(kv, "get", { value });
  const response = await signIn(email, new FormClient(app));
  assert.equal(response.headers.get("retry-after"), "5");
  const message =
    "This is temporarily unavailable. Try again in a few seconds.";
  const html = await errorPage(response, 503, message);
  assert.equal(fieldOf(html, "email"), email);
  assertHidden(html, "the inside");
  const lines = app.logged.filter((line) => line.includes("the inside"));
  assert.equal(lines.length, 1);
});

Deno.test("session - a second cookie of the same name does not prevent the session", async () => {
  await using app = await testApp();
  const { session } = await newMember(app, "stray@example.com");
  const get = (path: string, ...values: string[]) => {
    const cookies = values.map((value) => `porthole_session=${value}`);
    const headers = { accept: "text/html", cookie: cookies.join("; ") };
    return app.get(path, { headers });
  };
  const stray = `${"x".repeat(22)}.${"y".repeat(43)}`;
  const response = await get("/console", stray, "nonsense", session);
  assert.equal(
    response.headers.get("set-cookie"),
    `porthole_session=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`,
  );
  await pageOf(response);
  const signedOut = get("/console", stray, stray, stray, session);
  await assertSent(signedOut, "/sign-in?next=%2Fconsole");
});

Deno.test("POST /sign-in - warns once of a proxy that does not pass the Host header on", async () => {
  await using app = await testApp({ env: { BASE_URL: "https://ip.example" } });
  await newMember(app, "proxy@example.com");
  for (let i = 0; i < 2; i++) {
    const fields = { email: "proxy@example.com", password };
    const headers = { origin: "https://ip.example" };
    const response = await new FormClient(app)
      .post("/sign-in", fields, headers);
    const cookie = response.headers.get("set-cookie") ?? "";
    assert.match(cookie, /^porthole_session=/);
    await assertSent(response, "/console");
  }
  const warnings = app.logged.filter((line) => line.includes("Host header"));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0], / warn .* host=porthole\.test$/);
});
