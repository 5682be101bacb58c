import assert from "node:assert/strict";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import {
  createSystemResolver,
  type Resolver,
  type ReverseOutcome,
} from "../../../lib/dns/resolver.ts";
import type { Answer } from "dns-packet";
import { ip } from "../../support/address.ts";
import {
  type ReceivedQuery,
  responseTo,
  SOA,
  startResponder,
  startSilentServer,
  startUdpServer,
} from "./udp_server.ts";
import { nsdTests } from "./zones.ts";
import { client } from "../../support/caller.ts";
import { dnsRecord } from "../../support/dns_records.ts";

const long = "x".repeat(60);
const nsd = await nsdTests({
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
});

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

/** The texts of the addresses that a resolver gives a name. */
async function textsOf(resolver: Resolver, name: string, family: 4 | 6) {
  const { ips } = await resolver.addresses(name, family, from(soon()));
  return ips.map(({ text }) => text);
}

nsd.test("createSystemResolver - answers what the zones hold", async (nsd) => {
  using dns = new DnsClient({ nameServers: [nsd] });
  const resolver = createSystemResolver(dns);
  const both = ["192.0.2.1", "192.0.2.2"];
  const addresses: [name: string, family: 4 | 6, texts: string[]][] = [
    ["www.example.test", 4, both],
    ["www.example.test.", 6, ["2001:db8::1"]],
    ["alias.example.test", 4, both],
    ["mapped.example.test", 6, ["192.0.2.7"]],
    // Neither a name without such records nor a missing name is a failure.
    ["text.example.test", 4, []],
    ["missing.example.test", 4, []],
    ["missing.example.test", 6, []],
  ];
  for (const [name, family, texts] of addresses) {
    const found = await textsOf(resolver, name, family);
    assert.deepEqual(found.sort(), texts, `${name} ${family}`);
  }
  const names = {
    "192.0.2.1": "www.example.test",
    "2001:db8::1": "six.example.test",
    "192.0.2.5": "a_b.example.test",
    "192.0.2.9": null,
    "2001:db8::2": null,
    // What can be no host name is none, whatever the zone's holder wrote.
    "192.0.2.3": null,
    "192.0.2.4": null,
  };
  for (const [text, name] of Object.entries(names)) {
    assert.equal(await hostnameOf(resolver, text), name, text);
  }
});

nsd.test("createSystemResolver - gives the least TTL of a chain, null of none", async (nsd) => {
  const resolver = createSystemResolver(new DnsClient({ nameServers: [nsd] }));
  const ttls = { long: 300, short: 60, hasty: 30, missing: null };
  for (const [label, ttl] of Object.entries(ttls)) {
    const name = `${label}.example.test`;
    const { ttlSeconds } = await resolver.addresses(name, 4, from(soon()));
    assert.equal(ttlSeconds, ttl, label);
  }
});

