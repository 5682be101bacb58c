/** Clients with a body that leave while their response is being made: a real server, real connections. */
import assert from "node:assert/strict";
import { Semaphore } from "../../../lib/core/semaphore.ts";
import { SpeedTest } from "../../../lib/egress/speed_test.ts";
import { FinalResponse } from "../../../lib/http/compression.ts";
import { createEntry } from "../../../lib/http/entry.ts";
import { InFlight } from "../../../lib/http/in_flight.ts";
import { clientAt } from "../../support/caller.ts";
import { until } from "../../support/until.ts";
import { Http2Streams } from "../../support/http2_streams.ts";
import { Sockets } from "../../soak/sockets.ts";

const CLIENTS = 20;
const client = clientAt("192.0.2.1");

async function connectOverHttp1(port: number, length: number, sent: number) {
  const sockets = await Sockets.connect(port, CLIENTS);
  await sockets.write(
    `POST /work HTTP/1.1\r\nhost: h.example\r\ncontent-length: ${length}\r\n\r\n` +
      "x".repeat(sent),
  );
  return sockets;
}

function connectOverHttp2(port: number, _: number, sent: number) {
  const bodyStart = "x".repeat(sent);
  const stream = { method: "POST", path: "/work", bodyStart };
  return Http2Streams.open(port, Array(CLIENTS).fill(stream));
}

// Over HTTP/1.1, Deno 2.9.6 sees that a client leaves before its response begins only
// if the body came in the first 512 bytes. Over HTTP/2, 20 bodies of 2,000 bytes fit
// into the window of a connection.
const cases = [
  ["a whole body of 100 bytes", 100, 100, connectOverHttp1, 32],
  ["a whole body of 20,000 bytes", 20_000, 20_000, connectOverHttp1, 48],
  ["half a body of 100 bytes", 100, 50, connectOverHttp1, 32],
  ["half a body of 20,000 bytes", 20_000, 10_000, connectOverHttp1, 48],
  ["a byte of a body over HTTP/2", 2, 1, connectOverHttp2, 80],
  ["2,000 bytes of a body over HTTP/2", 4_000, 2_000, connectOverHttp2, 80],
] as const;
for (const [name, length, sent, connect, kib] of cases) {
  Deno.test(`a client that leaves with ${name} takes nothing along`, async () => {
    const pool = new Semaphore({ permits: 1_000, maxWaiting: 0 });
    const speedTest = new SpeedTest({
      random: (bytes) => new Uint8Array(bytes),
      maxConcurrent: 1_000,
      maxPerClient: 1_000,
    });
    const made = Promise.withResolvers<void>();
    const inFlight = new InFlight({ clientOf: () => client });
    const entry = createEntry(async (request) => {
      const { body, signal } = request;
      const caller = { client, signal };
      using _permit = await pool.acquire(caller, { timeoutMs: 600_000 });
      // A body that breaks off is an error of its client.
      await speedTest.upload(body, caller).catch(() => {});
      await made.promise;
      return new FinalResponse("made", { headers: {} });
    }, { hostRole: () => "main", inFlight });
    const listen = { hostname: "127.0.0.1", port: 0, onListen() {} };
    await using server = Deno.serve(listen, entry);
    {
      using _clients = await connect(server.addr.port, length, sent);
      await until(() => pool.acquired === CLIENTS);
      assert.equal(inFlight.bytes, CLIENTS * kib * 1024);
    }
    made.resolve();
    await until(() => pool.acquired + inFlight.bytes === 0);
    assert.equal(speedTest.transfers.acquired, 0);
  });
}
