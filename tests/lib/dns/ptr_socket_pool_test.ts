import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { encode, TRUNCATED_RESPONSE } from "dns-packet";
import { DnsClient, type PtrOptions } from "../../../lib/dns/dns_client.ts";
import { PtrSocket } from "../../../lib/dns/ptr_socket.ts";
import { type IpAddress, ipv4FromValue } from "../../../lib/net/ip_address.ts";
import { ip } from "../../support/address.ts";
import {
  type ReceivedQuery,
  responseTo,
  startResponder,
  startSilentServer,
  startTcpServer,
  startUdpServer,
} from "./udp_server.ts";
import { nsdTests, zones } from "./zones.ts";
import { dnsRecord } from "../../support/dns_records.ts";

const nsd = await nsdTests(zones);

/** The first `count` addresses of 192.0.2.0 and on. */
function* addresses(count: number): Generator<IpAddress> {
  for (let i = 0; i < count; i++) yield ipv4FromValue(0xc0000200 + i);
}

async function scanned(
  client: DnsClient,
  ips: Iterable<IpAddress> | AsyncIterable<IpAddress>,
  options?: PtrOptions,
) {
  const found: Record<string, readonly string[] | null> = {};
  for await (const { ip, names } of client.queryPtr(ips, options)) {
    assert.equal(ip.text in found, false, `${ip.text} came twice`);
    found[ip.text] = names;
  }
  return found;
}

/** The host part of the address asked for, in the name its server gives. */
const nameOf = ({ question }: ReceivedQuery) =>
  `host-${question.name.split(".")[0]}.test`;
const named = (received: ReceivedQuery) =>
  responseTo(received, {
    answers: [dnsRecord(received.question.name, "PTR", nameOf(received), 1)],
  });
const allNamed = (count: number) =>
  Object.fromEntries(
    [...addresses(count)].map(({ text }, i) => [text, [`host-${i}.test`]]),
  );

nsd.test("DnsClient.queryPtr - what the zones hold", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd] });
  const texts = [1, 2, 3, 4, 5, 6].map((i) => `192.0.2.${i}`);
  const others = ["2001:db8::1", "2001:db8::2", "203.0.113.1"];
  const found = await scanned(client, [...texts, ...others].map(ip));
  found["192.0.2.2"] = found["192.0.2.2"]?.toSorted() ?? null;
  assert.deepEqual(found, {
    "192.0.2.1": ["www.example.test"],
    "192.0.2.2": ["a.example.test", "b.example.test"],
    "192.0.2.3": ["delegated.example.test"],
    "192.0.2.4": ["<script>.b\\195\\169.%_.example.test"],
    "192.0.2.5": [],
    "192.0.2.6": [],
    "2001:db8::1": ["six.example.test"],
    "2001:db8::2": [],
    // Refused: nobody knows.
    "203.0.113.1": null,
  });
});

Deno.test("DnsClient.queryPtr - queries thousands of addresses over changing ports", async () => {
  const ports = new Set<number>();
  const spellings = new Set<string>();
  await using server = await startUdpServer((received) => {
    ports.add(received.port);
    spellings.add(received.question.name.split(".").slice(4).join("."));
    received.send(responseTo(received, { code: 3 }));
  });
  // Nobody is in such a hurry on a busy machine.
  using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
  async function* slowly() {
    for (const each of addresses(4096)) yield await Promise.resolve(each);
  }
  for (const ips of [addresses(4096), slowly()]) {
    const found = await scanned(client, ips, { concurrency: 128 });
    assert.equal(Object.keys(found).length, 4096);
    for (const names of Object.values(found)) assert.deepEqual(names, []);
  }
  assert.equal(server.questions(), 8192);
  assert.equal(client.queryCount, 8192);
  // 512 questions a port make 16; two may be the same by chance.
  assert(ports.size >= 15, `${ports.size} ports`);
  assert(spellings.size > 500, `${spellings.size} spellings`);
});

Deno.test("DnsClient.queryPtr - ignores responses to other queries", async () => {
  await using server = await startUdpServer((received) => {
    const { id, question, send } = received;
    const evil = (parts: Pick<ReceivedQuery, "id" | "question">) =>
      responseTo(parts, {
        answers: [dnsRecord(question.name, "PTR", "evil.test", 1)],
      });
    received.sendFromElsewhere(evil(received));
    send(evil({ question, id: id ^ 1 }));
    send(evil({ id, question: { ...question, name: `x${question.name}` } }));
    send(evil({ id, question: { ...question, type: "A" } }));
    send(Buffer.from("not DNS at all"));
    send(new Uint8Array(0));
    setTimeout(() => {
      send(named(received));
      // Again: it has its response by then.
      send(named(received));
    }, 20);
  });
  using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
  assert.deepEqual(await scanned(client, addresses(20)), allNamed(20));
});

