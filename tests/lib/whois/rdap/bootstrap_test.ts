import assert from "node:assert/strict";
import fc from "fast-check";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import {
  Bootstrap,
  parseAddressServers,
  parseAsnServers,
  parseDomainServers,
  parseTagServers,
} from "../../../../lib/whois/rdap/bootstrap.ts";
import { webUrl } from "../../../support/web_url.ts";
import { createSafeGet } from "../../../../lib/whois/rdap/safe_get.ts";
import {
  rdap,
  redirect,
  startRdapServer,
} from "../../../support/rdap_server.ts";
import { ruleOf } from "./local_registry.ts";

const bootstrapFile = (...services: unknown[]) => ({
  version: "1.0",
  services,
});
const ip = parseIp("8.8.8.8")!;
const hrefOf = (url: URL | null) => url && url.href;

Deno.test("parseAddressServers - prefers the longest prefix of either family in any order", () => {
  const servers = parseAddressServers(bootstrapFile(
    [["8.0.0.0/8"], ["https://wide.example/"]],
    [["8.8.0.0/16", "9.9.0.0/16"], ["https://narrow.example/rdap"]],
    [["8.0.0.0/9"], ["https://middle.example/"]],
    [["2001:db8::/32"], ["https://six.example/"]],
  ));
  const baseOf = (ip: string) => hrefOf(servers(parseIp(ip)!));
  assert.equal(baseOf("8.8.8.8"), "https://narrow.example/rdap/");
  assert.equal(baseOf("9.9.9.9"), "https://narrow.example/rdap/");
  assert.equal(baseOf("8.9.9.9"), "https://middle.example/");
  assert.equal(baseOf("8.200.0.1"), "https://wide.example/");
  assert.equal(baseOf("2001:db8::7"), "https://six.example/");
  assert.equal(baseOf("1.1.1.1"), null);
  assert.equal(baseOf("::1"), null);
});

Deno.test("parseAddressServers - prefers HTTPS, and ignores other schemes", () => {
  const baseOf = (...urls: unknown[]) =>
    hrefOf(parseAddressServers(bootstrapFile([["8.0.0.0/8"], urls]))(ip));
  const both = baseOf("http://a.example/", "https://a.example/");
  assert.equal(both, "https://a.example/");
  assert.equal(baseOf("http://a.example/"), "http://a.example/");
  assert.equal(baseOf("ftp://a.example/", "nonsense"), null);
  assert.equal(baseOf(), null);
});

Deno.test("parseAsnServers - finds ranges and single numbers", () => {
  const servers = parseAsnServers(bootstrapFile(
    [["64496-64511", "65536"], ["https://as.example/"]],
    [["x", "1-2-3", "-5", ""], ["https://odd.example/"]],
  ));
  const found = [64495, 64496, 64511, 64512, 65536, 65537, 1]
    .filter((asn) => servers(asn)?.href === "https://as.example/");
  assert.deepEqual(found, [64496, 64511, 65536]);
  assert.equal(servers(1), null);
});

Deno.test("parseDomainServers - prefers the entry with the most labels", () => {
  const servers = parseDomainServers(bootstrapFile(
    [["UK"], ["https://uk.example/"]],
    [["co.uk"], ["https://co.example/"]],
  ));
  assert.equal(servers("a.b.co.uk")?.href, "https://co.example/");
  assert.equal(servers("b.uk")?.href, "https://uk.example/");
  assert.equal(servers("notuk"), null);
  assert.equal(servers("example.test"), null);
});

Deno.test("parseTagServers - finds the tag after the last hyphen, in any case", () => {
  const servers = parseTagServers(bootstrapFile(
    [["a@b.example"], ["RIPE", "X1"], ["https://ripe.example/"]],
    [["ARIN"], ["https://arin.example/"]],
  ));
  const baseOf = (handle: string) => hrefOf(servers(handle));
  assert.equal(baseOf("XY12-RIPE"), "https://ripe.example/");
  assert.equal(baseOf("a-b-x1"), "https://ripe.example/");
  assert.equal(baseOf("ABUSE1-ARIN"), "https://arin.example/");
  assert.equal(baseOf("XY12-OTHER"), null);
  assert.equal(baseOf("XY12"), null);
});

Deno.test("parseAddressServers - drops malformed services, and rejects another file", () => {
  const servers = parseAddressServers(bootstrapFile(
    null,
    [["8.0.0.0/8"]],
    [["8.0.0.0/33", "8.0.0.0/8"], ["https://a.example/"]],
  ));
  assert.equal(servers(ip)?.href, "https://a.example/");
  for (const json of [null, [], {}, { services: {} }, "x"]) {
    assert.throws(() => parseAddressServers(json), { name: "ZodError" });
  }
});

Deno.test("parseAddressServers, parseAsnServers, parseDomainServers - return a base URL or null for any services", () => {
  const texts = fc.array(fc.oneof(
    fc.constantFrom("0.0.0.0/0", "0-4294967295", "com", "https://a.example"),
    webUrl(),
    fc.string(),
  ));
  const services = fc.array(fc.oneof(fc.tuple(texts, texts), fc.jsonValue()));
  fc.assert(fc.property(services, (services) => {
    const found = [
      parseAddressServers({ services })(ip),
      parseAsnServers({ services })(64496),
      parseDomainServers({ services })("example.com"),
    ];
    for (const base of found) {
      assert(base === null || /^https?:$/.test(base.protocol));
    }
  }));
});

