import assert from "node:assert/strict";
import {
  type Peer,
  peerOf,
  serveTcp,
  serveUdp,
  type TcpLimits,
} from "../../../../lib/egress/probe/transports.ts";
import { ip, recordingLog } from "./probe_server.ts";
import { withDeadline } from "../../../../lib/core/deadline.ts";

const from = (hostname: string, port: number) =>
  peerOf({ transport: "udp", hostname, port });

Deno.test("peerOf - unmaps an IPv4-mapped address, and drops the zone of a link-local one", () => {
  const cases = [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["fe80::1%eth0", "fe80::1"],
  ];
  for (const [hostname, address] of cases) {
    assert.deepEqual(from(hostname, 7), { ip: ip(address), port: 7 });
  }
});

Deno.test("peerOf - returns null for a sender that cannot receive a response", () => {
  assert.equal(from("192.0.2.1", 0), null);
  assert.equal(peerOf({ transport: "unix", path: "/tmp/socket" }), null);
});

/** An echo service, which closes the connection on a message of 0. */
function startEcho(limits: Partial<TcpLimits> = {}) {
  const { log, lines } = recordingLog();
  const controller = new AbortController();
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const served = serveTcp(listener, {
    respond: (bytes) => bytes[0] === 0 ? null : bytes.slice(),
    networkOf: ({ text }) => text,
    log,
    signal: controller.signal,
    limits,
  });
  return {
    connect: (hostname = "127.0.0.1") =>
      Deno.connect({ hostname, port: listener.addr.port }),
    async [Symbol.asyncDispose]() {
      controller.abort();
      listener.close();
      await served;
      assert.deepEqual(lines, []);
    },
  };
}

/** The next octets; fewer if the connection ends. */
async function read(conn: Deno.Conn, length: number): Promise<number[]> {
  const octets: number[] = [];
  while (octets.length < length) {
    const buffer = new Uint8Array(length - octets.length);
    // A reset is as good as an end.
    const count = await conn.read(buffer).catch(() => null);
    if (count === null) break;
    octets.push(...buffer.subarray(0, count));
  }
  return octets;
}

const send = (conn: Deno.Conn, ...octets: number[]) =>
  conn.write(Uint8Array.from(octets));

Deno.test("serveTcp - responds to messages in turn, however they are fragmented", async () => {
  await using echo = startEcho();
  using conn = await echo.connect();
  await send(conn, 0, 2, 7, 8, 0);
  assert.deepEqual(await read(conn, 4), [0, 2, 7, 8]);
  await send(conn, 1);
  await send(conn, 9, 0, 1, 5);
  assert.deepEqual(await read(conn, 6), [0, 1, 9, 0, 1, 5]);
});

