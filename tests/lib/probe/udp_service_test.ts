import assert from "node:assert/strict";
import type { Peer } from "../../../lib/probe/peer.ts";
import { serveUdp } from "../../../lib/probe/udp_service.ts";
import { recordingLog } from "./probe_server.ts";

/** A socket on which come the datagrams of a script, then nothing until it is closed. */
function scriptedSocket(
  script: readonly (Error | { length: number; port: number })[],
  onSend: (bytes: Uint8Array, to: Deno.Addr) => Promise<number>,
) {
  const controller = new AbortController();
  const steps = [...script];
  const socket = {
    async receive(buffer: Uint8Array) {
      const step = steps.shift();
      if (step instanceof Error) throw step;
      if (!step) {
        controller.abort();
        throw new Deno.errors.Interrupted("operation canceled");
      }
      const { length, port } = step;
      const from = { transport: "udp", hostname: "192.0.2.1", port };
      return await Promise.resolve(
        [buffer.subarray(0, length), from] as [Uint8Array, Deno.Addr],
      );
    },
    send: onSend,
  } as unknown as Deno.DatagramConn;
  return { socket, signal: controller.signal };
}

Deno.test("serveUdp - answers what is not too long and can be answered", async () => {
  const sent: string[] = [];
  const { log, lines } = recordingLog();
  const { socket, signal } = scriptedSocket(
    [
      { length: 1, port: 7 },
      { length: 0, port: 8 },
      { length: 1232, port: 9 },
      { length: 1233, port: 10 },
      { length: 1, port: 0 },
      { length: 2, port: 11 },
    ],
    (bytes, to) => {
      sent.push(`${bytes.length} ${"port" in to && to.port}`);
      return Promise.resolve(bytes.length);
    },
  );
  const answer = (bytes: Uint8Array, { port }: Peer) =>
    port === 11 ? null : bytes.slice(0, 100);
  await serveUdp(socket, { answer, log, signal });
  assert.deepEqual(sent, ["1 7", "0 8", "100 9"]);
  assert.deepEqual(lines, []);
});

Deno.test("serveUdp - goes on where an answer cannot be sent", async () => {
  const { log, lines } = recordingLog();
  let tries = 0;
  const { socket, signal } = scriptedSocket(
    [{ length: 1, port: 7 }, { length: 1, port: 7 }],
    () => {
      tries++;
      return Promise.reject(new Error("unreachable"));
    },
  );
  await serveUdp(socket, { answer: (bytes) => bytes, log, signal });
  assert.equal(tries, 2);
  assert.equal(lines.length, 2);
  assert.match(lines[0], /debug an answer could not be sent .*unreachable/);
});

Deno.test("serveUdp - goes on where an earlier answer found nobody", async () => {
  const { log, lines } = recordingLog();
  let count = 0;
  const { socket, signal } = scriptedSocket(
    [new Deno.errors.ConnectionReset("reset"), { length: 1, port: 7 }],
    () => Promise.resolve(++count),
  );
  await serveUdp(socket, { answer: (bytes) => bytes, log, signal });
  assert.equal(count, 1);
  assert.deepEqual(lines, []);
});

Deno.test("serveUdp - goes on after a fault, and says so", async () => {
  const { log, lines } = recordingLog();
  let count = 0;
  const { socket, signal } = scriptedSocket(
    [new Error("out of memory"), { length: 1, port: 7 }],
    () => Promise.resolve(++count),
  );
  await serveUdp(socket, { answer: (bytes) => bytes, log, signal });
  assert.equal(count, 1);
  assert.equal(lines.length, 1);
  assert.match(lines[0], /error a UDP responder failed .*out of memory/);
});
