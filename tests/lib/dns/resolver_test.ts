import assert from "node:assert/strict";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import {
  createSystemResolver,
  type Resolver,
  type ReverseOutcome,
} from "../../../lib/dns/resolver.ts";
import type { Answer } from "dns-packet";
import { type IpAddress, parseIp } from "../../../lib/net/ip_address.ts";
import { hasNsd, type Nsd, startNsd } from "../../support/nsd.ts";
import {
  type ReceivedQuery,
  responseTo,
  startUdpServer,
} from "./udp_server.ts";
import { client } from "../../support/caller.ts";
import { dnsRecord } from "../../support/dns_records.ts";

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

function outcomeOf(resolver: Resolver, text: string, attempt = 0) {
  return new Promise<ReverseOutcome>((settle) =>
    resolver.reverse(ip(text), { client, attempt }, settle)
  );
}

/** The host name a resolver gives; undefined if it fails. */
async function hostnameOf(resolver: Resolver, text: string) {
  const outcome = await outcomeOf(resolver, text);
  return outcome.kind === "answered" ? outcome.hostname : undefined;
}

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
  using dns = new DnsClient({ nameServers: [nsd] });
  const resolver = createSystemResolver(dns);
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

  const reverse = (text: string) => hostnameOf(resolver, text);
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
  const resolver = createSystemResolver(new DnsClient({ nameServers: [nsd] }));
  const ttlOf = async (name: string) =>
    (await resolver.addresses(`${name}.example.test`, 4, from(soon())))
      .ttlSeconds;
  assert.deepEqual([
    await ttlOf("long"),
    await ttlOf("short"),
    await ttlOf("hasty"),
    await ttlOf("missing"),
  ], [300, 60, 30, null]);
});

test("createSystemResolver - asks the next server where one does not answer, and that one first from then on", async (nsd) => {
  await using silent = await silentServer();
  using dns = new DnsClient({ nameServers: [silent, nsd], attemptMs: 1_000 });
  const resolver = createSystemResolver(dns);
  const www = async () =>
    (await resolver.addresses("www.example.test", 6, from(soon()))).ips
      .map(({ text }) => text);
  for (let i = 0; i < 3; i++) assert.deepEqual(await www(), ["2001:db8::1"]);
  assert.equal(silent.questions() > 0, true);
  const before = silent.questions();
  await www();
  assert.equal(silent.questions(), before);
  assert.equal(await hostnameOf(resolver, "192.0.2.5"), "a_b.example.test");
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
    await using failing = await startUdpServer((received) =>
      received.send(responseTo(received, { code }))
    );
    using dns = new DnsClient({ nameServers: [failing] });
    const alone = createSystemResolver(dns);
    await assert.rejects(
      alone.addresses("www.example.test", 6, from(soon())),
      failed(failing, rcode),
    );
    assert.deepEqual(await outcomeOf(alone, "192.0.2.1"), { kind: "failed" });
    using dnsOfBoth = new DnsClient({ nameServers: [failing, nsd] });
    const both = createSystemResolver(dnsOfBoth);
    assert.equal(await hostnameOf(both, "192.0.2.1"), "www.example.test");
  });
}

test("createSystemResolver - a server that refuses the zone has not answered", async (nsd) => {
  const resolver = createSystemResolver(new DnsClient({ nameServers: [nsd] }));
  await assert.rejects(
    resolver.addresses("www.elsewhere.test", 4, from(soon())),
    failed(nsd, "REFUSED"),
  );
});

Deno.test("createSystemResolver - reads the system's servers again after five seconds", async () => {
  let reads = 0;
  let now = 0;
  const dns = new DnsClient({
    now: () => now,
    readResolvConf() {
      reads++;
      // TEST-NET-1: nobody is there.
      return Promise.resolve("nameserver 192.0.2.53\n");
    },
  });
  const resolver = createSystemResolver(dns);
  for (now of [0, 4999, 5000]) {
    await assert.rejects(
      resolver.addresses("example.test", 4, from(AbortSignal.timeout(20))),
    );
  }
  assert.equal(reads, 2);
});

