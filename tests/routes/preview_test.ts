/** The pictures of pages, and which page names which. */
import assert from "node:assert/strict";
import { PreviewThread } from "../../lib/ipinfo/preview/previews.ts";
import { testApp } from "../support/app.ts";
import { statusOf, types } from "../support/responses.ts";
import { assertHead, browse } from "../support/routes.ts";

/** Its end ends the thread that draws. */
const newApp = () => testApp({ zone: { "dns.example": ["8.8.8.8"] } });

const options = { peer: "81.2.69.160" };

Deno.test("GET /preview/:target - is a PNG about an address, a name, a network, a system and the leak test", async () => {
  await using app = await newApp();
  const pictures = new Set<string>();
  const targets = [
    ...["8.8.8.8", "dns.example", "8.8.8.0/24", "8.8.8.0%2F24", "AS15169"],
    ...["2001:4860:4860::8888", "10.0.0.1", "egress"],
  ];
  for (const target of targets) {
    const response = await app.get(`/preview/${target}`, options);
    assertHead(response, 200, {
      "content-type": "image/png",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
    }, target);
    pictures.add(new Uint8Array(await response.arrayBuffer()).join());
  }
  // The network's slash may be encoded.
  assert.equal(pictures.size, 7);
});

Deno.test("GET /preview/:target - is an error in text for what has no page", async () => {
  await using app = await newApp();
  const cases = [
    ["", 400],
    ["home", 400],
    ["8.8.8", 400],
    ["a%20b.example", 400],
    ["missing.example", 404],
    ["AS4200000000", 404],
  ] as const;
  for (const [target, status] of cases) {
    const response = await app.get(`/preview/${target}`, options);
    const text = await response.text();
    const name = `${target}: ${text}`;
    assertHead(response, status, { "content-type": types.text }, name);
    assert.match(text, /^[^\n]+\n$/);
  }
});

Deno.test("GET /preview/:target - has a limit of its own", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PREVIEWS: "2" } });
  for (const status of [200, 200, 429]) {
    assert.equal(await statusOf(app.get("/preview/egress", options)), status);
  }
});

Deno.test("GET /preview/:target - leads to the site's picture if none can be drawn", async () => {
  await using app = await testApp();
  app.services.previews.picture = () => Promise.resolve(null);
  const response = await app.get("/preview/8.8.8.8", options);
  assertHead(response, 303, { "location": "/social.png" });
});

Deno.test("GET /preview/:target - under a flood, describes only what can be drawn soon", async () => {
  const names = Array.from({ length: 80 }, (_, i) => `name-${i}.example`);
  const zone = Object.fromEntries(names.map((name) => [name, ["8.8.8.8"]]));
  await using app = await testApp({ zone });
  const { ipinfo } = app.services;
  const described: string[] = [];
  const { describe } = ipinfo;
  ipinfo.describe = (target, ...rest) => {
    if (target.kind === "domain") described.push(target.domain.ascii);
    return describe.call(ipinfo, target, ...rest);
  };
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const png = new Uint8Array(1);
  const { draw } = PreviewThread.prototype;
  using restored = new DisposableStack();
  restored.defer(() => PreviewThread.prototype.draw = draw);
  PreviewThread.prototype.draw = async () => {
    await released;
    return png;
  };
  const responses = names.map((name, i) =>
    app.get(`/preview/${name}`, { peer: `81.2.69.${i}` })
  );
  // Four under way, sixteen waiting.
  for (const response of await Promise.all(responses.slice(20))) {
    assertHead(response, 303, { "location": "/social.png" });
  }
  assert.deepEqual(described, names.slice(0, 4));
  release();
  for (const response of responses.slice(0, 20)) {
    assert.equal(await statusOf(response), 200);
  }
  // What was drawn needs no description.
  const again = await app.get(`/preview/${names[0]}`, options);
  assert.deepEqual(new Uint8Array(await again.arrayBuffer()), png);
  assert.deepEqual(described, names.slice(0, 20));
});

Deno.test("og:image - is the picture of the page's subject, or the site's", async () => {
  await using app = await newApp();
  const base = "http://porthole.test";
  const cases = [
    ["/8.8.8.8", "/preview/8.8.8.8"],
    ["/dns.example", "/preview/dns.example"],
    ["/8.8.8.0/24", "/preview/8.8.8.0/24"],
    ["/AS15169", "/preview/AS15169"],
    ["/egress", "/preview/egress"],
    ["/", "/social.png"],
    ["/lookup", "/social.png"],
  ];
  for (const [path, image] of cases) {
    const { html } = await browse(app, path);
    const images = [...html.matchAll(/property="og:image" content="([^"]*)"/g)];
    assert.deepEqual(images.map(([, url]) => url), [`${base}${image}`], path);
  }
});
