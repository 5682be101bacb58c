import assert from "node:assert/strict";
import { inNextTurn } from "../../../lib/core/next_turn.ts";

Deno.test("inNextTurn - calls later, in order, and what a call adds in a turn of its own", async () => {
  const calls: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  inNextTurn(() => {
    calls.push("first");
    inNextTurn(() => {
      calls.push("added");
      resolve();
    });
  });
  inNextTurn(() => calls.push("second"));
  await null;
  assert.deepEqual(calls, []);
  await promise;
  assert.deepEqual(calls, ["first", "second", "added"]);
});

Deno.test("inNextTurn - wakes a server that does nothing else", async () => {
  const module = import.meta.resolve("../../../lib/core/next_turn.ts");
  const code = `import { inNextTurn } from ${JSON.stringify(module)};
    Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      onListen: ({ port }) => console.log(port),
    }, async () => {
      await new Promise(inNextTurn);
      return new Response("ok");
    });`;
  await using server = new Deno.Command(Deno.execPath(), {
    args: ["eval", "-q", code],
    stdout: "piped",
  }).spawn();
  const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const port = Number((await reader.read()).value);
  for (let i = 0; i < 5; i++) {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      signal: AbortSignal.timeout(60_000),
    });
    assert.equal(await response.text(), "ok");
  }
  server.kill();
  await reader.cancel();
});