const longest = [0, 10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** What is sent, and what is received of so many octets. */
const exchanges: [what: string, sent: number[], length: number, number[]][] = [
  ["closes on a message without an answer", [0, 1, 0, 0, 1, 7], 1, []],
  ["closes on an empty message", [0, 0, 0, 1, 7], 1, []],
  ["closes on a message that is too long", [0, 11, 0, 1, 7], 1, []],
  ["responds to the longest message", longest, 12, longest],
  ["limits the messages", [0, 1, 1, 0, 1, 2, 0, 1, 3], 7, [0, 1, 1, 0, 1, 2]],
];
for (const [what, sent, length, received] of exchanges) {
  Deno.test(`serveTcp - ${what}`, async () => {
    await using echo = startEcho({ messageLength: 10, messages: 2 });
    using conn = await echo.connect();
    await send(conn, ...sent);
    assert.deepEqual(await read(conn, length), received);
  });
}

Deno.test("serveTcp - closes the connection on a message that is not complete in time", async () => {
  await using echo = startEcho({ messageTimeoutMs: 500 });
  using silent = await echo.connect();
  using half = await echo.connect();
  await send(half, 0, 5, 1);
  assert.deepEqual(await read(silent, 1), []);
  assert.deepEqual(await read(half, 1), []);
});

/** Which of many connections get a response. */
async function answered(conns: readonly Deno.Conn[]): Promise<boolean[]> {
  const flags = [];
  for (const conn of conns) {
    await send(conn, 0, 1, 7).catch(() => {});
    flags.push((await read(conn, 3)).length === 3);
  }
  return flags;
}

for (const limit of ["connections", "connectionsPerNetwork"] as const) {
  Deno.test(`serveTcp - closes ${limit} above the limit until one ends`, async () => {
    await using echo = startEcho({ [limit]: 2 });
    using one = await echo.connect();
    using two = await echo.connect();
    using three = await echo.connect();
    assert.deepEqual(await answered([one, two, three]), [true, true, false]);
    await send(one, 0, 0);
    assert.deepEqual(await read(one, 1), []);
    using four = await echo.connect();
    assert.deepEqual(await answered([two, four]), [true, true]);
  });
}

Deno.test("serveTcp - closes open connections on abort", async () => {
  // Only an abort can end this connection in time.
  const echo = startEcho({ messageTimeoutMs: 600_000 });
  using conn = await echo.connect();
  await send(conn, 0, 1, 7);
  assert.deepEqual(await read(conn, 3), [0, 1, 7]);
  await withDeadline(10_000, () => echo[Symbol.asyncDispose]());
  assert.deepEqual(await read(conn, 1), []);
});

/** A service that never responds. */
const silent = {
  respond: () => null,
  networkOf: ({ text }: { text: string }) => text,
};

/**
 * Serves a listener that fails in these ways before the abort. Returns the log.
 */
async function logAfter(failures: readonly Error[]): Promise<string[]> {
  const { log, lines } = recordingLog();
  const controller = new AbortController();
  const steps = [...failures];
  const accept = () => {
    const failure = steps.shift();
    if (!failure) controller.abort();
    return Promise.reject(failure ?? new Deno.errors.BadResource("closed"));
  };
  await serveTcp({ accept }, { ...silent, log, signal: controller.signal });
  assert.deepEqual(steps, []);
  return lines;
}

Deno.test("serveTcp - continues if a client disconnects before it is accepted", async () => {
  const aborted = new Deno.errors.ConnectionAborted("aborted");
  assert.deepEqual(await logAfter([aborted, aborted]), []);
});

Deno.test("serveTcp - continues after an error, and logs it", async () => {
  const lines = await logAfter([new Error("too many open files")]);
  assert.equal(lines.length, 1);
  assert.match(lines[0], /error a TCP responder failed .*too many open files/);
});

Deno.test("serveTcp - pauses after an error before it accepts again", async () => {
  const { log } = recordingLog();
  const controller = new AbortController();
  let accepts = 0;
  const accept = () => {
    // Without a pause, this runs again before any timer.
    if (++accepts > 1) controller.abort();
    return Promise.reject(new Error("too many open files"));
  };
  setTimeout(() => controller.abort(), 20);
  await serveTcp({ accept }, { ...silent, log, signal: controller.signal });
  assert.equal(accepts, 1);
});

/**
 * A socket that receives the datagrams of a script, then nothing until it is
 * closed.
 */
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

Deno.test("serveUdp - responds to datagrams that are not too long and have a usable sender", async () => {
  const sent: string[] = [];
  const { log, lines } = recordingLog();
  const script = [[1, 7], [0, 8], [1232, 9], [1233, 10], [1, 0], [2, 11]]
    .map(([length, port]) => ({ length, port }));
  const { socket, signal } = scriptedSocket(script, (bytes, to) => {
    sent.push(`${bytes.length} ${"port" in to && to.port}`);
    return Promise.resolve(bytes.length);
  });
  const response = (bytes: Uint8Array, { port }: Peer) =>
    port === 11 ? null : bytes.slice(0, 100);
  await serveUdp(socket, { respond: response, log, signal });
  assert.deepEqual(sent, ["1 7", "0 8", "100 9"]);
  assert.deepEqual(lines, []);
});

const datagram = { length: 1, port: 7 };

Deno.test("serveUdp - continues if a response cannot be sent", async () => {
  const { log, lines } = recordingLog();
  let tries = 0;
  const { socket, signal } = scriptedSocket([datagram, datagram], () => {
    tries++;
    return Promise.reject(new Error("unreachable"));
  });
  await serveUdp(socket, { respond: (bytes) => bytes, log, signal });
  assert.equal(tries, 2);
  assert.equal(lines.length, 2);
  assert.match(lines[0], /debug a response could not be sent .*unreachable/);
});

/** How many responses are sent after a failure, and the log. */
async function sentAfter(failure: Error) {
  const { log, lines } = recordingLog();
  let count = 0;
  const { socket, signal } = scriptedSocket(
    [failure, datagram],
    () => Promise.resolve(++count),
  );
  await serveUdp(socket, { respond: (bytes) => bytes, log, signal });
  return { count, lines };
}

Deno.test("serveUdp - continues if an earlier response could not be delivered", async () => {
  const reset = new Deno.errors.ConnectionReset("reset");
  assert.deepEqual(await sentAfter(reset), { count: 1, lines: [] });
});

Deno.test("serveUdp - continues after an error, and logs it", async () => {
  const { count, lines } = await sentAfter(new Error("out of memory"));
  assert.deepEqual([count, lines.length], [1, 1]);
  assert.match(lines[0], /error a UDP responder failed .*out of memory/);
});
