import assert from "node:assert/strict";
import { inNextTurn, Turns } from "../../../lib/core/turns.ts";
import { providerKey } from "../../../lib/net/client_address.ts";
import { clientAt } from "../../support/caller.ts";
import { words } from "../../support/tables.ts";

/** Turns by a clock of their own, and a client's requests, each of which takes 8 ms. */
function fixture() {
  let nowMs = 1_000;
  const turns = new Turns({ networkOf: providerKey, now: () => nowMs });
  const handled: string[] = [];
  const handle = (name: string) => () => {
    handled.push(name);
    nowMs += 8;
    return new Response(name);
  };
  /** Handles a request at once, or else in another turn. */
  const ask = (address: string, name = address) =>
    turns.isOver()
      ? turns.next(clientAt(address), handle(name))
      : handle(name)();
  return { turns, handled, handle, ask };
}

const nextTurn = () => new Promise<void>(inNextTurn);

/** A process of its own that runs a program. */
function process(program: string): Deno.Command {
  const module = import.meta.resolve("../../../lib/core/turns.ts");
  const code = `import { inNextTurn } from "${module}";\n${program}`;
  const args = ["eval", "-q", code];
  return new Deno.Command(Deno.execPath(), { args, stdout: "piped" });
}

async function untilHandled(handled: readonly string[], count: number) {
  while (handled.length < count) await nextTurn();
}

Deno.test("inNextTurn - a process waits for what is due, and does not end before its call", async () => {
  const program = "inNextTurn(() => inNextTurn(() => Deno.exit(3)));";
  const { code } = await process(program).output();
  assert.equal(code, 3);
  await using child = process('inNextTurn(() => console.log("called"));')
    .spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, "called\n");
  await reader.cancel();
});

Deno.test("Turns - requests wait once their turn has taken 16 ms, and not before", () => {
  let nowMs = 0;
  const turns = new Turns({ networkOf: providerKey, now: () => nowMs });
  const isOverAt = (ms: number) => {
    nowMs = ms;
    return Array.from({ length: 64 }, () => turns.isOver()).includes(true);
  };
  const times = [...Array(15).fill(0), 15, 16];
  assert.deepEqual(times.map(isOverAt), times.map((ms) => ms === 16));
});

Deno.test("Turns - a turn that has taken its time makes the rest wait, and they are all answered", async () => {
  const { handled, ask } = fixture();
  const names = Array.from({ length: 300 }, (_, n) => `${n}`);
  const responses = names.map((name) => ask("192.0.2.1", name));
  // The clock is read at every 64th, and the turn's start is known then.
  assert.equal(handled.length, 127);
  assert.equal(responses[126] instanceof Response, true);
  assert.equal(responses[127] instanceof Promise, true);
  const texts = responses.map(async (response) => (await response).text());
  assert.deepEqual(await Promise.all(texts), names);
  assert.deepEqual(handled, names);
});

Deno.test("Turns - whoever waits is next to the first of another network, and so are its own clients", async () => {
  const { handled, ask } = fixture();
  for (let n = 0; n < 128; n++) ask("192.0.2.1", "early");
  handled.length = 0;
  const addresses = words`198.51.1.1 198.51.1.1 198.51.2.2 198.51.1.1
    203.0.113.9 2001:db8:1:: 2001:db8:2:: 192.0.2.1`;
  for (const address of addresses) ask(address);
  await untilHandled(handled, 9);
  const order = words`early 198.51.1.1 203.0.113.9 2001:db8:1:: 192.0.2.1
    198.51.2.2 2001:db8:2:: 198.51.1.1 198.51.1.1`;
  assert.deepEqual(handled, order);
});

Deno.test("Turns - a request that comes while others wait gets its turn before most of them", async () => {
  const { handled, ask } = fixture();
  for (let n = 0; n < 228; n++) ask("198.51.100.1", "attack");
  handled.length = 0;
  await untilHandled(handled, 2);
  // Two of 8 ms fit into a turn.
  assert.equal(handled.length, 2);
  const other = ask("203.0.113.9", "other");
  assert.equal(other instanceof Promise, true);
  const before = handled.length;
  await other;
  assert(handled.indexOf("other") <= before + 1);
  assert(handled.length < 101);
});

Deno.test("Turns - once nobody waits, requests are handled at once again", async () => {
  const { turns, handled, ask } = fixture();
  for (let n = 0; n < 132; n++) ask("192.0.2.1");
  assert.equal(turns.isOver(), true);
  await untilHandled(handled, 132);
  await nextTurn();
  assert.equal(turns.isOver(), false);
});

Deno.test("Turns - errors reach who asked", async () => {
  const turns = new Turns({ networkOf: providerKey });
  const client = clientAt("192.0.2.1");
  const failed = turns.next(client, () => {
    throw new RangeError("one");
  });
  const two = () => Promise.reject(new RangeError("two"));
  const rejected = turns.next(client, two);
  await assert.rejects(failed, new RangeError("one"));
  await assert.rejects(rejected, new RangeError("two"));
});

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
  await using server = process(`Deno.serve({
      hostname: "127.0.0.1",
      port: 0,
      onListen: ({ port }) => console.log(port),
    }, async () => {
      await new Promise(inNextTurn);
      return new Response("ok");
    });`).spawn();
  const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const port = Number((await reader.read()).value);
  for (let i = 0; i < 5; i++) {
    const signal = AbortSignal.timeout(60_000);
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal });
    assert.equal(await response.text(), "ok");
  }
  server.kill();
  await reader.cancel();
});
