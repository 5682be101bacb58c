import assert from "node:assert/strict";
import { type TestApp, testApp } from "../../support/app.ts";
import { newMember, type TestMember } from "../../support/members.ts";
import { scriptBytes } from "../../support/page_scripts.ts";
import { shownIn } from "./shown.ts";
import { assertHead, assertHidden, assertShown } from "../../support/routes.ts";
import { types } from "../../support/responses.ts";

const zone = {
  DNS_PROBE_ZONE: "probe.test",
  DNS_PROBE_ADDRESSES: "192.0.2.53",
  HOST: "127.0.0.1",
};

/** What the page shows, to a member if one is signed in. */
async function bodyOf(app: TestApp, member?: TestMember): Promise<string> {
  const headers: HeadersInit = member
    ? { cookie: `porthole_session=${member.session}` }
    : {};
  return shownIn(await (await app.get("/egress", { headers })).text());
}

function freePort(): string {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return `${listener.addr.port}`;
}

Deno.test("GET /egress - reserves no rows before the start, and has a notice without script", async () => {
  await using app = await testApp();
  const response = await app.get("/egress", { peer: "8.8.4.4" });
  const body = shownIn(await response.text());
  assertHead(response, 200, {
    "content-type": types.html,
    "cache-control": "no-store",
  });
  assertShown(
    body,
    "<title>Leak test – Porthole</title>",
    /<meta name="description" content="[^"]{50,}"/,
    '<noscript><p class="message">The tests need JavaScript, which is off in your browser. You requested this page from <a href="/8.8.4.4">8.8.4.4</a>.</p></noscript>',
  );
  assertHidden(body, /<table|data-tile|data-verdict|class="map"/);
});

Deno.test("GET /egress - explains what affects the results", async () => {
  await using app = await testApp();
  assertShown(
    await bodyOf(app),
    "Results depend on your network and browser, which may hide your addresses from WebRTC. All tests go to this server, and to sites and STUN servers that its operator has added.",
  );
});

Deno.test("GET /egress - has a policy that allows the configured probes, and nothing inline", async () => {
  await using app = await testApp({
    env: {
      ...zone,
      DNS_PROBE_PORT: freePort(),
      V4_URL: "https://v4.test",
      V6_URL: "https://v6.test",
      EGRESS_SITES: "https://site.test/ip",
    },
  });
  assertHead(await app.get("/egress"), 200, {
    "content-security-policy":
      "script-src http://*:*/_fresh/ https://*:*/_fresh/ http://*:*/page.js https://*:*/page.js, default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; connect-src 'self' https://v4.test https://v6.test https://site.test *.probe.test",
  });
});

Deno.test("GET /egress - lists in one line what it doesn't offer, with the variables for administrators", async () => {
  await using app = await testApp();
  const body = await bodyOf(app);
  assert.equal(body.split("Not offered by this server").length - 1, 1);
  assert(body.includes(
    "Not offered by this server: IPv4 exit, IPv6 exit, IPv6 literal, DNS resolvers, DNS over IPv6, WebRTC with STUN, NAT behavior and NAT64.",
  ));
  assert.doesNotMatch(body, /V4_URL/);
  const root = await newMember(app, "root@example.test", true);
  const rows = (await bodyOf(app, root))
    .matchAll(/data-label="Part">([^<]*)<.*?<code>([^<]*)<\/code>/g);
  assert.deepEqual([...rows].map(([, ...row]) => row), [
    ["IPv4 exit", "V4_URL"],
    ["IPv6 exit", "V6_URL"],
    ["IPv6 literal", "V6_LITERAL_URL"],
    ["DNS resolvers", "DNS_PROBE_ZONE, DNS_PROBE_ADDRESSES, DNS_PROBE_PORT"],
    ["DNS over IPv6", "DNS_PROBE_ADDRESSES"],
    ["WebRTC with STUN", "STUN_PORT, STUN_URLS"],
    ["NAT behavior", "STUN_SECOND_PORT, STUN_URLS"],
    ["NAT64", "STUN_PORT, DNS_PROBE_ADDRESSES"],
    ["Sites", "EGRESS_SITES"],
    ["Speed to this server", "SPEED_TEST"],
  ]);
  await using full = await testApp({
    env: {
      ...zone,
      DNS_PROBE_ADDRESSES: "8.8.4.1,2001:db8::53",
      DNS_PROBE_PORT: freePort(),
      STUN_PORT: freePort(),
      STUN_URLS: "stun:stun.test:3478,stun:stun.test:3479",
      V4_URL: "https://v4.test",
      V6_URL: "https://v6.test",
      V6_LITERAL_URL: "https://[2001:db8::1]",
    },
  });
  assert.doesNotMatch(await bodyOf(full), /Not offered by this server/);
});

Deno.test("GET /egress - tells administrators that a configured server could not start", async () => {
  const local = { transport: "udp", hostname: "127.0.0.1", port: 0 } as const;
  const taken = Deno.listenDatagram(local);
  const { port } = taken.addr as Deno.NetAddr;
  const env = { HOST: "127.0.0.1", STUN_PORT: `${port}` };
  await using app = await testApp({ env });
  const root = await newMember(app, "root@example.test", true);
  assertShown(
    await bodyOf(app, root),
    /data-label="Part">WebRTC with STUN<(?:(?!<td).)*<td[^>]*>It is configured, but could not start\. The log has the reason\.</,
  );
  taken.close();
});

Deno.test("GET /egress - is not served on a probe host", async () => {
  await using app = await testApp({ env: { V4_URL: "http://v4.test" } });
  const { status } = await app.get("/egress", { origin: "http://v4.test" });
  assert.equal(status, 404);
});

Deno.test("GET /egress - has a compressed script of less than 20 kB, with the speed test", async () => {
  await using app = await testApp({ env: { SPEED_TEST: "on" } });
  const body = await (await app.get("/egress")).text();
  assert.match(body, /<h2 id="speed-title">Speed to this server<\/h2>/);
  const bytes = await scriptBytes(app, body);
  assert(bytes > 10_000 && bytes < 20_000, `${bytes} bytes`);
});
