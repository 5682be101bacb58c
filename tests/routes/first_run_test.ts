import assert from "node:assert/strict";
import { testApp } from "../support/app.ts";

const html = { accept: "text/html" };

async function home(
  app: Awaited<ReturnType<typeof testApp>>,
  peer: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await app.get("/", {
    peer,
    headers: { ...html, ...headers },
  });
  assert.equal(response.status, 200);
  return await response.text();
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
    assert.match(page, />Sample visitor: IPv4 address</);
    assert.match(page, />Your new Porthole</);
    // Not one of the visitor's own addresses.
    assert.doesNotMatch(page, /Your recent addresses|Your public IPv4/);
  }
  // It is not checked before an administrator opens the setup list.
  await using hosts = await testApp({
    env: { V4_URL: "http://v4.test", V6_URL: "http://v6.test" },
  });
  assert.match(
    await home(hosts, "127.0.0.1"),
    /<strong>Set<\/strong><span>IPv4 and IPv6: /,
  );
  const chinese = await home(app, "127.0.0.1", { "accept-language": "zh" });
  assert.match(chinese, />示例访客：IPv4 地址</);
  assert.doesNotMatch(chinese, /To do|Sample visitor|Your new/);
});

Deno.test("GET / - shows no sample to others, to programs, or once BASE_URL is set", async () => {
  await using app = await testApp();
  const others: [
    peer: string,
    headers: Record<string, string>,
    shown: string,
  ][] = [
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
  const text = await app.get("/", { peer: "127.0.0.1" });
  assert.equal(await text.text(), "127.0.0.1\n");
  const json = await app.get("/?format=json", { peer: "127.0.0.1" });
  assert.deepEqual(await json.json(), { ip: "127.0.0.1" });
  await using configured = await testApp({
    env: { BASE_URL: "http://localhost" },
  });
  assert.equal(shownIn(await home(configured, "127.0.0.1")), "127.0.0.1");
});
