import assert from "node:assert/strict";
import { parseEmail } from "../../../../lib/accounts/account_record.ts";
import { tokenHash } from "../../../../lib/accounts/tokens/token.ts";
import { testApp } from "../../../support/app.ts";
import {
  assertSent,
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
  signedUp,
} from "../../../support/forms.ts";
import {
  assertHidden,
  assertShown,
  errorPage,
} from "../../../support/routes.ts";
import { statusOf } from "../../../support/responses.ts";
import { unlimitedApp } from "../fixture.ts";

const app = await unlimitedApp();

const operator = { name: "command line", accountId: null };
const tokenPattern = /ph_[A-Za-z0-9_-]{43}/g;

async function accountOf(email: string) {
  const account = await app.services.accounts.byEmail(parseEmail(email)!);
  assert(account);
  return account;
}

/** Sends the form that makes a member's first token, and gives its fields and the page. */
async function firstToken(client: FormClient, name = "laptop") {
  const shown = await pageOf(client.get("/console"));
  const fields = { action: "create", name, version: fieldOf(shown, "version") };
  const html = await pageOf(client.post("/console", fields));
  return { fields, html, text: html.match(tokenPattern)![0] };
}

Deno.test("console - redirects guests to sign in and back", async () => {
  const guest = new FormClient(app);
  const paths = ["", "/ad", "/ad/frame", "/sessions", "/account"];
  for (const path of paths) {
    const next = encodeURIComponent(`/console${path}`);
    await assertSent(guest.get(`/console${path}`), `/sign-in?next=${next}`);
  }
  await assertSent(
    guest.get("/console?done=renamed&a=b"),
    "/sign-in?next=%2Fconsole%3Fdone%3Drenamed%26a%3Db",
  );
  const form = guest.post("/console", { action: "create", name: "a" });
  await assertSent(form, "/sign-in?next=%2Fconsole");
  // Where a router reads escapes, a guard that compares paths does not.
  await pageOf(guest.get("/%63onsole/account"), 404);
});

Deno.test("console - without a token it shows a form, and examples with a placeholder", async () => {
  const client = await signedUp(app, "empty@example.com");
  const html = await pageOf(client.get("/console"));
  assertShown(
    html,
    /<h2>New token<\/h2>/,
    /curl -H &quot;Authorization: Bearer &lt;TOKEN>&quot; http:\/\/porthole\.test\/<wbr>api\/<wbr>v2\/<wbr>ip\/<wbr>8\.8\.8\.8</,
  );
  assertHidden(html, '/console/ad">Look', '<script type="module"');
});

