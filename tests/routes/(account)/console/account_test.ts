import assert from "node:assert/strict";
import { parseEmail } from "../../../../lib/accounts/account_record.ts";
import { type TestApp, testApp } from "../../../support/app.ts";
import {
  assertSent,
  errorsIn,
  fieldOf,
  FormClient,
  pageOf,
  password,
  signedUp,
} from "../../../support/forms.ts";
import {
  assertHidden,
  assertShown,
  errorPage,
} from "../../../support/routes.ts";
import { statusOf } from "../../../support/responses.ts";
import { signIn, unlimitedApp } from "../fixture.ts";

const app = await unlimitedApp();
const path = "/console/account";
const next = "another long password";

const statusOfSignIn = (email: string, password: string) =>
  statusOf(signIn(email, new FormClient(app), password));

/** What a form of the page sends, with the current password. */
const change = (next: string, current = password) => ({
  action: "password",
  current,
  next,
});

/** A browser with the cookies of another one. */
function copyOf({ cookies }: FormClient, app: TestApp, peer: string) {
  const client = new FormClient(app, { peer });
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

Deno.test("account - a new password ends every session but this one", async () => {
  const email = "password@example.com";
  const client = await signedUp(app, email);
  const other = new FormClient(app);
  await assertSent(signIn(email, other), "/console");
  const [[, before]] = client.cookies;
  app.clock.now += 1000;
  await assertSent(client.post(path, change(next)), `${path}?done=password`);
  const [[, after]] = client.cookies;
  assert.notEqual(after, before);
  const html = await pageOf(client.get(`${path}?done=password`));
  assert.match(html, /Your password has been changed\./);
  await assertSent(other.get(path), "/sign-in?next=%2Fconsole%2Faccount");
  assert.equal(await statusOfSignIn(email, password), 401);
  assert.equal(await statusOfSignIn(email, next), 303);
});

Deno.test("account - each form requires the current password", async () => {
  const email = "wrong@example.com";
  const client = await signedUp(app, email);
  const forms: Record<string, string>[] = [
    { action: "password", next },
    { action: "email", email: "elsewhere@example.com" },
    { action: "delete", confirmed: "yes" },
  ];
  for (const fields of forms) {
    const response = client.post(path, { ...fields, current: "not it at all" });
    const html = await errorPage(
      response,
      401,
      "The current password is wrong.",
    );
    assert.match(html, new RegExp(`id="${fields.action}-current-error"`));
    assertHidden(html, "not it at all", next);
  }
  assert.equal(await statusOfSignIn(email, password), 303);
});

Deno.test("account - a password that is too weak is refused beside its field", async () => {
  const client = await signedUp(app, "weak@example.com");
  const message = "The password must have at least 10 characters.";
  const html = await errorPage(
    client.post(path, change("short")),
    400,
    message,
  );
  assert.match(html, /id="next-error"/);
});

Deno.test("account - a new e-mail address replaces the old one", async () => {
  const client = await signedUp(app, "old@example.com");
  const fields = {
    action: "email",
    email: "new@example.com",
    current: password,
  };
  await assertSent(client.post(path, fields), `${path}?done=email`);
  const html = await pageOf(client.get(`${path}?done=email`));
  assert.match(html, /<bdi>new@example\.com<\/bdi>/);
  assert.equal(await statusOfSignIn("old@example.com", password), 401);
  assert.equal(await statusOfSignIn("new@example.com", password), 303);
});

Deno.test("account - a taken or malformed e-mail address is refused and kept in its field", async () => {
  await signedUp(app, "theirs@example.com");
  const client = await signedUp(app, "mine@example.com");
  const cases = [["theirs@example.com", 409], ["none", 400]] as const;
  for (const [email, status] of cases) {
    const fields = { action: "email", email, current: password };
    const html = await pageOf(client.post(path, fields), status);
    assert.equal(fieldOf(html, "email"), email);
    assert.match(html, /id="email-error"/);
  }
});

Deno.test("account - deleting it ends its sessions and frees the address", async () => {
  const email = "delete@example.com";
  const client = await signedUp(app, email);
  const other = new FormClient(app);
  await assertSent(signIn(email, other), "/console");
  const fields = { action: "delete", current: password };
  const refused = client.post(path, fields);
  await errorPage(refused, 400, "Tick this box to continue.");
  const deleted = client.post(path, { ...fields, confirmed: "yes" });
  await assertSent(deleted, "/sign-in?done=deleted");
  assert.equal(client.cookies.size, 0);
  const html = await pageOf(client.get("/sign-in?done=deleted"));
  const done = "Your account, its tokens and its sessions have been deleted.";
  assertShown(html, done);
  await assertSent(other.get(path), "/sign-in?next=%2Fconsole%2Faccount");
  await signedUp(app, email);
});

Deno.test("account - the last administrator cannot delete themselves", async () => {
  const email = parseEmail("admin@example.com")!;
  await app.services.accounts.create({ email, password, isAdmin: true });
  const client = new FormClient(app);
  await assertSent(signIn(email.text, client), "/console");
  const fields = { action: "delete", current: password, confirmed: "yes" };
  const html = await pageOf(client.post(path, fields), 409);
  assert.equal(errorsIn(html).length, 1);
  assert.match(html, /<a href="\/admin">Admin<\/a>/);
});

Deno.test("limit - the current password can be tried ten times a minute", async () => {
  await using app = await testApp();
  const client = await signedUp(app);
  app.clock.now += 60_000;
  for (let i = 0; i < 10; i++) {
    await pageOf(client.post(path, change(next, "not it at all")), 401);
  }
  const refused = await client.post(path, change(next));
  assert.equal(refused.headers.get("retry-after"), "60");
  await pageOf(refused, 429);
});

Deno.test("account - failed sign-ins by others do not prevent a change of the password", async () => {
  await using limited = await testApp({ env: { RATE_LIMIT_AUTH: "2" } });
  const email = "attacked@example.com";
  const client = await signedUp(limited, email, { peer: "192.0.2.1" });
  const stranger = new FormClient(limited, { peer: "192.0.2.2" });
  for (const status of [401, 401, 429]) {
    await pageOf(signIn(email, stranger, "not it at all"), status);
  }
  await assertSent(client.post(path, change(next)), `${path}?done=password`);
});

Deno.test("account - wrong current passwords are counted", async () => {
  await using limited = await testApp({ env: { RATE_LIMIT_AUTH: "2" } });
  const email = "found@example.com";
  const client = await signedUp(limited, email, { peer: "192.0.2.1" });
  const thief = copyOf(client, limited, "192.0.2.2");
  const fields = change(next, "not it at all");
  for (const status of [401, 401, 429]) {
    await pageOf(thief.post(path, fields), status);
  }
  const elsewhere = copyOf(client, limited, "192.0.2.3");
  await pageOf(elsewhere.post(path, fields), 429);
});
