import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { ProbePortError } from "../../../../lib/egress/probe/probe_port.ts";
import {
  createStunResponses,
  startStunResponder,
} from "../../../../lib/egress/probe/stun_responder.ts";
import { exchange, flood } from "./datagrams.ts";
import { ip, recordingLog } from "./probe_server.ts";
import { bindingRequest, TRANSACTION } from "./stun_messages.ts";
import { forAll } from "../../../support/for_all.ts";

/** A responder on a free port, which must log nothing. */
function startStun(options: { port?: number; hostname?: string } = {}) {
  const { log, lines } = recordingLog();
  const now = () => 1000;
  const responder = startStunResponder({ port: 0, now, log, ...options });
  return {
    ...responder,
    async [Symbol.asyncDispose]() {
      await responder.close();
      assert.deepEqual(lines, []);
    },
  };
}

const peer = (text: string) => ({ ip: ip(text), port: 32_853 });

function answersWith(responsesPerSecond: number) {
  const clock = { nowMs: 1000 };
  const response = createStunResponses({
    now: () => clock.nowMs,
    responsesPerSecond,
  });
  const lengthFor = (text: string, bytes = bindingRequest()) =>
    response(bytes, peer(text))?.length ?? 0;
  return { clock, response, lengthFor };
}

Deno.test("createStunResponses - sends nothing above a sender's rate limit", () => {
  const { clock, lengthFor } = answersWith(2);
  const clients = [
    ...["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"],
    ...["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"],
  ];
  assert.deepEqual(clients.map((text) => lengthFor(text)), [
    ...[40, 40, 0, 40],
    ...[52, 52, 0, 52],
  ]);
  clock.nowMs += 1000;
  assert.equal(lengthFor("192.0.2.1"), 40);
});

Deno.test("createStunResponses - counts only requests", () => {
  const { lengthFor } = answersWith(1);
  assert.equal(lengthFor("192.0.2.1", bindingRequest().with(0, 1)), 0);
  assert.equal(lengthFor("192.0.2.1"), 40);
});

Deno.test("createStunResponses - returns error 420 for unknown attributes", () => {
  const { response } = answersWith(1);
  const bytes = response(bindingRequest([0x7f00]), peer("192.0.2.1"));
  assert(bytes);
  assert.deepEqual([...bytes.subarray(0, 2)], [0x01, 0x11]);
  assert.deepEqual([...bytes.subarray(26, 28)], [4, 20]);
});

const damaged = fc.tuple(
  fc.constantFrom([], [0x7f00], [0x8022], [0x0008, 3], [1, 2, 3, 4, 5, 6]),
  fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 4 }),
).map(([types, changes]) => {
  const bytes = bindingRequest(types);
  for (const [at, value] of changes) bytes[at] = value;
  return bytes;
});

Deno.test("createStunResponses - sends no large response to 10,000 random and damaged requests", () => {
  const { lengthFor } = answersWith(1e9);
  const random = fc.uint8Array({ maxLength: 100 });
  let answered = 0;
  forAll([fc.oneof(random, damaged), fc.boolean()], (bytes, v6) => {
    const length = lengthFor(v6 ? "2001:db8::1" : "192.0.2.1", bytes);
    assert(length <= 3 * bytes.length);
    answered += length > 0 ? 1 : 0;
  }, { numRuns: 10_000 });
  assert(answered > 100);
});

Deno.test("startStunResponder - returns the sender's address over both families", async () => {
  await using responder = startStun();
  const { port } = responder;
  for (const [hostname, length] of [["127.0.0.1", 40], ["::1", 52]] as const) {
    const bytes = await exchange(hostname, port, bindingRequest());
    const message = Buffer.from(bytes);
    assert.equal(message.length, length);
    assert.equal(message.readUInt16BE(0), 0x0101);
    assert.deepEqual(Uint8Array.from(message.subarray(8, 20)), TRANSACTION);
    assert.equal(message[25], length === 40 ? 1 : 2);
    if (length === 52) continue;
    const loopback = (0x2112_a442 ^ 0x7f00_0001) >>> 0;
    assert.equal(message.readUInt32BE(28), loopback);
  }
});

for (const [hostname, length] of [["127.0.0.1", 40], ["::1", 52]] as const) {
  Deno.test(`startStunResponder - listens only on ${hostname}`, async () => {
    await using responder = startStun({ hostname });
    const response = await exchange(hostname, responder.port, bindingRequest());
    assert.equal(response.length, length);
  });
}

Deno.test("startStunResponder - ignores 10,000 random packets", async () => {
  await using responder = startStun();
  const { port } = responder;
  const datagrams = fc.sample(fc.uint8Array({ maxLength: 200 }), 10_000);
  assert.deepEqual(await flood("127.0.0.1", port, datagrams), []);
  const response = await exchange("127.0.0.1", port, bindingRequest());
  assert.equal(response.length, 40);
});

Deno.test("startStunResponder - reports a taken port", async () => {
  const responder = startStun();
  const { port } = responder;
  const message =
    `cannot listen on port ${port} (STUN over UDP): it is taken; choose another port`;
  assert.throws(
    () => startStun({ port }),
    (error) => error instanceof ProbePortError && error.message === message,
  );
  await responder.close();
  const again = startStun({ port });
  assert.equal(again.port, port);
  await again.close();
  await again.close();
});
