import assert from "node:assert/strict";
import {
  openPort,
  portOf,
  ProbePortError,
  responderOf,
} from "../../../../lib/egress/probe/probe_port.ts";

/** A system on which some addresses are unavailable. */
function system(errors: Record<string, Error>) {
  const opened: string[] = [];
  const open = (hostname: string, port: number) => {
    opened.push(`${hostname} ${port}`);
    if (errors[hostname]) throw errors[hostname];
    return {
      addr: { transport: "udp" as const, hostname, port: port || 40_000 },
      close() {},
    };
  };
  const hostnamesOf = (hostname: string, port = 53) =>
    openPort("DNS over UDP", hostname, port, open)
      .map(({ addr }) => addr.hostname);
  return { opened, hostnamesOf };
}

const taken = new Deno.errors.AddrInUse("taken");
const denied = new Deno.errors.PermissionDenied("denied");
const noFamily = new Error("Address family not supported (os error 97)");

Deno.test("responderOf - closes its sockets once, and waits for its services", async () => {
  const controller = new AbortController();
  const calls: string[] = [];
  const service = new Promise<void>((resolve) =>
    setTimeout(() => {
      calls.push("served");
      resolve();
    })
  );
  const socket = { close: () => calls.push(`${controller.signal.aborted}`) };
  const responder = responderOf(53, [socket], [service], controller);
  await Promise.all([responder.close(), responder.close()]);
  calls.push("closed");
  assert.deepEqual(calls, ["true", "served", "closed"]);
});

Deno.test("openPort - listens on one address if it is given", () => {
  const { hostnamesOf, opened } = system({});
  assert.deepEqual(hostnamesOf("127.0.0.1"), ["127.0.0.1"]);
  assert.deepEqual(opened, ["127.0.0.1 53"]);
});

const sockets: [what: string, Record<string, Error>, hostnames: string[]][] = [
  ["has both families in one socket", { "0.0.0.0": taken }, ["::"]],
  ["is IPv4 on a machine without IPv6", { "::": noFamily }, ["0.0.0.0"]],
  ["is IPv6 on a machine without IPv4", { "0.0.0.0": noFamily }, ["::"]],
];
for (const [what, errors, hostnames] of sockets) {
  Deno.test(`openPort - \`::\` ${what}`, () =>
    assert.deepEqual(system(errors).hostnamesOf("::"), hostnames));
}

Deno.test("openPort - `::` takes two sockets where the system keeps it to IPv6", () => {
  const { hostnamesOf, opened } = system({});
  assert.deepEqual(hostnamesOf("::", 0), ["::", "0.0.0.0"]);
  assert.deepEqual(opened, [":: 0", "0.0.0.0 40000"]);
});

/** Asserts the message about an error of the system. */
function assertReported(
  cause: Error,
  text: string,
  { hostname = "::", port = 53 } = {},
) {
  assert.throws(
    () => system({ [hostname]: cause }).hostnamesOf(hostname, port),
    new ProbePortError(`cannot listen on ${text}`, { cause }),
  );
}

Deno.test("openPort - reports that a port is taken", () => {
  assertReported(
    taken,
    "port 53 (DNS over UDP): it is taken, " +
      "perhaps by this machine's own resolver; choose another port",
  );
  assertReported(
    taken,
    "port 5353 (DNS over UDP): it is taken; choose another port",
    { port: 5353 },
  );
});

Deno.test("openPort - reports what a port below 1024 needs", () => {
  const text = "port 53 (DNS over UDP): not permitted; " +
    "ports below 1024 need the capability CAP_NET_BIND_SERVICE, or choose a " +
    "higher one and forward this one to it";
  assertReported(denied, text);
  assertReported(denied, text, { hostname: "127.0.0.1" });
});

Deno.test("openPort - distinguishes the runtime's permission from the system's", () => {
  const error = new Deno.errors.NotCapable("Requires net access");
  assertReported(
    error,
    "port 53 (DNS over UDP): not permitted by the runtime (--allow-net)",
  );
});

Deno.test("openPort - rethrows other errors", () => {
  const error = new Error("no such address");
  const one = system({ "192.0.2.1": error });
  assert.throws(() => one.hostnamesOf("192.0.2.1"), error);
  const both = system({ "::": noFamily, "0.0.0.0": error });
  assert.throws(() => both.hostnamesOf("::"), error);
});

Deno.test("openPort - responds over IPv4 on a machine without IPv6", async () => {
  const open = (hostname: string, port: number) => {
    if (hostname.includes(":")) throw noFamily;
    return Deno.listen({ hostname, port });
  };
  const [listener, ...others] = openPort("DNS over TCP", "::", 0, open);
  const [client, server] = await Promise.all([
    Deno.connect({ hostname: "127.0.0.1", port: portOf(listener) }),
    listener.accept(),
  ]);
  client.close();
  server.close();
  listener.close();
  assert.deepEqual(others, []);
});

Deno.test("openPort - really binds the port", () => {
  const open = (hostname: string, port: number) =>
    Deno.listenDatagram({ transport: "udp", hostname, port });
  const sockets = openPort("STUN over UDP", "::", 0, open);
  try {
    const port = portOf(sockets[0]);
    for (const hostname of ["::", "127.0.0.1"]) {
      assert.throws(() => openPort("STUN over UDP", hostname, port, open), {
        name: "ProbePortError",
        message:
          `cannot listen on port ${port} (STUN over UDP): it is taken; choose another port`,
      });
    }
  } finally {
    for (const socket of sockets) socket.close();
  }
});