Deno.test("console - a new token is shown once, with examples that work", async () => {
  const client = await signedUp(app, "once@example.com");
  const { html, text } = await firstToken(client, "my laptop");
  assert.match(html, /it won't be shown again/);
  assert(html.includes(`<code id="new-token">${text}</code>`), html);
  assert.deepEqual(html.match(tokenPattern), [text, text, text, text]);
  assert.match(html, /<bdi>my laptop<\/bdi>/);

  const [{ hash, lastFour }] = (await accountOf("once@example.com")).tokens;
  assert.equal(hash, tokenHash(text));
  assert.equal(lastFour, text.slice(-4));
  const console = ["", "?done=renamed", "/ad", "/sessions", "/account"];
  const paths = [...console.map((path) => `/console${path}`), "/sign-out"];
  for (const path of paths) {
    const later = await pageOf(client.get(path));
    assert.deepEqual(later.match(tokenPattern), null, path);
    assert.equal(later.includes(text.slice(3, 20)), false, path);
  }
});

Deno.test("console - no page contains a hash or a secret", async () => {
  const client = await signedUp(app, "secrets@example.com");
  const { html } = await firstToken(client);
  const account = await accountOf("secrets@example.com");
  const [session] = await app.services.sessions.list(account.id);
  const [[, cookie]] = client.cookies;
  const secrets = [
    account.passwordHash,
    account.passwordHash.split("$").at(-1)!,
    account.tokens[0].hash,
    session.id,
    cookie,
    cookie.split(".")[1],
  ];
  const pages = [html];
  for (const path of ["", "/ad", "/sessions", "/account"]) {
    pages.push(await pageOf(client.get(`/console${path}`)));
  }
  for (const page of pages) assertHidden(page, ...secrets);
});

Deno.test("console - reloading the page of a new token creates no other", async () => {
  const client = await signedUp(app, "reload@example.com");
  const { fields } = await firstToken(client);
  const before = (await accountOf("reload@example.com")).tokens;
  const html = await pageOf(client.post("/console", fields), 409);
  assert.match(errorsIn(html)[0], /^No token was created: /);
  assert.deepEqual(html.match(tokenPattern), null);
  assert.deepEqual((await accountOf("reload@example.com")).tokens, before);
});

Deno.test("console - reloading creates no other token for a vip either", async () => {
  const client = await signedUp(app, "vip@example.com");
  const { id } = await accountOf("vip@example.com");
  await app.services.accounts.setTier(id, "vip", 5000, operator);
  const { fields } = await firstToken(client);
  await pageOf(client.post("/console", fields), 409);
  assert.equal((await accountOf("vip@example.com")).tokens.length, 1);
  // With the form as it is now there is a second.
  await firstToken(client, "second");
  const html = await pageOf(client.get("/console"));
  assert.equal(html.match(/<article class="card">/g)?.length, 2);
  assert.equal(html.match(/0 of 5,000 used, 5,000 left/g)?.length, 2);
});

Deno.test("console - replaces a token only if confirmed, and not again on reload", async () => {
  const client = await signedUp(app, "replace@example.com");
  const { text } = await firstToken(client);
  const shown = await pageOf(client.get("/console"));
  const fields = {
    action: "create",
    name: "new one",
    replaces: fieldOf(shown, "replaces"),
    version: fieldOf(shown, "version"),
  };
  const response = client.post("/console", fields);
  const refused = await errorPage(response, 400, "Tick this box to continue.");
  assert.match(refused, /<details open>\s*<summary>Replace/);

  const confirmed = { ...fields, confirmed: "yes" };
  const html = await pageOf(client.post("/console", confirmed));
  const [replaced] = html.match(tokenPattern)!;
  assert.notEqual(replaced, text);
  await pageOf(client.post("/console", confirmed), 409);
  const { tokens } = await accountOf("replace@example.com");
  assert.equal(tokens.length, 1);
  const [{ hash, name }] = tokens;
  assert.deepEqual([hash, name], [tokenHash(replaced), "new one"]);
});

Deno.test("console - shows the quota as a bar and in numbers, with the reset", async () => {
  await using app = await testApp();
  const client = await signedUp(app, "quota@example.com");
  const { text } = await firstToken(client);
  for (let i = 0; i < 3; i++) {
    const charge = await app.services.quotas.charge(tokenHash(text)!);
    assert.equal(charge.isGranted, true);
  }
  const html = await pageOf(client.get("/console"));
  assertShown(
    html,
    /<p>Requests this month<\/p><div class="meter"><meter aria-label="Requests this month" min="0" max="100" value="3"><\/meter><span>3 of 100 used, 97 left<\/span>/,
    /Resets <time datetime="2026-12-01T00:00:00\.000Z" title="2026-12-01 00:00 UTC">in 9 days<\/time>/,
    /<a href="\/console\/ad">Watch an ad<\/a> to get 50 more requests this month\. You can watch 3 more today\./,
  );
  assertHidden(html, /Used up/);

  await app.services.quotas.charge(tokenHash(text)!, 97);
  assertShown(
    await pageOf(client.get("/console")),
    />Used up: requests with this token are rejected until 2026-12-01 00:00 UTC\.</,
  );
});

Deno.test("console - renames a token to any name", async () => {
  const client = await signedUp(app, "rename@example.com");
  await firstToken(client);
  const [{ id }] = (await accountOf("rename@example.com")).tokens;
  const name = `<img src=x onerror=alert(1)>"'&`;
  const rename = { action: "rename", token: id };
  const renamed = client.post("/console", { ...rename, name });
  await assertSent(renamed, "/console?done=renamed");
  const html = await pageOf(client.get("/console?done=renamed"));
  assertShown(html, "<bdi>&lt;img src=x onerror=alert(1)>&quot;'&amp;</bdi>");
  assertShown(html, /role="status">The token has been renamed\.</);
  assertHidden(html, "<img");

  const empty = client.post("/console", { ...rename, name: " " });
  await errorPage(empty, 400, "Fill in this field.");
  const long = { ...rename, name: "x".repeat(61) };
  const message = "The name must have 1 to 60 characters on one line.";
  const typed = await errorPage(client.post("/console", long), 400, message);
  assertShown(typed, `value="${long.name}"`);
});

Deno.test("console - revokes a token if confirmed", async () => {
  const client = await signedUp(app, "revoke@example.com");
  const { text } = await firstToken(client);
  const [{ id }] = (await accountOf("revoke@example.com")).tokens;
  const fields = { action: "revoke", token: id };
  await pageOf(client.post("/console", fields), 400);
  await app.services.quotas.read(tokenHash(text)!);
  const revoked = client.post("/console", { ...fields, confirmed: "yes" });
  await assertSent(revoked, "/console?done=revoked");
  const reading = async () => await app.services.quotas.read(tokenHash(text)!);
  await assert.rejects(reading, { status: 401 });
  const html = await pageOf(client.get("/console"));
  assert.equal(html.includes('<article class="card">'), false);
});

Deno.test("console - refuses tokens of others", async () => {
  const owner = await signedUp(app, "owner@example.com");
  await firstToken(owner);
  const before = (await accountOf("owner@example.com")).tokens;
  const [{ id }] = before;
  const thief = await signedUp(app, "thief@example.com");
  const refuse = async (fields: Record<string, string>) => {
    const mine = { ...fields, name: "mine", confirmed: "yes" };
    const status = await statusOf(thief.post("/console", mine));
    assert(status >= 400 && status < 500, fields.action);
  };
  for (const action of ["rename", "revoke"]) {
    await refuse({ action, token: id });
  }
  const shown = await pageOf(thief.get("/console"));
  const version = fieldOf(shown, "version");
  await refuse({ action: "create", version, replaces: id });
  assert.deepEqual((await accountOf("owner@example.com")).tokens, before);
});

Deno.test("console - shows inactive tokens", async () => {
  const client = await signedUp(app, "asleep@example.com");
  const { id } = await accountOf("asleep@example.com");
  await app.services.accounts.setTier(id, "vip", null, operator);
  await firstToken(client, "first");
  await firstToken(client, "second");
  await app.services.accounts.setTier(id, "standard", null, operator);
  const html = await pageOf(client.get("/console"));
  assert.equal(html.match(/<meter/g)?.length, 1);
  assert.equal(html.match(/<p>Inactive: /g)?.length, 1);
  assert.equal(html.includes("New token"), false);
});

Deno.test("console - an unknown action is an error in the form", async () => {
  const client = await signedUp(app, "none@example.com");
  for (const action of ["", "constructor", "drop"]) {
    await errorPage(
      client.post("/console", { action }),
      400,
      "This action does not exist. Reload the page and try again.",
    );
  }
});

Deno.test("console - a disabled account is signed out immediately", async () => {
  const client = await signedUp(app, "out@example.com");
  const { id } = await accountOf("out@example.com");
  await app.services.accounts.setDisabled(id, true, operator);
  await assertSent(client.get("/console"), "/sign-in?next=%2Fconsole");
  const form = client.post("/console", { action: "create", name: "a" });
  await assertSent(form, "/sign-in?next=%2Fconsole");
  assert.deepEqual((await accountOf("out@example.com")).tokens, []);
});

Deno.test("console - examples use BASE_URL on any host", async () => {
  await using app = await testApp({ env: { BASE_URL: "https://ip.example" } });
  const client = await signedUp(app);
  const html = await pageOf(client.get("/console"));
  assertShown(html, "https://ip.example/<wbr>api/<wbr>v2/<wbr>ip/<wbr>8.8.8.8");
});

Deno.test("console - each visit extends the cookie by 30 days", async () => {
  const client = await signedUp(app, "slide@example.com");
  const [[name, value]] = client.cookies;
  const response = await client.get("/console");
  await response.body?.cancel();
  const attributes = "Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000";
  const cookie = `${name}=${value}; ${attributes}`;
  assert.equal(response.headers.get("set-cookie"), cookie);
});