nsd.test("createSystemResolver - asks the next server where one does not answer, and that one first from then on", async (nsd) => {
  await using silent = await startSilentServer();
  using dns = new DnsClient({ nameServers: [silent, nsd], attemptMs: 1_000 });
  const resolver = createSystemResolver(dns);
  const www = () => textsOf(resolver, "www.example.test", 6);
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

const failures = { FORMERR: 1, SERVFAIL: 2, NOTIMP: 4, REFUSED: 5 };
for (const [rcode, code] of Object.entries(failures)) {
  nsd.test(`createSystemResolver - ${rcode} is no answer, and the next server is asked`, async (nsd) => {
    await using failing = await startResponder({ code });
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

nsd.test("createSystemResolver - a server that refuses the zone has not answered", async (nsd) => {
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

nsd.test("createSystemResolver - shares a client", async (nsd) => {
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
  await using silent = await startSilentServer();
  // No time passes while the query waits for its turn.
  const dns = new DnsClient({ nameServers: [silent], now: () => 0 });
  const resolver = createSystemResolver(dns, 50);
  const { signal } = new AbortController();
  await assert.rejects(
    resolver.addresses("a.test", 4, from(signal)),
    new DnsError("timeout", "no name server responded within 50 ms"),
  );
});

for (const count of [1, 2]) {
  Deno.test(`createSystemResolver - gives up ${count} silent servers when the signal aborts`, async () => {
    await using one = await startSilentServer();
    await using two = await startSilentServer();
    const nameServers = [one, two].slice(0, count);
    const resolver = createSystemResolver(new DnsClient({ nameServers }));
    const controller = new AbortController();
    const reason = new Error("gone");
    const responses = ([4, 6] as const).map((family) =>
      resolver.addresses("a.test", family, from(controller.signal))
    );
    setTimeout(() => controller.abort(reason), 20);
    for (const outcome of await Promise.allSettled(responses)) {
      assert.deepEqual(outcome, { status: "rejected", reason });
    }
  });
}

Deno.test("createSystemResolver - gives up a dead server when the signal aborts", async () => {
  const server = await startSilentServer();
  await server[Symbol.asyncDispose]();
  const resolver = createSystemResolver(
    new DnsClient({ nameServers: [server] }),
  );
  await assert.rejects(
    resolver.addresses("example.test", 4, from(AbortSignal.timeout(50))),
  );
});

Deno.test("createSystemResolver - sends nothing if the signal is already aborted", async () => {
  await using silent = await startSilentServer();
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

/** Responds with a name. */
const pointing = (ttl: number) => (received: ReceivedQuery) =>
  responseTo(received, {
    answers: [
      dnsRecord(received.question.name, "PTR", "www.example.test", ttl),
    ],
  });
const soa: Answer = dnsRecord("arpa", "SOA", { ...SOA, minimum: 90 }, 400);

const outcomes: [
  what: string,
  response: Parameters<typeof startResponder>[0],
  outcome: ReverseOutcome,
][] = [
  [
    "a name with its TTL",
    pointing(1234),
    { kind: "answered", hostname: "www.example.test", ttlSeconds: 1234 },
  ],
  [
    "no name, without a TTL",
    { code: 3 },
    { kind: "answered", hostname: null, ttlSeconds: null },
  ],
  [
    "no name, for as long as the SOA record says",
    { code: 3, authorities: [soa] },
    { kind: "answered", hostname: null, ttlSeconds: 90 },
  ],
  ["SERVFAIL", { code: 2 }, { kind: "failed" }],
];
for (const [what, response, outcome] of outcomes) {
  Deno.test(`createSystemResolver.reverse - ${what}`, async () => {
    await using server = await startResponder(response);
    using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
    const resolver = createSystemResolver(client);
    assert.deepEqual(await outcomeOf(resolver, "192.0.2.1"), outcome);
    assert.equal(server.questions(), 1);
  });
}

Deno.test("createSystemResolver.reverse - tries again if the system has no free socket, then fails", async () => {
  await using server = await startResponder({ code: 3 });
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
  await using silent = await startSilentServer();
  using client = new DnsClient({ nameServers: [silent], attemptMs: 500 });
  const resolver = createSystemResolver(client);
  assert.deepEqual(await outcomeOf(resolver, "192.0.2.1"), { kind: "silent" });
  assert.equal(silent.questions(), 1);
});

Deno.test("createSystemResolver.reverse - each attempt goes to the next server, and then to the one that responds", async () => {
  await using responsive = await startResponder(pointing(60));
  // Most servers have the same port.
  const silent = { ip: "127.0.0.2", port: responsive.port };
  const nameServers = [silent, responsive];
  using client = new DnsClient({ nameServers, attemptMs: 10_000 });
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
    const lookups = Array.from(
      { length: 64 },
      (_, n) => outcomeOf(resolver, `192.0.${i >> 8}.${(i & 255) + n}`),
    );
    for (const { kind } of await Promise.all(lookups)) {
      assert.equal(kind, "answered");
    }
  }
  assert.equal(server.questions(), 4096);
  assert.equal(client.queryCount, 4096);
  // 512 queries a port make 8, of which two may be the same by chance. On a busy
  // machine a port may reach the end of its time first, but not in every round.
  assert(ports.size >= 7 && ports.size <= 72, `${ports.size} ports`);
  assert(ids.size > 3500, `${ids.size} ids`);
  assert(spellings.size > 500, `${spellings.size} spellings`);
});
