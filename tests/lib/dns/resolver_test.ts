import assert from "node:assert/strict";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import { createSystemResolver } from "../../../lib/dns/resolver.ts";
import { type IpAddress, parseIp } from "../../../lib/net/ip_address.ts";
import { hasNsd, type Nsd, startNsd } from "../../support/nsd.ts";
import { answerOf, startUdpServer } from "./udp_server.ts";
import { client } from "../../support/caller.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

const long = "x".repeat(60);
const zones = {
  "example.test": [
    "www A 192.0.2.1",
    "www A 192.0.2.2",
    "www AAAA 2001:db8::1",
    "alias CNAME www",
    "short 60 CNAME long",
    "long 300 A 192.0.2.8",
    "hasty 600 CNAME brief",
    "brief 30 A 192.0.2.8",
    "mapped AAAA ::ffff:192.0.2.7",
    "text TXT only",
  ].join("\n"),
  "2.0.192.in-addr.arpa": [
    "1 PTR WWW.Example.test.",
    "3 PTR bad\\032name.example.test.",
    "4 PTR \\<script\\>.example.test.",
    "5 PTR a_b.example.test.",
    `6 PTR ${long}.${long}.${long}.${long}.test.`,
  ].join("\n"),
  "8.b.d.0.1.0.0.2.ip6.arpa":
    "1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0 PTR six.example.test.",
};

const from = (signal: AbortSignal) => ({ client, signal });
const soon = () => AbortSignal.timeout(10_000);

/** Registers a test against a name server of its own where there is one to start. */
function test(name: string, check: (nsd: Nsd) => Promise<void>) {
  Deno.test({
    name,
    ignore: !hasNsd(),
    async fn() {
      await using nsd = await startNsd(zones);
      await check(nsd);
    },
  });
}

test("createSystemResolver - answers what the zones hold", async (nsd) => {
  const resolver = createSystemResolver({ nameServers: [nsd] });
  const texts = async (name: string, family: 4 | 6) =>
    (await resolver.addresses(name, family, from(soon()))).ips
      .map(({ text }) => text);

  assert.deepEqual((await texts("www.example.test", 4)).sort(), [
    "192.0.2.1",
    "192.0.2.2",
  ]);
  assert.deepEqual(await texts("www.example.test.", 6), ["2001:db8::1"]);
  assert.deepEqual((await texts("alias.example.test", 4)).sort(), [
    "192.0.2.1",
    "192.0.2.2",
  ]);
  assert.deepEqual(await texts("mapped.example.test", 6), ["192.0.2.7"]);
  // Neither a name without such records nor a missing name is a failure.
  assert.deepEqual(await texts("text.example.test", 4), []);
  assert.deepEqual(await texts("missing.example.test", 4), []);
  assert.deepEqual(await texts("missing.example.test", 6), []);

  const reverse = (text: string) => resolver.reverse(ip(text), from(soon()));
  assert.equal(await reverse("192.0.2.1"), "www.example.test");
  assert.equal(await reverse("2001:db8::1"), "six.example.test");
  assert.equal(await reverse("192.0.2.5"), "a_b.example.test");
  assert.equal(await reverse("192.0.2.9"), null);
  assert.equal(await reverse("2001:db8::2"), null);
  // What can be no host name is none, whatever the zone's holder wrote.
  assert.equal(await reverse("192.0.2.3"), null);
  assert.equal(await reverse("192.0.2.4"), null);
});

test("createSystemResolver - gives the least TTL of a chain, null of none", async (nsd) => {
  const resolver = createSystemResolver({ nameServers: [nsd] });
  const ttlOf = async (name: string) =>
    (await resolver.addresses(`${name}.example.test`, 4, from(soon())))
      .ttlSeconds;
  assert.deepEqual(
    [
      await ttlOf("long"),
      await ttlOf("short"),
      await ttlOf("hasty"),
      await ttlOf("missing"),
    ],
    [300, 60, 30, null],
  );
});

test("createSystemResolver - asks the next server where one does not answer, and that one first from then on", async (nsd) => {
  await using silent = await silentServer();
  const resolver = createSystemResolver({
    nameServers: [silent, nsd],
    attemptMs: 50,
  });
  for (let i = 0; i < 3; i++) {
    assert.equal(
      await resolver.reverse(ip("192.0.2.1"), from(soon())),
      "www.example.test",
    );
  }
  assert.equal(silent.questions() > 0, true);
  const before = silent.questions();
  await resolver.reverse(ip("192.0.2.5"), from(soon()));
  assert.equal(silent.questions(), before);
});

const failed = ({ port }: { port: number }, rcode: string) =>
  new DnsError("failed", `127.0.0.1:${port} responded with ${rcode}`);

