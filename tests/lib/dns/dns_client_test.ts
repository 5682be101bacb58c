import assert from "node:assert/strict";
import { AUTHENTIC_DATA } from "dns-packet";
import {
  DnsClient,
  type DnsRecord,
  type QueryType,
} from "../../../lib/dns/dns_client.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import { ip } from "../../support/address.ts";
import {
  type ReceivedQuery,
  responseTo,
  SOA,
  startResponder,
  startSilentServer,
  startUdpServer,
} from "./udp_server.ts";
import { nsdTests, zones } from "./zones.ts";
import { clientAt } from "../../support/caller.ts";
import { testWith } from "../../support/test_with.ts";
import { dnsRecord } from "../../support/dns_records.ts";
import samples from "./dns_client.json" with { type: "json" };

const test = testWith(startSilentServer);
const nsd = await nsdTests(zones);

const closedPort = { ip: "127.0.0.1", port: 1 };
const knowing = (data: string) =>
  startResponder(({ id, question }) =>
    responseTo({ id, question }, {
      answers: [dnsRecord(question.name, "A", data, 1)],
    })
  );
const failing = (code: number) => startResponder({ code });

const dataOf = (records: readonly DnsRecord[]) =>
  records.map(({ data }) => data);

nsd.test("DnsClient.query - all types, as a real server has them", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd], now: () => 1000 });
  const records = async (name: string, type: QueryType) =>
    (await client.query(`${name}example.test`, type)).records;
  assert.deepEqual(await client.query("WWW.example.test.", "A"), {
    rcode: "NOERROR",
    records: [dnsRecord("www.example.test", "A", "192.0.2.1", 300)],
    isCut: false,
    isAuthentic: false,
    extendedErrors: [],
    server: `127.0.0.1:${nsd.port}`,
    elapsedMs: 0,
  });
  const types = samples.records as [string, QueryType, ...unknown[]][];
  const sorted = (data: readonly unknown[]) =>
    data.toSorted((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  for (const [name, type, ...data] of types) {
    const found = dataOf(await records(name, type));
    assert.deepEqual(sorted(found), data, `${name} ${type}`);
  }
  const pointer = await client.query("1.2.0.192.in-addr.arpa", "PTR");
  assert.deepEqual(dataOf(pointer.records), ["www.example.test"]);
  assert.equal((await records("zero.", "A"))[0].ttl, 0);
  assert.deepEqual(await records("dot\\.in\\000label.", "A"), [
    dnsRecord("dot\\.in\\000label.example.test", "A", "192.0.2.4"),
  ]);
});

nsd.test("DnsClient.query - a long text comes over TCP", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd] });
  const response = await client.query("long.example.test", "TXT");
  assert.equal(response.rcode, "NOERROR");
  const texts = Array.from({ length: 30 }, (_, i) => `${i}-${"x".repeat(200)}`);
  assert.deepEqual(response.records[0].data, {
    joined: texts.join(""),
    quoted: texts.map((text) => `"${text}"`).join(" "),
  });
});

nsd.test("DnsClient.query - follows chains of aliases, including those without an end", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd] });
  const chain = async (name: string, type: QueryType) =>
    (await client.query(`${name}.example.test`, type)).records
      .map(({ name, type, data }) => `${name} ${type} ${data}`);
  assert.deepEqual(await chain("a", "A"), [
    "a.example.test CNAME b.example.test",
    "b.example.test CNAME c.example.test",
    "c.example.test CNAME www.example.test",
    "www.example.test A 192.0.2.1",
  ]);
  assert.deepEqual(await chain("a", "CNAME"), [
    "a.example.test CNAME b.example.test",
  ]);
  assert.deepEqual((await chain("loop1", "A")).sort(), [
    "loop1.example.test CNAME loop2.example.test",
    "loop2.example.test CNAME loop1.example.test",
  ]);
  assert.deepEqual(await chain("away", "A"), [
    "away.example.test CNAME somewhere.else.invalid",
  ]);
});

nsd.test("DnsClient.query - a missing name, a missing record and a foreign zone are responses", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd] });
  const outcome = async (name: string) => {
    const { rcode, records } = await client.query(name, "AAAA");
    return [rcode, records.length];
  };
  assert.deepEqual(await outcome("missing.example.test"), ["NXDOMAIN", 0]);
  assert.deepEqual(await outcome("zero.example.test"), ["NOERROR", 0]);
  assert.deepEqual(await outcome("elsewhere.test"), ["REFUSED", 0]);
});