test("createSystemResolver - shares a client", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd] });
  const resolver = createSystemResolver(client);
  assert.equal(await hostnameOf(resolver, "192.0.2.1"), "www.example.test");
  client.close();
  await assert.rejects(
    resolver.addresses("www.example.test", 4, from(soon())),
    new DnsError("closed", "the DNS client is closed"),
  );
  assert.deepEqual(await outcomeOf(resolver, "192.0.2.1"), { kind: "silent" });
});

Deno.test("createSystemResolver - a query without a response ends by itself", async () => {
  await using silent = await silentServer();
  // No time passes while the query waits for its turn.
  const dns = new DnsClient({ nameServers: [silent], now: () => 0 });
  const resolver = createSystemResolver(dns, 50);
  await assert.rejects(
    resolver.addresses("a.test", 4, from(new AbortController().signal)),
    new DnsError("timeout", "no name server responded within 50 ms"),
  );
});

Deno.test("createSystemResolver - gives up a silent server when the signal aborts", async () => {
  await using silent = await silentServer();
  const resolver = createSystemResolver(
    new DnsClient({ nameServers: [silent] }),
  );
  const controller = new AbortController();
  const reason = new Error("gone");
  const answers = Promise.allSettled([
    resolver.addresses("example.test", 6, from(controller.signal)),
    resolver.addresses("example.test", 4, from(controller.signal)),
  ]);
  setTimeout(() => controller.abort(reason), 20);
  for (const response of await answers) {
    assert.deepEqual(response, { status: "rejected", reason });
  }
});

Deno.test("createSystemResolver - gives up several silent servers when the signal aborts", async () => {
  await using one = await silentServer();
  await using two = await silentServer();
  const resolver = createSystemResolver(
    new DnsClient({ nameServers: [one, two] }),
  );
  const controller = new AbortController();
  const reason = new Error("gone");
  const response = resolver.addresses("a.test", 4, from(controller.signal));
  setTimeout(() => controller.abort(reason), 20);
  await assert.rejects(response, reason);
});

Deno.test("createSystemResolver - gives up a dead server when the signal aborts", async () => {
  const { port } = await silentServer().then(async (server) => {
    await server[Symbol.asyncDispose]();
    return server;
  });
  const resolver = createSystemResolver(
    new DnsClient({ nameServers: [{ ip: "127.0.0.1", port }] }),
  );
  await assert.rejects(
    resolver.addresses("example.test", 4, from(AbortSignal.timeout(50))),
  );
});

Deno.test("createSystemResolver - sends nothing if the signal is already aborted", async () => {
  await using silent = await silentServer();
  const resolver = createSystemResolver(
    new DnsClient({ nameServers: [silent] }),
  );
  const reason = new Error("gone");
  await assert.rejects(
    resolver.addresses("a.test", 4, from(AbortSignal.abort(reason))),
    reason,
  );
  assert.equal(silent.questions(), 0);
});

const pointer = (
  received: ReceivedQuery,
  ttl: number,
): Answer => (dnsRecord(
  received.question.name,
  "PTR",
  "www.example.test",
  ttl,
));
const soa: Answer = dnsRecord("arpa", "SOA", {
  mname: "ns.test",
  rname: "root.test",
  serial: 1,
  refresh: 1,
  retry: 1,
  expire: 1,
  minimum: 90,
}, 400);

const outcomes: [
  what: string,
  respond: (received: ReceivedQuery) => Uint8Array,
  outcome: ReverseOutcome,
][] = [
  [
    "a name with its TTL",
    (received) => responseTo(received, { answers: [pointer(received, 1234)] }),
    { kind: "answered", hostname: "www.example.test", ttlSeconds: 1234 },
  ],
  [
    "no name, without a TTL",
    (received) => responseTo(received, { code: 3 }),
    { kind: "answered", hostname: null, ttlSeconds: null },
  ],
  [
    "no name, for as long as the SOA record says",
    (received) => responseTo(received, { code: 3, authorities: [soa] }),
    { kind: "answered", hostname: null, ttlSeconds: 90 },
  ],
  [
    "SERVFAIL",
    (received) => responseTo(received, { code: 2 }),
    { kind: "failed" },
  ],
];
for (const [what, respond, outcome] of outcomes) {
  Deno.test(`createSystemResolver.reverse - ${what}`, async () => {
    await using server = await startUdpServer((received) =>
      received.send(respond(received))
    );
    using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
    const resolver = createSystemResolver(client);
    assert.deepEqual(await outcomeOf(resolver, "192.0.2.1"), outcome);
    assert.equal(server.questions(), 1);
  });
}

