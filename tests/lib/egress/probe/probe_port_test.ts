import assert from "node:assert/strict";
import {
  openPort,
  portOf,
  ProbePortError,
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

Deno.test("openPort - listens on one address if it is given", () => {
  const { hostnamesOf, opened } = system({});
  assert.deepEqual(hostnamesOf("127.0.0.1"), ["127.0.0.1"]);
  assert.deepEqual(opened, ["127.0.0.1 53"]);
});

Deno.test("openPort - `::` has both families in one socket", () => {
  const { hostnamesOf } = system({ "0.0.0.0": taken });
  assert.deepEqual(hostnamesOf("::"), ["::"]);
});

Deno.test("openPort - `::` takes two sockets where the system keeps it to IPv6", () => {
  const { hostnamesOf, opened } = system({});
  assert.deepEqual(hostnamesOf("::", 0), ["::", "0.0.0.0"]);
  assert.deepEqual(opened, [":: 0", "0.0.0.0 40000"]);
});

Deno.test("openPort - listens on IPv4 on a machine without IPv6", () => {
  const { hostnamesOf } = system({ "::": noFamily });
  assert.deepEqual(hostnamesOf("::"), ["0.0.0.0"]);
});

Deno.test("openPort - listens on IPv6 on a machine without IPv4", () => {
  const { hostnamesOf } = system({ "0.0.0.0": noFamily });
  assert.deepEqual(hostnamesOf("::"), ["::"]);
});

Deno.test("openPort - reports that a port is taken", () => {
  const message = "cannot listen on port 53 (DNS over UDP): it is taken, " +
    "perhaps by this machine's own resolver; choose another port";
  assert.throws(
    () => system({ "::": taken }).hostnamesOf("::"),
    new ProbePortError(message, { cause: taken }),
  );
  assert.throws(
    () => system({ "::": taken }).hostnamesOf("::", 5353),
    new ProbePortError(
      "cannot listen on port 5353 (DNS over UDP): it is taken; choose another port",
      { cause: taken },
    ),
  );
});

Deno.test("openPort - reports what a port below 1024 needs", () => {
  const message = "cannot listen on port 53 (DNS over UDP): not permitted; " +
    "ports below 1024 need the capability CAP_NET_BIND_SERVICE, or choose a " +
    "higher one and forward this one to it";
  for (const hostname of ["::", "127.0.0.1"]) {
    assert.throws(
      () => system({ [hostname]: denied }).hostnamesOf(hostname),
      new ProbePortError(message, { cause: denied }),
    );
  }
});

Deno.test("openPort - distinguishes the runtime's permission from the system's", () => {
  const error = new Deno.errors.NotCapable("Requires net access");
  assert.throws(
    () => system({ "::": error }).hostnamesOf("::"),
    new ProbePortError(
      "cannot listen on port 53 (DNS over UDP): not permitted by the runtime (--allow-net)",
      { cause: error },
    ),
  );
});

Deno.test("openPort - rethrows other errors", () => {
  const error = new Error("no such address");
  assert.throws(
    () => system({ "192.0.2.1": error }).hostnamesOf("192.0.2.1"),
    error,
  );
  assert.throws(
    () => system({ "::": noFamily, "0.0.0.0": error }).hostnamesOf("::"),
    error,
  );
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
