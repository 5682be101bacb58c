import assert from "node:assert/strict";
import { DnsClient } from "../../../lib/dns/dns_client.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import {
  createSystemResolver,
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

type ClientOptions = NonNullable<ConstructorParameters<typeof DnsClient>[0]>;

/** A resolver with a DNS client of its own, of these servers. */
function resolverOf(
  nameServers: ClientOptions["nameServers"],
  options: ClientOptions = {},
  timeoutMs?: number,
) {
  const dns = new DnsClient({ nameServers, ...options });
  const resolver = createSystemResolver(dns, timeoutMs);
  const addresses = (
    name: string,
    family: 4 | 6 = 4,
    signal = AbortSignal.timeout(10_000),
  ) => resolver.addresses(name, family, { client, signal });
  const textsOf = async (name: string, family: 4 | 6) =>
    (await addresses(name, family)).ips.map(({ text }) => text);
  const reverse = (text: string, attempt = 0) =>
    new Promise<ReverseOutcome>((settle) =>
      resolver.reverse(ip(text), { client, attempt }, settle)
    );
  /** The host name of an address; undefined if it fails. */
  const hostnameOf = async (text: string) => {
    const outcome = await reverse(text);
    return outcome.kind === "answered" ? outcome.hostname : undefined;
  };
  const close = () => dns.close();
  const queries = { addresses, textsOf, reverse, hostnameOf };
  return { ...queries, dns, close, [Symbol.dispose]: close };
}

nsd.test("createSystemResolver - answers what the zones hold", async (nsd) => {
  using resolver = resolverOf([nsd]);
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
    const found = await resolver.textsOf(name, family);
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
    assert.equal(await resolver.hostnameOf(text), name, text);
  }
});

nsd.test("createSystemResolver - gives the least TTL of a chain, null of none", async (nsd) => {
  using resolver = resolverOf([nsd]);
  const ttls = { long: 300, short: 60, hasty: 30, missing: null };
  for (const [label, ttl] of Object.entries(ttls)) {
    const { ttlSeconds } = await resolver.addresses(`${label}.example.test`);
    assert.equal(ttlSeconds, ttl, label);
  }
});

nsd.test("createSystemResolver - asks the next server where one does not answer, and that one first from then on", async (nsd) => {
  await using silent = await startSilentServer();
  using resolver = resolverOf([silent, nsd], { attemptMs: 1_000 });
  const www = () => resolver.textsOf("www.example.test", 6);
  for (let i = 0; i < 3; i++) assert.deepEqual(await www(), ["2001:db8::1"]);
  assert.equal(silent.questions() > 0, true);
  const before = silent.questions();
  await www();
  assert.equal(silent.questions(), before);
  assert.equal(await resolver.hostnameOf("192.0.2.5"), "a_b.example.test");
  assert.equal(silent.questions(), before);
});

const failures = { FORMERR: 1, SERVFAIL: 2, NOTIMP: 4, REFUSED: 5 };
for (const [rcode, code] of Object.entries(failures)) {
  nsd.test(`createSystemResolver - ${rcode} is no answer, and the next server is asked`, async (nsd) => {
    await using failing = await startResponder({ code });
    using alone = resolverOf([failing]);
    const message = `127.0.0.1:${failing.port} responded with ${rcode}`;
    const error = new DnsError("failed", message);
    await assert.rejects(alone.addresses("www.example.test", 6), error);
    assert.deepEqual(await alone.reverse("192.0.2.1"), { kind: "failed" });
    using both = resolverOf([failing, nsd]);
    assert.equal(await both.hostnameOf("192.0.2.1"), "www.example.test");
  });
}

Deno.test("createSystemResolver - reads the system's servers again after five seconds", async () => {
  let reads = 0;
  let now = 0;
  const { addresses } = resolverOf(undefined, {
    now: () => now,
    readResolvConf() {
      reads++;
      // TEST-NET-1: nobody is there.
      return Promise.resolve("nameserver 192.0.2.53\n");
    },
  });
  for (now of [0, 4999, 5000]) {
    await assert.rejects(addresses("a.test", 4, AbortSignal.timeout(20)));
  }
  assert.equal(reads, 2);
});

nsd.test("createSystemResolver - shares a client", async (nsd) => {
  using resolver = resolverOf([nsd]);
  assert.equal(await resolver.hostnameOf("192.0.2.1"), "www.example.test");
  resolver.close();
  const error = new DnsError("closed", "the DNS client is closed");
  await assert.rejects(resolver.addresses("www.example.test"), error);
  assert.deepEqual(await resolver.reverse("192.0.2.1"), { kind: "silent" });
});

Deno.test("createSystemResolver - a query without a response ends by itself", async () => {
  await using silent = await startSilentServer();
  // No time passes while the query waits for its turn.
  const { addresses } = resolverOf([silent], { now: () => 0 }, 50);
  const { signal } = new AbortController();
  const message = "no name server responded within 50 ms";
  const error = new DnsError("timeout", message);
  await assert.rejects(addresses("a.test", 4, signal), error);
});

