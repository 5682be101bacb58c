import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { encode, streamEncode, TRUNCATED_RESPONSE } from "dns-packet";
import { readMessage } from "../../../lib/dns/message.ts";
import { queryNameServer } from "../../../lib/dns/exchange.ts";
import { FormatError } from "../../../lib/dns/errors.ts";
import type { NameServer } from "../../../lib/dns/name_server.ts";
import { RandomNumbers } from "../../../lib/dns/question.ts";
import { nameToWire } from "../../../lib/dns/wire_name.ts";
import {
  type ReceivedQuery,
  responseTo,
  startRawTcpServer,
  startResponder,
  startTcpServer,
  startUdpServer,
} from "./udp_server.ts";
import { dnsRecord } from "../../support/dns_records.ts";

const random = new RandomNumbers((block) => crypto.getRandomValues(block));
const record = (data: string) => (dnsRecord("a.example", "A" as const, data));
const good = { answers: [record("192.0.2.1")] };
const forged = { answers: [record("192.0.2.66")] };
const truncated = { flags: TRUNCATED_RESPONSE };
const question = { name: nameToWire("a.example")!, type: "A" } as const;

function ask(
  server: NameServer,
  options: { signal?: AbortSignal; resendMs?: number; isOverTcp?: boolean } =
    {},
) {
  return queryNameServer(question, server, {
    signal: AbortSignal.timeout(10_000),
    random,
    resendMs: 10_000,
    read: readMessage,
    ...options,
  });
}

async function dataOf(...asked: Parameters<typeof ask>) {
  const { records } = await ask(...asked);
  return records.map(({ data }) => data);
}

Deno.test("queryNameServer - returns the response to its query", async () => {
  await using server = await startUdpServer((received) => {
    assert.equal(received.question.name.toLowerCase(), "a.example");
    assert.equal(received.hasEdns, true);
    received.send(responseTo(received, good));
  });
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
});

Deno.test("queryNameServer - sends nothing over UDP if TCP is wanted", async () => {
  await using server = await startResponder(forged);
  await using _tcp = await startTcpServer(server.port, good.answers);
  assert.deepEqual(await dataOf(server, { isOverTcp: true }), ["192.0.2.1"]);
  assert.equal(server.questions(), 0);
});

Deno.test("queryNameServer - ignores responses to other queries", async () => {
  await using server = await startUdpServer((received) => {
    const { id, question, send } = received;
    received.sendFromElsewhere(responseTo(received, forged));
    send(responseTo({ question, id: id ^ 1 }, forged));
    const other = { ...question, name: "b.example" };
    send(responseTo({ id, question: other }, forged));
    send(responseTo({ id, question: { ...question, type: "AAAA" } }, forged));
    send(Buffer.from("not DNS at all"));
    send(responseTo(received, forged).subarray(0, -1));
    send(responseTo(received, forged).subarray(0, 20));
    send(new Uint8Array(0));
    send(received.query);
    // A question that asks for nothing is no answer either, whatever it says.
    send(encode({ type: "response", id, flags: 3, questions: [] }));
    setTimeout(() => send(responseTo(received, good)), 50);
  });
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
  assert.equal(server.questions(), 1);
});

Deno.test("queryNameServer - sends a lost query again", async () => {
  await using server = await startUdpServer((received) => {
    if (received.before > 0) received.send(responseTo(received, good));
  });
  assert.deepEqual(await dataOf(server, { resendMs: 20 }), ["192.0.2.1"]);
});

Deno.test("queryNameServer - retries over TCP if the case was changed", async () => {
  await using server = await startUdpServer((received) => {
    // A name of eight letters is all in one case once in a while.
    const name = [...received.question.name].map((char) =>
      char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()
    ).join("");
    const question = { ...received.question, name };
    received.send(responseTo({ id: received.id, question }, forged));
  });
  await using _tcp = await startTcpServer(server.port, good.answers);
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
});

