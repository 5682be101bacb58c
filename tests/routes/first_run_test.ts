import assert from "node:assert/strict";
import { type TestApp, testApp } from "../support/app.ts";
import { assertShown, assertText, browse } from "../support/routes.ts";

async function home(
  app: TestApp,
  peer: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { status, html } = await browse(app, "/", headers, { peer });
  assert.equal(status, 200);
  return html;
}

/** The address that a page shows. */
function shownIn(page: string): string | undefined {
  return /<output id="ip"[^>]*>(.*?)<\/output>/.exec(page)?.[1]
    .replace(/<[^>]*>/g, "");
}

Deno.test("GET / - shows a sample visitor on the machine of a new installation", async () => {
  await using app = await testApp();
  for (const peer of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    const page = await home(app, peer);
    assert.equal(shownIn(page), "193.0.6.139", peer);
    assertShown(page, ">Sample visitor: IPv4 address<", ">Your new Porthole<");
    // Not one of the visitor's own addresses.
    assert.doesNotMatch(page, /Your recent addresses|Your public IPv4/);
  }
  // It is not checked before an administrator opens the setup list.
  const env = { V4_URL: "http://v4.test", V6_URL: "http://v6.test" };
  await using hosts = await testApp({ env });
  const setUp = "<strong>Set</strong><span>IPv4 and IPv6: ";
  assertShown(await home(hosts, "127.0.0.1"), setUp);
  const chinese = await home(app, "127.0.0.1", { "accept-language": "zh" });
  assert.match(chinese, />示例访客：IPv4 地址</);
  assert.doesNotMatch(chinese, /To do|Sample visitor|Your new/);
});

Deno.test("GET / - shows no sample to others, to programs, or once BASE_URL is set", async () => {
  await using app = await testApp();
  type Other = [peer: string, headers: Record<string, string>, shown: string];
  const others: Other[] = [
    ["192.168.1.7", {}, "192.168.1.7"],
    ["8.8.8.8", {}, "8.8.8.8"],
    ["127.0.0.1", { "x-forwarded-for": "8.8.8.8" }, "127.0.0.1"],
    ["127.0.0.1", { "x-real-ip": "8.8.8.8" }, "127.0.0.1"],
  ];
  for (const [peer, headers, shown] of others) {
    const page = await home(app, peer, headers);
    assert.equal(shownIn(page), shown);
    assert.doesNotMatch(page, /193\.0\.6\.139|Your new Porthole/);
  }
  await assertText(app.get("/", { peer: "127.0.0.1" }), 200, "127.0.0.1\n");
  const json = await app.get("/?format=json", { peer: "127.0.0.1" });
  assert.deepEqual(await json.json(), { ip: "127.0.0.1" });
  const env = { BASE_URL: "http://localhost" };
  await using configured = await testApp({ env });
  assert.equal(shownIn(await home(configured, "127.0.0.1")), "127.0.0.1");
});
