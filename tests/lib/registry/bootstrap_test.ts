import assert from "node:assert/strict";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { isBogon } from "../../../lib/net/bogons.ts";
import { Bootstrap } from "../../../lib/registry/bootstrap.ts";
import { createSafeGet } from "../../../lib/registry/safe_get.ts";
import { rdap, redirect, startRdapServer } from "../../support/rdap_server.ts";

const DAY_MS = 86_400_000;
const ip = parseIp("8.8.8.8")!;
const { signal } = new AbortController();

/** No inner address is allowed: the files are the operator's. */
const get = createSafeGet({
  isBogon,
  allowNetworks: PrefixSet.from([]),
  resolver: { addresses: () => Promise.resolve({ ips: [], ttlSeconds: null }) },
});

function file(entry: string, url: string) {
  return { version: "1.0", services: [[[entry], [url]]] };
}

function bootstrapOf(url: string) {
  const clock = { now: 1_700_000_000_000 };
  const requests: Promise<unknown>[] = [];
  const bootstrap = new Bootstrap({
    get: (url, options) => {
      const answer = get(url, options);
      requests.push(answer);
      return answer;
    },
    baseUrl: new URL(url),
    now: () => clock.now,
  });
  const base = async (given = signal) =>
    (await bootstrap.forIp(ip, given))?.href ?? null;
  /** Resolves when what has been asked for is there, or has failed. */
  const settled = async () => {
    await Promise.allSettled(requests);
    await nextTurn();
  };
  return { bootstrap, clock, base, settled };
}

Deno.test("Bootstrap - finds servers in the four files, each loaded when needed", async () => {
  await using server = startRdapServer((path) =>
    rdap(
      {
        "/rdap/ipv4.json": file("8.0.0.0/8", "https://four.example"),
        "/rdap/ipv6.json": file("2001:db8::/32", "https://six.example"),
        "/rdap/asn.json": file("64496-64511", "https://as.example"),
        "/rdap/dns.json": file("test", "https://dns.example"),
      }[path],
    )
  );
  const { bootstrap, base } = bootstrapOf(`${server.url}rdap`);
  assert.equal(await base(), "https://four.example/");
  assert.deepEqual(server.asked, ["/rdap/ipv4.json"]);
  const six = await bootstrap.forIp(parseIp("2001:db8::1")!, signal);
  assert.equal(six?.href, "https://six.example/");
  const as = await bootstrap.forAsn(64500, signal);
  assert.equal(as?.href, "https://as.example/");
  const dns = await bootstrap.forDomain("a.test", signal);
  assert.equal(dns?.href, "https://dns.example/");
  assert.equal(await bootstrap.forAsn(1, signal), null);
  assert.equal(server.asked.length, 4);
});

Deno.test("Bootstrap - loads a file once for all who ask at the same time, and once a day", async () => {
  let version = 1;
  await using server = startRdapServer(() =>
    rdap(file("8.0.0.0/8", `https://v${version}.example`))
  );
  const { clock, base, settled } = bootstrapOf(server.url);
  const all = await Promise.all([base(), base(), base()]);
  assert.deepEqual(all, Array(3).fill("https://v1.example/"));
  clock.now += DAY_MS - 1;
  assert.equal(await base(), "https://v1.example/");
  assert.equal(server.asked.length, 1);
  version = 2;
  clock.now += 1;
  // The old one serves while the new one is on its way.
  assert.equal(await base(), "https://v1.example/");
  await settled();
  assert.equal(await base(), "https://v2.example/");
  assert.equal(server.asked.length, 2);
});

Deno.test("Bootstrap - a failed refresh keeps the old file and is tried again after five minutes", async () => {
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
  assert.equal(server.asked.length, 2);
  assert.equal(await base(), "https://v.example/");
  clock.now += 299_999;
  assert.equal(await base(), "https://v.example/");
  assert.equal(server.asked.length, 2);
  clock.now += 1;
  assert.equal(await base(), "https://v.example/");
  await settled();
  assert.equal(server.asked.length, 3);
});

Deno.test("Bootstrap - without any file it fails, and is tried again after five minutes", async () => {
  const answers = [
    () => new Response("down", { status: 500 }),
    () => rdap({}),
    () =>
      new Response("{", { headers: { "content-type": "application/json" } }),
    () => new Response("{}", { headers: { "content-type": "text/html" } }),
    () => redirect("http://127.0.0.1:1/"),
    () => rdap("x".repeat(4 << 20)),
  ];
  let turn = 0;
  await using server = startRdapServer(() => answers[turn]());
  const { clock, base } = bootstrapOf(server.url);
  const codes = [
    "rejected",
    "malformed",
    "malformed",
    "wrong_type",
    "redirect_not_allowed",
    "too_large",
  ];
  for (const code of codes) {
    await assert.rejects(base(), { name: "RegistryError", code });
    await assert.rejects(base(), { name: "RegistryError", code });
    turn++;
    clock.now += 300_000;
  }
  assert.equal(server.asked.length, answers.length);
});

Deno.test("Bootstrap - whoever leaves early does not stop the loading", async () => {
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
  assert.equal(server.asked.length, 1);
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