Deno.test("DnsClient.queryPtr - sends lost queries again, and the next ones over new ports", async () => {
  const lost = new Set<string>();
  await using server = await startUdpServer((received) => {
    const name = received.question.name.toLowerCase();
    if (lost.has(name)) received.send(named(received));
    else lost.add(name);
  });
  const nameServers = [server, { ip: "127.0.0.1", port: 0 }];
  using client = new DnsClient({ nameServers, attemptMs: 20 });
  async function* slowly() {
    for (const each of addresses(3)) {
      yield each;
      // The timers of the sockets in use were set before, and for less.
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }
  const { [Symbol.dispose]: dispose } = PtrSocket.prototype;
  let left = 0;
  PtrSocket.prototype[Symbol.dispose] = function () {
    left++;
    dispose.call(this);
  };
  try {
    const found = await scanned(client, slowly(), { concurrency: 1 });
    assert.deepEqual(found, allNamed(3));
  } finally {
    PtrSocket.prototype[Symbol.dispose] = dispose;
  }
  assert.equal(client.queryCount, 9);
  // The pools forget the sockets that have closed.
  assert.equal(left, 0);
});

Deno.test("DnsClient.queryPtr - queries the next server if one fails or is silent, and prefers it from then on", async () => {
  for (const start of [() => startResponder({ code: 2 }), startSilentServer]) {
    await using broken = await start();
    await using other = await startResponder(named);
    const nameServers = [broken, other];
    using client = new DnsClient({ nameServers, attemptMs: 1_000 });
    assert.deepEqual(await scanned(client, addresses(10)), allNamed(10));
    const before = broken.questions();
    const found = await scanned(client, addresses(1), { concurrency: 1 });
    assert.deepEqual(found, allNamed(1));
    assert.equal(broken.questions(), before);
  }
});

Deno.test("DnsClient.queryPtr - retries without EDNS if the server does not support it", async () => {
  const refusals = [
    (received: ReceivedQuery) => responseTo(received, { code: 1 }),
    ({ id }: ReceivedQuery) =>
      encode({ type: "response", id, flags: 4, questions: [] }),
  ];
  for (const refusal of refusals) {
    await using server = await startResponder((received) =>
      received.hasEdns ? refusal(received) : named(received)
    );
    const waits = { attemptMs: 10_000, resendMs: 10_000 };
    using client = new DnsClient({ nameServers: [server], ...waits });
    assert.deepEqual(await scanned(client, addresses(5)), allNamed(5));
    // Each was refused twice, first over a shared socket.
    assert.equal(server.questions(), 15);
  }
});

Deno.test("DnsClient.queryPtr - retries over TCP if a response was truncated, or changed the name's case", async () => {
  const otherCase = (received: ReceivedQuery) => {
    const name = received.question.name.replace(
      /[a-z]/gi,
      (letter) => letter < "a" ? letter.toLowerCase() : letter.toUpperCase(),
    );
    return named({ ...received, question: { ...received.question, name } });
  };
  for (const response of [{ flags: TRUNCATED_RESPONSE }, otherCase]) {
    await using server = await startResponder(response);
    await using _tcp = await startTcpServer(server.port, [
      dnsRecord("0.2.0.192.in-addr.arpa", "PTR", "long.test", 1),
    ]);
    using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
    assert.deepEqual(await scanned(client, addresses(1)), {
      "192.0.2.0": ["long.test"],
    });
  }
});

Deno.test("DnsClient.queryPtr - an address without a response has failed", async () => {
  await using silent = await startSilentServer();
  await using broken = await startResponder({ code: 2 });
  for (const [server, timeoutMs] of [[silent, 20], [broken, 60_000]] as const) {
    using client = new DnsClient({ nameServers: [server], attemptMs: 10 });
    const found = await scanned(client, addresses(2), { timeoutMs });
    assert.deepEqual(found, { "192.0.2.0": null, "192.0.2.1": null });
  }
  // A server that only fails is not asked the same again.
  assert.equal(broken.questions(), 2);
});

Deno.test("DnsClient.queryPtr - queries without a response share ports, too", async () => {
  const ports = new Set<number>();
  await using silent = await startUdpServer(({ port }) => void ports.add(port));
  using client = new DnsClient({ nameServers: [silent], attemptMs: 50 });
  const found = await scanned(client, addresses(256), { timeoutMs: 50 });
  assert.deepEqual([...new Set(Object.values(found))], [null]);
  assert.equal(silent.questions(), 512);
  assert(ports.size <= 24, `${ports.size} ports`);
});

Deno.test("DnsClient.queryPtr - the third server responds if two are silent", async () => {
  await using silent = await startSilentServer();
  await using other = await startSilentServer();
  await using third = await startResponder(named);
  const nameServers = [silent, other, third];
  using client = new DnsClient({ nameServers, attemptMs: 200 });
  assert.deepEqual(await scanned(client, addresses(10)), allNamed(10));
});

Deno.test("DnsClient.queryPtr - waits for a server that is slower than an attempt", async () => {
  await using slow = await startUdpServer((received) =>
    setTimeout(() => received.send(named(received)), 200)
  );
  using client = new DnsClient({ nameServers: [slow], attemptMs: 10 });
  assert.deepEqual(await scanned(client, addresses(10)), allNamed(10));
});

Deno.test("DnsClient.queryPtr - ends with the signal's reason", async () => {
  await using silent = await startSilentServer();
  using client = new DnsClient({ nameServers: [silent] });
  const controller = new AbortController();
  const reason = new Error("gone");
  const scan = scanned(client, addresses(4096), { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 20);
  await assert.rejects(scan, reason);
});

Deno.test("DnsClient.queryPtr - stops when the reader stops", async () => {
  await using server = await startResponder(named);
  using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
  for await (const _ of client.queryPtr(addresses(4096), { concurrency: 8 })) {
    break;
  }
  // Sockets and timers that were left open would fail this test.
  assert(server.questions() < 100, `${server.questions()} questions`);
});

Deno.test("DnsClient.queryPtr - limits concurrent queries", async () => {
  let underWay = 0;
  let most = 0;
  await using server = await startUdpServer((received) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      received.send(named(received));
    }, 1);
  });
  using client = new DnsClient({ nameServers: [server], attemptMs: 10_000 });
  await scanned(client, addresses(200), { concurrency: 3 });
  assert(most <= 3, `${most} at once`);
});

Deno.test("DnsClient.queryPtr - throws if there are no servers", async () => {
  using client = new DnsClient({
    readResolvConf: () => Promise.reject(new Deno.errors.NotFound()),
  });
  const error = { name: "DnsError", code: "no servers" };
  await assert.rejects(scanned(client, addresses(1)), error);
});