const DAY_MS = 86_400_000;
const { signal } = new AbortController();

/** No reserved address is allowed: the operator sets the files' URL. */
const get = createSafeGet(ruleOf([]));

const file = (entry: string, url: string) => bootstrapFile([[entry], [url]]);

function bootstrapOf(url: string) {
  const clock = { now: 1_700_000_000_000 };
  const requests: Promise<unknown>[] = [];
  const bootstrap = new Bootstrap({
    get: (url, options) => {
      const response = get(url, options);
      requests.push(response);
      return response;
    },
    baseUrl: new URL(url),
    now: () => clock.now,
  });
  const base = async (given = signal) =>
    hrefOf(await bootstrap.addresses(ip.family).find(ip, given));
  /** Resolves when all requests have settled. */
  const settled = async () => {
    await Promise.allSettled(requests);
    await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { bootstrap, clock, base, settled };
}

Deno.test("Bootstrap - finds servers in the four files, and loads each when needed", async () => {
  const files: Record<string, unknown> = {
    "/rdap/ipv4.json": file("8.0.0.0/8", "https://four.example"),
    "/rdap/ipv6.json": file("2001:db8::/32", "https://six.example"),
    "/rdap/asn.json": file("64496-64511", "https://as.example"),
    "/rdap/dns.json": file("test", "https://dns.example"),
  };
  await using server = startRdapServer((path) => rdap(files[path]));
  const { bootstrap, base } = bootstrapOf(`${server.url}rdap`);
  assert.equal(await base(), "https://four.example/");
  assert.deepEqual(server.requests, ["/rdap/ipv4.json"]);
  const { asns, domains } = bootstrap;
  const ip6 = parseIp("2001:db8::1")!;
  const six = await bootstrap.addresses(6).find(ip6, signal);
  assert.equal(six?.href, "https://six.example/");
  assert.equal((await asns.find(64500, signal))?.href, "https://as.example/");
  const dns = await domains.find("a.test", signal);
  assert.equal(dns?.href, "https://dns.example/");
  assert.equal(await asns.find(1, signal), null);
  assert.equal(server.requests.length, 4);
});

Deno.test("Bootstrap - loads a file once for concurrent requests, and once a day", async () => {
  let version = 1;
  await using server = startRdapServer(() =>
    rdap(file("8.0.0.0/8", `https://v${version}.example`))
  );
  const { clock, base, settled } = bootstrapOf(server.url);
  const all = await Promise.all([base(), base(), base()]);
  assert.deepEqual(all, Array(3).fill("https://v1.example/"));
  clock.now += DAY_MS - 1;
  assert.equal(await base(), "https://v1.example/");
  assert.equal(server.requests.length, 1);
  version = 2;
  clock.now += 1;
  // The old file stays in use while the new one is loading.
  assert.equal(await base(), "https://v1.example/");
  await settled();
  assert.equal(await base(), "https://v2.example/");
  assert.equal(server.requests.length, 2);
});

Deno.test("Bootstrap - keeps the old file if a refresh fails, and retries after five minutes", async () => {
  let isDown = false;
  await using server = startRdapServer(() =>
    isDown
      ? new Response("down", { status: 500 })
      : rdap(file("8.0.0.0/8", "https://v.example"))
  );
  const { clock, base, settled } = bootstrapOf(server.url);
  await base();
  isDown = true;
  clock.now += DAY_MS;
  await base();
  await settled();
  for (const [ms, requests] of [[0, 2], [299_999, 2], [1, 3]]) {
    clock.now += ms;
    assert.equal(await base(), "https://v.example/");
    await settled();
    assert.equal(server.requests.length, requests, `after ${ms} ms`);
  }
});

Deno.test("Bootstrap - rejects without a file, and retries after five minutes", async () => {
  const typed = (body: string, type: string) =>
    new Response(body, { headers: { "content-type": type } });
  const cases: [string, () => Response][] = [
    ["rejected", () => new Response("down", { status: 500 })],
    ["malformed", () => rdap({})],
    ["malformed", () => typed("{", "application/json")],
    ["wrong_type", () => typed("{}", "text/html")],
    ["redirect_not_allowed", () => redirect("http://127.0.0.1:1/")],
    ["too_large", () => rdap("x".repeat(4 << 20))],
  ];
  let turn = 0;
  await using server = startRdapServer(() => cases[turn][1]());
  const { clock, base } = bootstrapOf(server.url);
  for (const [code] of cases) {
    await assert.rejects(base(), { name: "RegistryError", code });
    await assert.rejects(base(), { name: "RegistryError", code });
    turn++;
    clock.now += 300_000;
  }
  assert.equal(server.requests.length, cases.length);
});

Deno.test("Bootstrap - keeps loading if a caller leaves", async () => {
  const release = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await using server = startRdapServer(async () => {
    arrived.resolve();
    await release.promise;
    return rdap(file("8.0.0.0/8", "https://v.example"));
  });
  const { base } = bootstrapOf(server.url);
  const controller = new AbortController();
  const first = base(controller.signal);
  await arrived.promise;
  controller.abort(new Error("gone"));
  await assert.rejects(first, { message: "gone" });
  const second = base();
  release.resolve();
  assert.equal(await second, "https://v.example/");
  assert.equal(server.requests.length, 1);
});