for (const count of [1, 2]) {
  Deno.test(`createSystemResolver - gives up ${count} silent servers when the signal aborts`, async () => {
    await using one = await startSilentServer();
    await using two = await startSilentServer();
    const { addresses } = resolverOf([one, two].slice(0, count));
    const controller = new AbortController();
    const reason = new Error("gone");
    const responses = ([4, 6] as const).map((family) =>
      addresses("a.test", family, controller.signal)
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
  const { addresses } = resolverOf([server]);
  await assert.rejects(addresses("a.test", 4, AbortSignal.timeout(50)));
});

Deno.test("createSystemResolver - sends nothing if the signal is already aborted", async () => {
  await using silent = await startSilentServer();
  const { addresses } = resolverOf([silent]);
  const reason = new Error("gone");
  const signal = AbortSignal.abort(reason);
  await assert.rejects(addresses("a.test", 4, signal), reason);
  assert.equal(silent.questions(), 0);
});

const WWW = "www.example.test";
const pointing = (ttl: number) => (received: ReceivedQuery) =>
  responseTo(received, {
    answers: [dnsRecord(received.question.name, "PTR", WWW, ttl)],
  });
const soa: Answer = dnsRecord("arpa", "SOA", { ...SOA, minimum: 90 }, 400);
const patient = { attemptMs: 10_000 };

type Response = Parameters<typeof startResponder>[0];
const answered = (hostname: string | null, ttlSeconds: number | null) =>
  ({ kind: "answered", hostname, ttlSeconds }) as const;
const outcomes: [what: string, Response, ReverseOutcome][] = [
  ["a name with its TTL", pointing(1234), answered("www.example.test", 1234)],
  ["no name, without a TTL", { code: 3 }, answered(null, null)],
  [
    "no name, for as long as the SOA record says",
    { code: 3, authorities: [soa] },
    answered(null, 90),
  ],
  ["SERVFAIL", { code: 2 }, { kind: "failed" }],
];
for (const [what, response, outcome] of outcomes) {
  Deno.test(`createSystemResolver.reverse - ${what}`, async () => {
    await using server = await startResponder(response);
    using resolver = resolverOf([server], patient);
    assert.deepEqual(await resolver.reverse("192.0.2.1"), outcome);
    assert.equal(server.questions(), 1);
  });
}

Deno.test("createSystemResolver.reverse - tries again if the system has no free socket, then fails", async () => {
  await using server = await startResponder({ code: 3 });
  using resolver = resolverOf([server]);
  const { listenDatagram } = Deno;
  let missing = 0;
  Object.assign(Deno, {
    listenDatagram(options: Deno.UdpListenOptions & { transport: "udp" }) {
      if (missing-- > 0) throw new Error("no free socket");
      return listenDatagram(options);
    },
  });
  try {
    for (const [count, kind] of [[1, "answered"], [2, "failed"]] as const) {
      missing = count;
      assert.equal((await resolver.reverse("192.0.2.1")).kind, kind);
    }
    missing = 1;
    resolver.reverse("192.0.2.1").then(() => assert.fail());
    resolver.close();
  } finally {
    Deno.listenDatagram = listenDatagram;
  }
});

Deno.test("createSystemResolver.reverse - returns silence as an outcome after the timeout", async () => {
  await using silent = await startSilentServer();
  using resolver = resolverOf([silent], { attemptMs: 500 });
  assert.deepEqual(await resolver.reverse("192.0.2.1"), { kind: "silent" });
  assert.equal(silent.questions(), 1);
});

Deno.test("createSystemResolver.reverse - each attempt goes to the next server, and then to the one that responds", async () => {
  await using responsive = await startResponder(pointing(60));
  // Most servers have the same port.
  const silent = { ip: "127.0.0.2", port: responsive.port };
  using resolver = resolverOf([silent, responsive], patient);
  const first = resolver.reverse("192.0.2.1");
  await resolver.reverse("192.0.2.1", 1);
  assert.equal(await resolver.hostnameOf("192.0.2.2"), "www.example.test");
  assert.equal(responsive.questions(), 2);
  resolver.close();
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
  using resolver = resolverOf([server], patient);
  for (let i = 0; i < 4096; i += 64) {
    const lookup = (_: unknown, n: number) =>
      resolver.reverse(`192.0.${i >> 8}.${(i & 255) + n}`);
    const lookups = Array.from({ length: 64 }, lookup);
    for (const { kind } of await Promise.all(lookups)) {
      assert.equal(kind, "answered");
    }
  }
  assert.equal(server.questions(), 4096);
  assert.equal(resolver.dns.queryCount, 4096);
  // 512 queries a port make 8, of which two may be the same by chance. On a busy
  // machine a port may reach the end of its time first, but not in every round.
  assert(ports.size >= 7 && ports.size <= 72, `${ports.size} ports`);
  assert(ids.size > 3500, `${ids.size} ids`);
  assert(spellings.size > 500, `${spellings.size} spellings`);
});