nsd.test("DnsClient.query - a referral is not a response", async (nsd) => {
  using client = new DnsClient({ nameServers: [nsd] });
  await assert.rejects(
    client.query("x.sub.example.test", "A"),
    new DnsError("failed", `127.0.0.1:${nsd.port} failed: not its zone`),
  );
  await using other = await knowing("192.0.2.9");
  using both = new DnsClient({ nameServers: [nsd, other] });
  const { records } = await both.query("x.sub.example.test", "A");
  assert.deepEqual(dataOf(records), ["192.0.2.9"]);
});

const cases = [[2, "SERVFAIL"], [5, "REFUSED"], [9, "NOTAUTH"]] as const;
for (const [code, rcode] of cases) {
  Deno.test(`DnsClient.query - returns ${rcode} if no server has a better response`, async () => {
    await using broken = await failing(code);
    await using other = await knowing("192.0.2.9");
    using alone = new DnsClient({ nameServers: [broken] });
    const response = await alone.query("a.test", "A");
    assert.equal(response.rcode, rcode);
    assert.equal(response.server, `127.0.0.1:${broken.port}`);
    const nameServers = [broken, other];
    using both = new DnsClient({ nameServers, attemptMs: 10_000 });
    assert.equal((await both.query("a.test", "A")).rcode, "NOERROR");
    // The one that answered is asked first now.
    const before = broken.questions();
    await both.query("a.test", "A");
    assert.equal(broken.questions(), before);
    assert.deepEqual([alone.queryCount, both.queryCount], [1, 2]);
  });
}

Deno.test("DnsClient.query - two servers that both refuse are not reordered", async () => {
  await using first = await failing(5);
  await using second = await failing(2);
  using client = new DnsClient({ nameServers: [first, second] });
  for (let i = 0; i < 3; i++) {
    // The last refusal is told: whoever had been asked first would change it.
    const { rcode, server } = await client.query("a.test", "A");
    assert.deepEqual([rcode, server], ["SERVFAIL", `127.0.0.1:${second.port}`]);
  }
});

Deno.test("DnsClient.queryPtr - has no response if both servers refuse", async () => {
  await using first = await failing(5);
  await using second = await failing(2);
  using client = new DnsClient({ nameServers: [first, second] });
  const address = ip("192.0.2.1");
  const found = await Array.fromAsync(client.queryPtr([address]));
  assert.deepEqual(found, [{ ip: address, names: null }]);
});

const rows = [[4_950, 50], [5_000, 1], [60_000, 1], [-1, 5_000]];
for (const [waitMs, leftMs] of rows) {
  Deno.test(`DnsClient.query - a query that has waited ${waitMs} ms for a permit has ${leftMs} ms left`, async () => {
    const clock = { nowMs: 0 };
    const held = Promise.withResolvers<ReceivedQuery>();
    await using server = await startUdpServer((received) => {
      if (received.question.name.toLowerCase() === "first.test") {
        held.resolve(received);
      } else if (leftMs > 1_000) {
        received.send(responseTo(received, { code: 3 }));
      }
    });
    using client = new DnsClient({
      nameServers: [server],
      now: () => clock.nowMs,
      maxInFlight: 1,
      resendMs: 60_000,
    });
    const first = client.query("first.test", "A");
    const received = await held.promise;
    const second = client.query("second.test", "A", { timeoutMs: 5_000 });
    const outcome = second.then(({ rcode }) => rcode, ({ message }) => message);
    // It is in the line by then.
    await new Promise((resolve) => setTimeout(resolve, 0));
    clock.nowMs += waitMs;
    received.send(responseTo(received, { code: 3 }));
    assert.equal((await first).rcode, "NXDOMAIN");
    assert.equal(
      await outcome,
      leftMs > 1_000
        ? "NXDOMAIN"
        : `no name server responded within ${leftMs} ms`,
    );
  });
}

