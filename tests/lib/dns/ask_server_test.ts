import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { TRUNCATED_RESPONSE } from "dns-packet";
import { askServer } from "../../../lib/dns/ask_server.ts";
import type { NameServer } from "../../../lib/dns/name_server.ts";
import { answerOf, startTcpServer, startUdpServer } from "./udp_server.ts";

const question = { name: "a.example", type: "A" as const };
const record = (data: string) => ({ ...question, data, ttl: 60 });

async function dataOf(server: NameServer): Promise<unknown[]> {
  const { answers = [] } = await askServer(question, server, {
    signal: AbortSignal.timeout(10_000),
    id: 4711,
  });
  return answers.map((answer) => "data" in answer ? answer.data : null);
}

Deno.test("askServer - takes the answer to its question", async () => {
  await using server = await startUdpServer((asked) => {
    assert.equal(asked.id, 4711);
    assert.equal(asked.question.name, "a.example");
    asked.send(answerOf(asked, { answers: [record("192.0.2.1")] }));
  });
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
});

Deno.test("askServer - does not believe what was not asked of that server", async () => {
  const forged = { answers: [record("192.0.2.66")] };
  await using server = await startUdpServer((asked) => {
    const { id, question, send } = asked;
    asked.sendFromElsewhere(answerOf(asked, forged));
    send(answerOf({ question, id: id ^ 1 }, forged));
    send(
      answerOf({ id, question: { ...question, name: "b.example" } }, forged),
    );
    send(answerOf({ id, question: { ...question, type: "AAAA" } }, forged));
    send(Buffer.from("not DNS at all"));
    send(answerOf(asked, forged).subarray(0, 20));
    setTimeout(
      () => send(answerOf(asked, { answers: [record("192.0.2.1")] })),
      50,
    );
  });
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
});

Deno.test("askServer - sends a question again that was lost", async () => {
  await using server = await startUdpServer((asked) => {
    if (asked.before === 0) return;
    asked.send(answerOf(asked, { answers: [record("192.0.2.1")] }));
  });
  assert.deepEqual(await dataOf(server), ["192.0.2.1"]);
});

Deno.test("askServer - asks over TCP where the answer was cut off", async () => {
  await using server = await startUdpServer((asked) =>
    asked.send(answerOf(asked, { flags: TRUNCATED_RESPONSE }))
  );
  const whole = Array.from({ length: 60 }, (_, i) => `192.0.2.${i}`);
  await using _tcp = await startTcpServer(server.port, whole.map(record));
  assert.deepEqual(await dataOf(server), whole);
});

Deno.test("askServer - fails where the answer was cut off and TCP is closed", async () => {
  await using server = await startUdpServer((asked) =>
    asked.send(answerOf(asked, { flags: TRUNCATED_RESPONSE }))
  );
  await assert.rejects(dataOf(server), { code: "ECONNREFUSED" });
});