/** A server that takes questions and never answers. */
const silentServer = () => startUdpServer(() => {});

const failures = [[1, "FORMERR"], [2, "SERVFAIL"], [4, "NOTIMP"], [
  5,
  "REFUSED",
]] as const;
for (const [code, rcode] of failures) {
  test(`createSystemResolver - ${rcode} is no answer, and the next server is asked`, async (nsd) => {
    await using failing = await startUdpServer((asked) =>
      asked.send(answerOf(asked, { code }))
    );
    const alone = createSystemResolver({ nameServers: [failing] });
    await assert.rejects(
      alone.addresses("www.example.test", 6, from(soon())),
      failed(failing, rcode),
    );
    await assert.rejects(
      alone.reverse(ip("192.0.2.1"), from(soon())),
      failed(failing, rcode),
    );
    const both = createSystemResolver({ nameServers: [failing, nsd] });
    assert.equal(
      await both.reverse(ip("192.0.2.1"), from(soon())),
      "www.example.test",
    );
  });
}

test("createSystemResolver - a server that refuses the zone has not answered", async (nsd) => {
  const resolver = createSystemResolver({ nameServers: [nsd] });
  await assert.rejects(
    resolver.addresses("www.elsewhere.test", 4, from(soon())),
    failed(nsd, "REFUSED"),
  );
});

Deno.test("createSystemResolver - reads the system's servers anew after five seconds", async () => {
  let reads = 0;
  let now = 0;
  const resolver = createSystemResolver({
    now: () => now,
    readResolvConf() {
      reads++;
      // TEST-NET-1: nobody is there.
      return Promise.resolve("nameserver 192.0.2.53\n");
    },
  });
  for (now of [0, 4999, 5000]) {
    await assert.rejects(
      resolver.reverse(ip("192.0.2.1"), from(AbortSignal.timeout(20))),
    );
  }
  assert.equal(reads, 2);
});

test("createSystemResolver - shares a client", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd] });
  const resolver = createSystemResolver({ client });
  assert.equal(
    await resolver.reverse(ip("192.0.2.1"), from(soon())),
    "www.example.test",
  );
  client.close();
  await assert.rejects(
    resolver.reverse(ip("192.0.2.1"), from(soon())),
    new DnsError("closed", "the DNS client is closed"),
  );
});

Deno.test("createSystemResolver - a question to nobody ends by itself", async () => {
  await using silent = await silentServer();
  const resolver = createSystemResolver({
    nameServers: [silent],
    timeoutMs: 50,
  });
  await assert.rejects(
    resolver.reverse(ip("192.0.2.1"), from(new AbortController().signal)),
    new DnsError("timeout", "no name server responded within 50 ms"),
  );
});

Deno.test("createSystemResolver - gives up a silent server when the signal aborts", async () => {
  await using silent = await silentServer();
  const resolver = createSystemResolver({ nameServers: [silent] });
  const controller = new AbortController();
  const reason = new Error("gone");
  const answers = Promise.allSettled([
    resolver.reverse(ip("192.0.2.1"), from(controller.signal)),
    resolver.addresses("example.test", 4, from(controller.signal)),
  ]);
  setTimeout(() => controller.abort(reason), 20);
  for (const answer of await answers) {
    assert.deepEqual(answer, { status: "rejected", reason });
  }
});

Deno.test("createSystemResolver - gives up several silent servers when the signal aborts", async () => {
  await using one = await silentServer();
  await using two = await silentServer();
  const resolver = createSystemResolver({ nameServers: [one, two] });
  const controller = new AbortController();
  const reason = new Error("gone");
  const answer = resolver.reverse(ip("192.0.2.1"), from(controller.signal));
  setTimeout(() => controller.abort(reason), 20);
  await assert.rejects(answer, reason);
});

Deno.test("createSystemResolver - gives up a dead server when the signal aborts", async () => {
  const { port } = await silentServer().then(async (server) => {
    await server[Symbol.asyncDispose]();
    return server;
  });
  const resolver = createSystemResolver({
    nameServers: [{ ip: "127.0.0.1", port }],
  });
  await assert.rejects(
    resolver.addresses("example.test", 4, from(AbortSignal.timeout(50))),
  );
});

Deno.test("createSystemResolver - asks nothing under an aborted signal", async () => {
  await using silent = await silentServer();
  const resolver = createSystemResolver({ nameServers: [silent] });
  const reason = new Error("gone");
  await assert.rejects(
    resolver.reverse(ip("192.0.2.1"), from(AbortSignal.abort(reason))),
    reason,
  );
  assert.equal(silent.questions(), 0);
});
