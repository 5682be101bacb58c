import assert from "node:assert/strict";
import { whoisExchange } from "../../../lib/whois/whois_exchange.ts";
import { startWhoisServer } from "../../support/whois_server.ts";

const never = new AbortController().signal;
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

Deno.test("whoisExchange - sends a line and reads until the end", async () => {
  await using server = await startWhoisServer((query, socket) => {
    socket.write(`you asked ${query}\r\n`);
    setTimeout(() => socket.end("the end"), 20);
  });
  const bytes = await whoisExchange("127.0.0.1", "a.example", {
    port: server.port,
    maxBytes: 100,
    signal: never,
  });
  assert.equal(text(bytes), "you asked a.example\r\nthe end");
  assert.deepEqual(server.asked, ["a.example"]);
});

Deno.test("whoisExchange - takes as much as it is told and not a byte more", async () => {
  await using server = await startWhoisServer((query) =>
    "x".repeat(Number(query))
  );
  const ask = (length: number) =>
    whoisExchange("127.0.0.1", String(length), {
      port: server.port,
      maxBytes: 1_000,
      signal: never,
    });
  assert.equal((await ask(0)).length, 0);
  assert.equal((await ask(1_000)).length, 1_000);
  await assert.rejects(ask(1_001), {
    name: "RegistryError",
    code: "too_large",
  });
});

Deno.test("whoisExchange - hangs up on 50 MB", async () => {
  const part = new Uint8Array(1 << 16).fill(0x78);
  let sent = 0;
  await using server = await startWhoisServer((_, socket) => {
    const send = () => {
      while (sent < 50 << 20 && !socket.destroyed) {
        sent += part.length;
        if (!socket.write(part)) return void socket.once("drain", send);
      }
    };
    send();
  });
  await assert.rejects(
    whoisExchange("127.0.0.1", "a.example", {
      port: server.port,
      maxBytes: 262_144,
      signal: never,
    }),
    { code: "too_large" },
  );
  await server.hungUp;
  assert(sent < 50 << 20, `${sent} bytes were sent`);
});

Deno.test("whoisExchange - the signal ends a slow answer", async () => {
  const controller = new AbortController();
  await using server = await startWhoisServer((_, socket) => {
    socket.write("x");
    controller.abort(new Error("enough"));
  });
  const options = { port: server.port, maxBytes: 100 };
  await assert.rejects(
    whoisExchange("127.0.0.1", "a", { ...options, signal: controller.signal }),
    { message: "enough" },
  );
  await server.hungUp;
  await assert.rejects(
    whoisExchange("127.0.0.1", "b", { ...options, signal: controller.signal }),
    { message: "enough" },
  );
  assert.deepEqual(server.asked, ["a"]);
});

Deno.test("whoisExchange - fails where nobody listens", async () => {
  const server = await startWhoisServer(() => "");
  await server[Symbol.asyncDispose]();
  await assert.rejects(
    whoisExchange("127.0.0.1", "a", {
      port: server.port,
      maxBytes: 100,
      signal: never,
    }),
    { code: "ECONNREFUSED" },
  );
});
