import assert from "node:assert/strict";
import { AppError } from "../../../../lib/core/errors.ts";
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
  const expected = [["call", "call", "call"], ["result", "result", "result"]];
  assert.deepEqual(sent, expected);
});

for (const cause of [undefined, new Error("the disk is full")]) {
  Deno.test(`RemotePort.call - rejects with the error of the other side, ${cause ? "with its" : "without a"} cause`, async () => {
    const params = { reason: "field_required" } as const;
    const error = new AppError(503, "UNAVAILABLE", params, {
      headers: { "retry-after": "5" },
      cause,
    });
    const { here } = connected({ desk: { take: () => Promise.reject(error) } });
    await assert.rejects(here.call("desk", "take", []), (thrown) => {
      assert(thrown instanceof AppError);
      assert.deepEqual(
        [thrown.status, thrown.code, thrown.params, thrown.headers],
        [503, "UNAVAILABLE", params, { "retry-after": "5" }],
      );
      assert.equal(
        String(thrown.cause).split("\n")[0],
        cause === undefined ? "undefined" : "Error: the disk is full",
      );
      return true;
    });
  });
}
