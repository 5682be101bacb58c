import assert from "node:assert/strict";
import { browserTest as test } from "../../../support/browser.ts";
import { testApp } from "../../../support/app.ts";
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
  serveApp,
} from "../../../support/routes.ts";
import { unlimitedApp } from "../fixture.ts";

const app = await unlimitedApp();

/** A member with a token, whose quota ads add to. */
async function withToken(email: string, over = app): Promise<FormClient> {
  const client = await signedUp(over, email);
  await pageOf(client.post("/console", { action: "create", name: "a" }));
  return client;
}

function showAd(client: FormClient): Promise<string> {
  return pageOf(client.post("/console/ad", { action: "show" }));
}

function redeem(client: FormClient, ticket: string): Promise<Response> {
  return client.post("/console/ad", { action: "redeem", ticket });
}

Deno.test("ad - adds 50 requests after its waiting time", async () => {
  const client = await withToken("ad@example.com");
  const offer = await pageOf(client.get("/console/ad"));
  assertShown(
    offer,
    "Watch an ad for 15 seconds to get 50 more requests this month. You can watch 3 more today.",
  );
  const html = await showAd(client);
  assertShown(html, '<div class="house-ad">');
  app.clock.now += 15_000;
  const ticket = fieldOf(html, "ticket");
  await assertSent(redeem(client, ticket), "/console?done=ad");
  const console = await pageOf(client.get("/console?done=ad"));
  assert.match(console, /0 of 150 used, 150 left/);
  assert.match(console, /2 more today/);
});

Deno.test("ad - redeemed too early, shows how long to wait and keeps the ticket", async () => {
  const client = await withToken("early@example.com");
  const ticket = fieldOf(await showAd(client), "ticket");
  app.clock.now += 10_000;
  const message = "Too early: click again in 5 seconds.";
  const early = await errorPage(redeem(client, ticket), 409, message);
  assert.equal(fieldOf(early, "ticket"), ticket);
  app.clock.now += 5_000;
  await assertSent(redeem(client, ticket), "/console?done=ad");
});

Deno.test("ad - a ticket is valid once, unchanged and for its owner", async () => {
  const client = await withToken("ticket@example.com");
  const other = await withToken("other@example.com");
  const ticket = fieldOf(await showAd(client), "ticket");
  app.clock.now += 15_000;
  const refusal = async (client: FormClient, ticket: string) => {
    const response = await redeem(client, ticket);
    const html = await response.text();
    assert(response.status >= 400 && response.status < 500);
    assert.equal(errorsIn(html).length, 1);
    return errorsIn(html)[0];
  };
  const foreign = await refusal(other, ticket);
  const forged = await refusal(client, `${ticket.slice(0, -4)}AAAA`);
  const malformed = await refusal(client, "<nonsense>");
  await assertSent(redeem(client, ticket), "/console?done=ad");
  const replayed = await refusal(client, ticket);
  assert.notEqual(foreign, replayed);
  assert.notEqual(forged, replayed);
  assert.notEqual(malformed, replayed);
  const html = await pageOf(client.get("/console"));
  assert.match(html, /0 of 150 used/);
});

Deno.test("ad - has a daily limit, and shows when it resets", async () => {
  const client = await withToken("cap@example.com");
  for (let i = 0; i < 3; i++) {
    const ticket = fieldOf(await showAd(client), "ticket");
    app.clock.now += 15_000;
    await assertSent(redeem(client, ticket), "/console?done=ad");
  }
  const html = await pageOf(client.get("/console/ad"));
  assert.match(html, /No more ads today\. Come back after 00:00 UTC\./);
  assert.equal(html.includes("Show the ad"), false);
});

Deno.test("ad - is not available without a token", async () => {
  const client = await signedUp(app, "tokenless@example.com");
  const html = await pageOf(client.get("/console/ad"));
  assert.match(html, /<a href="\/console">Create a token first<\/a>/);
  assert.equal(html.includes("Show the ad"), false);
  const response = await client.post("/console/ad", { action: "show" });
  assert(response.status >= 400 && response.status < 500);
  assertHidden(await response.text(), 'name="ticket"');
});

Deno.test("ad - without ads, the console offers none and the page says so", async () => {
  await using app = await testApp({ env: { AD_DAILY_CAP: "0" } });
  const client = await withToken("noads@example.com", app);
  const html = await pageOf(client.get("/console/ad"));
  assert.match(html, /<p>There are no ads on this server\.<\/p>/);
  assert.doesNotMatch(html, /00:00 UTC|Show the ad/);
  const console = await pageOf(client.get("/console"));
  assert.doesNotMatch(console, /Watch an ad|No more ads/);
});

Deno.test("ad - the operator's ad is sandboxed by the frame and by its own header", async () => {
  const file = await Deno.makeTempFile({ suffix: ".html" });
  const ad =
    "<!doctype html><title>Ad</title><script>top.location = '/'</script>";
  await Deno.writeTextFile(file, ad);
  try {
    await using app = await testApp({ env: { AD_HTML_FILE: file } });
    const client = await withToken("framed@example.com", app);
    const html = await showAd(client);
    assertShown(
      html,
      '<iframe class="ad" src="/console/ad/frame" title="Advertisement" sandbox="allow-scripts allow-popups" referrerpolicy="no-referrer"></iframe>',
    );
    assertHidden(html, "house-ad", "top.location");
    const frame = await client.get("/console/ad/frame");
    assert.deepEqual(Object.fromEntries(frame.headers), {
      "cache-control": "no-store",
      "content-security-policy":
        "sandbox allow-scripts allow-popups; frame-ancestors 'self'",
      "content-type": "text/html; charset=utf-8",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    assert.equal(await frame.text(), ad);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("ad - without an operator's ad the frame is 404", async () => {
  const client = await withToken("frameless@example.com");
  await pageOf(client.get("/console/ad/frame"), 404);
});

test("ad - the button counts down, and then redeems", async (browser) => {
  const email = "countdown@example.com";
  await withToken(email);
  await using server = serveApp(app);
  const page = await browser.newPage();
  await page.clock.install();
  await page.goto(`${server.url}/sign-in?next=/console/ad`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Show the ad" }).click();
  // The page's clock runs on while the test waits, so the number is not fixed.
  const waiting = page.getByRole("button", { name: /^Wait \d+ s$/ });
  await waiting.waitFor();
  assert.equal(await waiting.isDisabled(), true);
  await page.clock.runFor(15_000);
  app.clock.now += 15_000;
  await page.getByRole("button", { name: "Add 50 requests" }).click();
  await page.getByText("The extra requests have been added").waitFor();
  await page.close();
});
