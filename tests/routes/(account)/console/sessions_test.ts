import assert from "node:assert/strict";
import {
  assertSent,
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
import { signIn, unlimitedApp } from "../fixture.ts";

const app = await unlimitedApp();
const PATH = "/console/sessions";

/** A member with as many browsers as are named, the first that of the sign-up. */
async function browsers(email: string, ...agents: string[]) {
  const clients: FormClient[] = [];
  for (const [i, agent] of agents.entries()) {
    app.clock.now += 60_000;
    const options = { agent, peer: `203.0.113.${i + 1}` };
    if (i === 0) {
      clients.push(await signedUp(app, email, options));
      continue;
    }
    const client = new FormClient(app, options);
    await assertSent(signIn(email, client), "/console");
    clients.push(client);
  }
  return clients;
}

async function isSignedIn(client: FormClient) {
  return await statusOf(client.get("/console/account")) === 200;
}

Deno.test("GET /console/sessions - lists client, address and times, and marks this session", async () => {
  const agents = ["One/1.0", "<b>Two</b>/2.0"];
  const [first] = await browsers("list@example.com", ...agents);
  const html = await pageOf(first.get("/console/sessions"));
  const rows = html.split("<tr ").slice(2);
  assert.equal(rows.length, 2);
  assertShown(
    rows[0],
    '<bdi title="&lt;b>Two&lt;/b>/2.0">&lt;b>Two&lt;/b>/2.0</bdi>',
    /<code class="whole"><a href="\/203\.0\.113\.2"[^>]*>203\.0\.113\.2<\/a>/,
    '<button type="submit" name="action" value="revoke"',
  );
  const [created, seen] = rows[0].matchAll(/<time [^>]*>[^<]*<\/time>/g);
  const now =
    /^<time datetime="2026-11-21T.*" title="2026-11-21 .* UTC">just now</;
  assert.match(created[0], now);
  assert.match(seen[0], now);
  assertShown(rows[1], '<bdi title="One/1.0">One/1.0</bdi>');
  assertShown(rows[1], "<strong>This session</strong>");
  assertHidden(html, "<b>");
});

Deno.test("POST /console/sessions - ends one", async () => {
  const [first, second] = await browsers("one@example.com", "One", "Two");
  const html = await pageOf(first.get("/console/sessions"));
  const session = fieldOf(html, "session");
  const form = { action: "revoke", session };
  await assertSent(first.post(PATH, form), `${PATH}?done=session`);
  assert.equal(await isSignedIn(first), true);
  assert.equal(await isSignedIn(second), false);
});

Deno.test("POST /console/sessions - ends all others", async () => {
  const agents = ["One", "Two", "Three"];
  const [first, second, third] = await browsers("all@example.com", ...agents);
  const form = { action: "others" };
  await assertSent(second.post(PATH, form), `${PATH}?done=sessions`);
  assert.equal(await isSignedIn(first), false);
  assert.equal(await isSignedIn(second), true);
  assert.equal(await isSignedIn(third), false);
  const html = await pageOf(second.get("/console/sessions?done=sessions"));
  assert.match(html, /All other sessions have ended\./);
  assert.equal(html.includes("End all other sessions"), false);
});

Deno.test("POST /console/sessions - does not end sessions of others", async () => {
  const [, victim] = await browsers("victim@example.com", "One", "Two");
  const html = await pageOf(victim.get("/console/sessions"));
  const thief = await signedUp(app, "thief@example.com");
  const fields = { action: "revoke", session: fieldOf(html, "session") };
  await assertSent(thief.post(PATH, fields), `${PATH}?done=session`);
  const after = await pageOf(victim.get("/console/sessions"));
  assert.equal(after, html);
});

Deno.test("POST /console/sessions - refuses a form without session or action", async () => {
  const client = await signedUp(app, "none@example.com");
  const fields = { action: "revoke" };
  const refused = client.post("/console/sessions", fields);
  await errorPage(refused, 400, "Fill in this field.");
  await pageOf(client.post("/console/sessions", {}), 400);
  assert.equal(await isSignedIn(client), true);
});