Deno.test("DnsClient.close - does not affect queries that have ended", async () => {
  await using server = await knowing("192.0.2.9");
  const client = new DnsClient({ nameServers: [server] });
  for (let i = 0; i < 3; i++) await client.query("a.test", "A");
  const { abort } = AbortController.prototype;
  let aborted = 0;
  AbortController.prototype.abort = function (reason) {
    aborted++;
    abort.call(this, reason);
  };
  try {
    client.close();
  } finally {
    AbortController.prototype.abort = abort;
  }
  assert.equal(aborted, 0);
});

Deno.test("DnsClient.query - returns a server's failure if the other server is silent", async () => {
  await using broken = await failing(2);
  await using mute = await startSilentServer();
  using client = new DnsClient({ nameServers: [broken, mute] });
  const response = await client.query("a.test", "A", { timeoutMs: 1_000 });
  assert.equal(response.rcode, "SERVFAIL");
});

Deno.test("DnsClient.query - a missing name is a response, and no other server is queried", async () => {
  await using first = await failing(3);
  await using second = await startSilentServer();
  using client = new DnsClient({ nameServers: [first, second] });
  assert.equal((await client.query("a.test", "A")).rcode, "NXDOMAIN");
  assert.equal(second.questions(), 0);
});

test("DnsClient.query - uses a late response even after the next server was queried", async (mute) => {
  await using late = await startUdpServer((received) => {
    const response = responseTo(received, { code: 3 });
    // Not before the other one was asked as well.
    const timer = setInterval(() => {
      if (mute.questions() === 0) return;
      clearInterval(timer);
      received.send(response);
    }, 5);
  });
  using client = new DnsClient({ nameServers: [late, mute], attemptMs: 20 });
  const response = await client.query("a.test", "A");
  assert.equal(response.server, `127.0.0.1:${late.port}`);
});

test("DnsClient.query - queries silent servers twice each, then gives up", async (one) => {
  await using two = await startSilentServer();
  const nameServers = [one, two];
  // No time passes while the query waits for its turn.
  const clock = { now: () => 0, attemptMs: 10, resendMs: 20 };
  using client = new DnsClient({ nameServers, ...clock });
  await assert.rejects(
    client.query("a.test", "A", { timeoutMs: 1_000 }),
    new DnsError("timeout", "no name server responded within 1000 ms"),
  );
  assert.equal(one.questions(), 2);
  assert.equal(two.questions(), 2);
});

Deno.test("DnsClient.query - waits for a dead server only once", async () => {
  await using other = await knowing("192.0.2.9");
  const nameServers = [closedPort, other];
  using client = new DnsClient({ nameServers, attemptMs: 10 });
  const { records } = await client.query("a.test", "A");
  assert.deepEqual(dataOf(records), ["192.0.2.9"]);
});

Deno.test("DnsClient.query - omits records of other names", async () => {
  const forged = dnsRecord("b.test", "A", "192.0.2.66", 1);
  const own = dnsRecord("a.test", "A", "192.0.2.1", 1);
  await using server = await startResponder({
    answers: [forged, own, dnsRecord("a.test", "NS", "evil.test", 1)],
  });
  using client = new DnsClient({ nameServers: [server] });
  const { records } = await client.query("a.test", "A");
  assert.deepEqual(records, [own]);
});

Deno.test("DnsClient.query - returns whether the server validated the signatures", async () => {
  await using server = await startResponder({ flags: 0x0020 | 0x0080 });
  using client = new DnsClient({ nameServers: [server] });
  assert.equal((await client.query("a.test", "A")).isAuthentic, true);
});

Deno.test("DnsClient.queryServer - desires recursion only if asked to", async () => {
  const desires: boolean[] = [];
  await using server = await startUdpServer((received) => {
    desires.push((received.query[2] & 1) === 1);
    received.send(responseTo(received));
  });
  using client = new DnsClient({ nameServers: [closedPort] });
  for (const options of [{}, { isRecursionDesired: true }]) {
    await client.queryServer("a.test", "A", server, options);
  }
  assert.deepEqual(desires, [false, true]);
});

Deno.test("DnsClient.query, queryServer - refuse text that is not a name", async () => {
  using client = new DnsClient({ nameServers: [closedPort] });
  const refusal = new DnsError("name", "this is no domain name");
  for (const name of ["", "a..b", "a b", "x".repeat(64)]) {
    await assert.rejects(client.query(name, "A"), refusal);
    await assert.rejects(client.queryServer(name, "A", closedPort), refusal);
  }
});