for (const [code, rcode] of [[1, "FORMERR"], [4, "NOTIMP"]] as const) {
  Deno.test(`queryNameServer - retries without EDNS after ${rcode}`, async () => {
    await using server = await startResponder((received) =>
      responseTo(received, received.hasEdns ? { code } : good)
    );
    assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
    assert.equal(server.questions(), 2);
  });

  Deno.test(`queryNameServer - returns ${rcode} to a query without EDNS`, async () => {
    await using server = await startResponder({ code });
    assert.equal((await ask(server)).rcode, rcode);
    assert.equal(server.questions(), 2);
  });
}

Deno.test("queryNameServer - accepts a refusal of EDNS without the question", async () => {
  const bare = ({ id }: ReceivedQuery) =>
    encode({ type: "response", id, flags: 1, questions: [] });
  await using server = await startResponder((received) =>
    received.hasEdns ? bare(received) : responseTo(received, good)
  );
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
  await using stubborn = await startResponder(bare);
  await assert.rejects(ask(stubborn), new FormatError("question refused"));
});

Deno.test("queryNameServer - retries over TCP if the response was truncated", async () => {
  await using server = await startResponder(truncated);
  const whole = Array.from({ length: 60 }, (_, i) => `192.0.2.${i}`);
  await using _tcp = await startTcpServer(server.port, whole.map(record));
  assert.deepEqual(await dataOf(server), whole);
});

Deno.test("queryNameServer - fails if the response was truncated and TCP is closed", async () => {
  await using server = await startResponder(truncated);
  await assert.rejects(dataOf(server), { code: "ECONNREFUSED" });
});

const reply = (query: Buffer, parts: object = {}) =>
  streamEncode({
    type: "response",
    id: query.readUInt16BE(0),
    questions: [{ name: "a.example", type: "A" }],
    ...good,
    ...parts,
  });

Deno.test("queryNameServer - reads a response that arrives over TCP byte by byte", async () => {
  await using server = await startResponder(truncated);
  const { port } = server;
  await using _tcp = await startRawTcpServer(port, async (query, socket) => {
    socket.setNoDelay(true);
    for (const octet of reply(query)) {
      socket.write(Uint8Array.of(octet));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  });
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
});

const [early, invalid] = [/closed before the end/, /invalid response/];
const other = { name: "b.example", type: "A" } as const;
/** A response that says that it is longer or shorter than it is. */
const claiming = (query: Buffer, ...length: number[]) =>
  Uint8Array.from([...length, ...reply(query).subarray(2)]);
const liars: [string, (query: Buffer) => Uint8Array, message: RegExp][] = [
  ["closes at once", () => new Uint8Array(0), early],
  ["gives half a length", () => new Uint8Array(1), early],
  ["claims more than it sends", (query) => claiming(query, 255, 255), early],
  ["claims less than it sends", (query) => claiming(query, 0, 40), /cut off/],
  ["gives an empty message", () => new Uint8Array(2), invalid],
  [
    "answers another question",
    (query) => reply(query, { questions: [other] }),
    invalid,
  ],
  [
    "has another id",
    (query) => reply(query, { id: query.readUInt16BE(0) ^ 1 }),
    invalid,
  ],
  ["cuts off over TCP, too", (query) => reply(query, truncated), invalid],
];
for (const [what, bytes, message] of liars) {
  Deno.test(`queryNameServer - fails if the server ${what}`, async () => {
    await using server = await startResponder(truncated);
    await using _tcp = await startRawTcpServer(
      server.port,
      (query, socket) => socket.end(bytes(query)),
    );
    await assert.rejects(ask(server), message);
  });
}

Deno.test("queryNameServer - closes an endless TCP response when the signal aborts", async () => {
  await using server = await startResponder(truncated);
  const controller = new AbortController();
  await using _tcp = await startRawTcpServer(server.port, (_, socket) => {
    socket.write(Uint8Array.of(0xff));
    controller.abort(new Error("gone"));
  });
  const error = new Error("gone");
  await assert.rejects(ask(server, { signal: controller.signal }), error);
});
