import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError } from "../../../lib/core/errors.ts";
import { parseCidr } from "../../../lib/net/cidr.ts";
import { type IpAddress, parseIp } from "../../../lib/net/ip_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import {
  type Connect,
  parsePort,
  PortChecker,
  type PortCheckerOptions,
} from "../../../lib/egress/port_checker.ts";
import { caller, clientAt } from "../../support/caller.ts";
import samples from "./port_checker.json" with { type: "json" };

const proxies = ["203.0.113.0/24", "10.0.0.0/8", "1.1.1.1/32"]
  .map(parseCidr).filter((cidr) => cidr !== null);

const ip = (text: string) => parseIp(text)!;

/** Checks by these connections, for a client that stays connected. */
function checkBy(connect?: Connect, options: Partial<PortCheckerOptions> = {}) {
  const trustedProxies = PrefixSet.from(proxies);
  const checker = new PortChecker({ trustedProxies, connect, ...options });
  return (ip: IpAddress, port: number, given: Partial<typeof caller> = {}) =>
    checker.check(ip, port, { ...caller, ...given });
}

const unreachable = { ip: "8.8.8.8", port: 80, reachable: false, ms: null };
const client = ip("8.8.8.8");
const never: Connect = () => assert.fail("nobody may be connected to");

function assertRefused(status: number, code: string) {
  return (error: unknown) => {
    assert(error instanceof AppError);
    assert.deepEqual([error.status, error.code], [status, code]);
    return true;
  };
}

Deno.test("parsePort - accepts only canonical numbers from 1 to 65535", () => {
  for (const port of [1, 22, 8000, 65535]) {
    assert.equal(parsePort(String(port)), port);
  }
  const texts = fc.oneof(
    fc.integer({ min: -70_000, max: 70_000 }).map(String),
    fc.string(),
    fc.constantFrom("0", "65536", "080", "+80", "8e1", "0x50", "80 ", "٣", ""),
  );
  fc.assert(fc.property(texts, (text) => {
    const number = Number(text);
    const isPort = Number.isInteger(number) && String(number) === text &&
      number >= 1 && number <= 65535;
    if (isPort) assert.equal(parsePort(text), number);
    else {
      assert.throws(() => parsePort(text), assertRefused(400, "INVALID_INPUT"));
    }
  }));
});

Deno.test("PortChecker - closes a successful connection at once, and reports its time", async () => {
  const connects: unknown[] = [];
  let closed = 0;
  let time = 1000;
  const check = checkBy(({ hostname, port }) => {
    connects.push([hostname, port]);
    time += 12.6;
    return Promise.resolve({ close: () => closed++ });
  }, { clock: () => time });
  const to = "2001:4860:4860::8888";
  const reached = { ip: to, port: 22, reachable: true, ms: 13 };
  assert.deepEqual(await check(ip(to), 22), reached);
  assert.deepEqual(connects, [[to, 22]]);
  assert.equal(closed, 1);
});

const codes = [
  ...["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EHOSTUNREACH", "EHOSTDOWN"],
  ...["ENETUNREACH", "EADDRNOTAVAIL", "EACCES", "EPERM", "EPROTO"],
  "ENOPROTOOPT",
];
for (const code of codes) {
  Deno.test(`PortChecker - reports ${code} as unreachable`, async () => {
    const fault = Object.assign(new Error("it failed"), { code });
    const check = checkBy(() => Promise.reject(fault));
    assert.deepEqual(await check(client, 80), unreachable);
  });
}

Deno.test("PortChecker - rethrows an error of this machine", async () => {
  const fault = Object.assign(new Error("too many files"), { code: "EMFILE" });
  const check = checkBy(() => Promise.reject(fault));
  await assert.rejects(check(client, 80), fault);
});