test("DnsClient.query - ends with the signal's reason, and leaves no socket", async (mute) => {
  using client = new DnsClient({ nameServers: [mute] });
  const controller = new AbortController();
  const reason = new Error("gone");
  const { signal } = controller;
  const response = client.query("a.test", "A", { signal });
  setTimeout(() => controller.abort(reason), 20);
  await assert.rejects(response, reason);
  await assert.rejects(client.query("a.test", "A", { signal }), reason);
  assert.equal(client.queryCount, 1);
});

Deno.test("DnsClient.query - limits concurrent queries", async () => {
  let underWay = 0;
  let most = 0;
  await using server = await startUdpServer((received) => {
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      received.send(responseTo(received, { code: 3 }));
    }, 5);
  });
  using client = new DnsClient({ nameServers: [server], maxInFlight: 10 });
  const query = (i: number) =>
    client.query(`${i}.test`, "A", { client: clientAt(`192.0.2.${i}`) });
  const answers = Array.from({ length: 20 }, (_, i) => query(i));
  const error = new DnsError("busy", "too many names are being looked up");
  await assert.rejects(query(99), error);
  for (const { rcode } of await Promise.all(answers)) {
    assert.equal(rcode, "NXDOMAIN");
  }
  assert(most <= 10, `${most} at once`);
});

Deno.test("DnsClient.query - a client with unanswered queries leaves permits for others", async () => {
  await using server = await startUdpServer((received) => {
    if (received.question.name.toLowerCase().startsWith("good")) {
      received.send(responseTo(received, { code: 3 }));
    }
  });
  using client = new DnsClient({ nameServers: [server], maxInFlight: 8 });
  const query = (name: string, address: string) =>
    client.query(name, "A", { client: clientAt(address) });
  const greedy = Array.from(
    { length: 30 },
    (_, i) => assert.rejects(query(`silent${i}.test`, "192.0.2.1"), DnsError),
  );
  for (let i = 2; i < 20; i++) {
    const { rcode } = await query(`good${i}.test`, `192.0.2.${i}`);
    assert.equal(rcode, "NXDOMAIN");
  }
  client.close();
  await Promise.all(greedy);
});

Deno.test("DnsClient.query - each query has a new port, id and case", async () => {
  const seen = new Set<string>();
  const ports = new Set<number>();
  const ids = new Set<number>();
  await using server = await startUdpServer((received) => {
    seen.add(received.question.name);
    ports.add(received.port);
    ids.add(received.id);
    received.send(responseTo(received, { code: 3 }));
  });
  using client = new DnsClient({ nameServers: [server] });
  const name = "abcdefghijklmnopqrstuvwxyz.example.test";
  await Promise.all(Array.from({ length: 50 }, () => client.query(name, "A")));
  // Two alike are possible, but no more than that.
  assert(ports.size >= 48, `${ports.size} ports`);
  assert(ids.size >= 48, `${ids.size} ids`);
  assert(seen.size >= 48, `${seen.size} spellings`);
});

test("DnsClient.close - ends queries in progress, and refuses new ones", async (mute) => {
  const client = new DnsClient({ nameServers: [mute] });
  const closed = new DnsError("closed", "the DNS client is closed");
  const response = assert.rejects(client.query("a.test", "A"), closed);
  client.close();
  await response;
  await assert.rejects(client.query("a.test", "A"), closed);
  await assert.rejects(Array.fromAsync(client.queryPtr([])), closed);
});

Deno.test("DnsClient.isValidating - remembers what the servers say for ten minutes, but silence only for moments", async () => {
  let flags: number | null = null;
  let now = 1_000;
  await using server = await startUdpServer((received) => {
    if (flags === null) return;
    const answers = [dnsRecord(".", "SOA", SOA, 1)];
    received.send(responseTo(received, { flags, answers }));
  });
  using client = new DnsClient({ nameServers: [server], now: () => now });
  const ask = () => client.isValidating({ timeoutMs: 100 });
  assert.equal(await ask(), null);
  flags = AUTHENTIC_DATA;
  assert.equal(await ask(), null);
  now += 15_000;
  assert.equal(await ask(), true);
  flags = 0;
  now += 599_999;
  assert.equal(await ask(), true);
  now += 1;
  assert.equal(await ask(), false);
});