Deno.test("createSystemResolver.reverse - tries again if the system has no free socket, then fails", async () => {
  await using server = await startUdpServer((received) =>
    received.send(responseTo(received, { code: 3 }))
  );
  using client = new DnsClient({ nameServers: [server] });
  const resolver = createSystemResolver(client);
  const { listenDatagram } = Deno;
  let missing = 0;
  Object.assign(Deno, {
    listenDatagram(options: Deno.UdpListenOptions & { transport: "udp" }) {
      if (missing-- > 0) throw new Error("no free socket");
      return listenDatagram(options);
    },
  });
  try {
    const kinds: string[] = [];
    for (missing of [1, 2]) {
      kinds.push((await outcomeOf(resolver, "192.0.2.1")).kind);
    }
    assert.deepEqual(kinds, ["answered", "failed"]);
    missing = 1;
    outcomeOf(resolver, "192.0.2.1").then(() => assert.fail());
    client.close();
  } finally {
    Deno.listenDatagram = listenDatagram;
  }
});

Deno.test("createSystemResolver.reverse - returns silence as an outcome after the timeout", async () => {
  await using silent = await silentServer();
  using client = new DnsClient({ nameServers: [silent], attemptMs: 500 });
  const resolver = createSystemResolver(client);
  assert.deepEqual(await outcomeOf(resolver, "192.0.2.1"), { kind: "silent" });
  assert.equal(silent.questions(), 1);
});

Deno.test("createSystemResolver.reverse - each attempt goes to the next server, and then to the one that responds", async () => {
  await using responsive = await startUdpServer((received) =>
    received.send(responseTo(received, { answers: [pointer(received, 60)] }))
  );
  // Most servers have the same port.
  const silent = { ip: "127.0.0.2", port: responsive.port };
  using client = new DnsClient({
    nameServers: [silent, responsive],
    attemptMs: 10_000,
  });
  const resolver = createSystemResolver(client);
  const first = outcomeOf(resolver, "192.0.2.1");
  await outcomeOf(resolver, "192.0.2.1", 1);
  assert.equal(await hostnameOf(resolver, "192.0.2.2"), "www.example.test");
  assert.equal(responsive.questions(), 2);
  client.close();
  // Nobody waits for what was closed.
  first.then(() => assert.fail());
});

Deno.test("createSystemResolver.reverse - thousands of lookups share few sockets, whose ports change", async () => {
  const ports = new Set<number>();
  const ids = new Set<number>();
  const spellings = new Set<string>();
  await using server = await startUdpServer((received) => {
    ports.add(received.port);
    ids.add(received.id);
    spellings.add(received.question.name.split(".").slice(4).join("."));
    received.send(responseTo(received, { code: 3 }));
  });
  using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
  const resolver = createSystemResolver(client);
  for (let i = 0; i < 4096; i += 64) {
    const outcomes = await Promise.all(
      Array.from(
        { length: 64 },
        (_, n) => outcomeOf(resolver, `192.0.${i >> 8}.${(i & 255) + n}`),
      ),
    );
    for (const { kind } of outcomes) assert.equal(kind, "answered");
  }
  assert.equal(server.questions(), 4096);
  assert.equal(client.queryCount, 4096);
  // 512 queries a port make 8, of which two may be the same by chance. On a busy
  // machine a port may reach the end of its time first, but not in every round.
  assert(ports.size >= 7 && ports.size <= 72, `${ports.size} ports`);
  assert(ids.size > 3500, `${ids.size} ids`);
  assert(spellings.size > 500, `${spellings.size} spellings`);
});