Deno.test("PortChecker - reports a timeout as unreachable, and aborts the attempt", async () => {
  let given: AbortSignal | undefined;
  const check = checkBy(({ signal }) => {
    given = signal;
    return new Promise(() => {});
  }, { timeoutMs: 1 });
  assert.deepEqual(await check(client, 80), unreachable);
  assert.equal(given?.aborted, true);
});

Deno.test("PortChecker - stops on abort", async () => {
  const leaving = new AbortController();
  let given: AbortSignal | undefined;
  const checking = checkBy(({ signal }) => {
    given = signal;
    return new Promise(() => {});
  })(client, 80, { signal: leaving.signal });
  leaving.abort(new Error("left"));
  await assert.rejects(checking, /^Error: left$/);
  assert.equal(given?.aborted, true);
});

Deno.test("PortChecker - closes a connection that succeeds too late", async () => {
  const late = Promise.withResolvers<{ close(): void }>();
  const check = checkBy(() => late.promise, { timeoutMs: 1 });
  assert.equal((await check(client, 80)).reachable, false);
  const closed = Promise.withResolvers<string>();
  late.resolve({ close: () => closed.resolve("closed") });
  assert.equal(await closed.promise, "closed");
});

for (const text of samples.refusedAddresses) {
  Deno.test(`PortChecker - refuses a reserved address: ${text}`, async () => {
    const refused = assertRefused(400, "RESERVED_ADDRESS");
    await assert.rejects(checkBy(never)(ip(text), 80), refused);
  });
}

Deno.test("PortChecker - refuses a proxy with any address", async () => {
  const check = checkBy(never);
  for (const text of ["203.0.113.5", "10.1.2.3", "1.1.1.1"]) {
    await assert.rejects(check(ip(text), 80), assertRefused(403, "FORBIDDEN"));
  }
});

Deno.test("PortChecker - limits concurrent attempts, including aborted ones", async () => {
  const ends: (() => void)[] = [];
  const slow: Connect = () =>
    new Promise((resolve) => ends.push(() => resolve({ close() {} })));
  const limits = { maxConcurrent: 2, timeoutMs: 1, queueTimeoutMs: 1 };
  const check = checkBy(slow, limits);
  const [first, second] = await Promise.all([
    check(client, 1),
    check(client, 2, { client: clientAt("192.0.2.2") }),
  ]);
  assert.deepEqual([first.reachable, second.reachable], [false, false]);
  await assert.rejects(check(client, 3), (error) => {
    assertRefused(503, "SERVICE_UNAVAILABLE")(error);
    assert(error instanceof AppError);
    assert.deepEqual(error.headers, { "retry-after": "5" });
    return true;
  });
  ends[0]();
  // Wait until the connection's cleanup has run.
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal((await check(client, 4)).reachable, false);
  assert.equal(ends.length, 3);
});

Deno.test("PortChecker - works over real TCP, with and without a listener", async () => {
  // Maps a public address to this machine, for this test only.
  const local: Connect = (to) => Deno.connect({ ...to, hostname: "127.0.0.1" });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const check = checkBy(local);
  const [found, conn] = await Promise.all([
    check(client, port),
    listener.accept(),
  ]);
  assert.equal(found.reachable, true);
  assert.equal(typeof found.ms, "number");
  assert.equal(await conn.read(new Uint8Array(1)), null, "nothing is sent");
  conn.close();
  listener.close();
  assert.equal((await check(client, port)).reachable, false);
});

Deno.test("PortChecker - an option that is undefined has its default", async () => {
  const { connect } = Deno;
  const connects: number[] = [];
  Deno.connect = ((to: Deno.ConnectOptions) => {
    connects.push(to.port);
    return Promise.resolve({ close() {} });
  }) as typeof Deno.connect;
  try {
    const check = checkBy(undefined, { timeoutMs: undefined });
    assert.equal((await check(client, 22)).reachable, true);
  } finally {
    Deno.connect = connect;
  }
  assert.deepEqual(connects, [22]);
});
