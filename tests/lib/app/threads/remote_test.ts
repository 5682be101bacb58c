import assert from "node:assert/strict";
import {
  type Message,
  RemotePort,
} from "../../../../lib/app/threads/remote.ts";

/** Two ports that talk to each other, and the batches of messages that each sent. */
function connected(served: ConstructorParameters<typeof RemotePort>[1]) {
  const sent: Message["kind"][][] = [];
  const to = (other: () => RemotePort) => ({
    postMessage(messages: readonly Message[]) {
      sent.push(messages.map(({ kind }) => kind));
      setTimeout(() => other().receive(structuredClone(messages)));
    },
  });
  const here: RemotePort = new RemotePort(to(() => there));
  const there: RemotePort = new RemotePort(to(() => here), served);
  return { here, sent };
}

Deno.test("RemotePort - what is said at once goes together, without a turn of the event loop in between", async () => {
  const committed = Promise.withResolvers<number>();
  const { here, sent } = connected({
    desk: { take: async (count: number) => count + await committed.promise },
  });
  const results = [1, 2, 3].map((n) => here.call("desk", "take", [n]));
  // No turn of the event loop has begun yet.
  await null;
  assert.deepEqual(sent, [["call", "call", "call"]]);
  await new Promise((resolve) => setTimeout(resolve));
  committed.resolve(10);
  assert.deepEqual(await Promise.all(results), [11, 12, 13]);
  assert.deepEqual(sent, [
    ["call", "call", "call"],
    ["result", "result", "result"],
  ]);
});
