import { startStunResponder } from "../../../lib/egress/probe/stun_responder.ts";

export interface TranslatedStun extends AsyncDisposable {
  /** The ports that clients use, and what names them in the configuration. */
  ports: number[];
  STUN_URLS: string;
  /** The client's translated port at each server. */
  outerPorts: number[];
}

/**
 * Two of this service's STUN servers behind a NAT. Without one, browsers omit
 * the candidate, because the address is the machine's own.
 *
 * @param isDependent whether the NAT has a mapping for each server
 * @param inside the servers' address for clients: beyond `::1` is a NAT64
 */
export function translatedStun(
  isDependent: boolean,
  inside: "127.0.0.1" | "::1" = "127.0.0.1",
): TranslatedStun {
  const responders = [0, 1].map(() =>
    startStunResponder({
      port: 0,
      hostname: "127.0.0.1",
      now: Date.now,
      log: { error() {}, warn() {}, info() {}, debug() {} },
    })
  );
  const outer = isDependent ? [open(), open()] : [open()];
  /** The socket on the client's side of each server, and its last client. */
  const inner = responders.map(({ port }) => ({
    port,
    socket: open(inside),
    client: undefined as Deno.Addr | undefined,
  }));
  const pumps = [
    ...inner.map((side, i) =>
      pump(side.socket, async (data, from) => {
        side.client = from;
        const out = outer[i % outer.length];
        await out.send(data, { ...portOf(out), port: side.port });
      })
    ),
    ...outer.map((out) =>
      pump(out, async (data, from) => {
        const { port } = from as Deno.NetAddr;
        const side = inner.find((side) => side.port === port);
        if (side?.client) await side.socket.send(data, side.client);
      })
    ),
  ];
  const ports = inner.map(({ socket }) => portOf(socket).port);
  const outerPorts = inner.map((_, i) => portOf(outer[i % outer.length]).port);
  return {
    ports,
    STUN_URLS: ports.map((port) => `stun:127.0.0.1:${port}`).join(),
    outerPorts,
    async [Symbol.asyncDispose]() {
      for (const { socket } of inner) socket.close();
      for (const out of outer) out.close();
      const closing = responders.map((responder) => responder.close());
      await Promise.all([...pumps, ...closing]);
    },
  };
}

function open(hostname = "127.0.0.1"): Deno.DatagramConn {
  return Deno.listenDatagram({ transport: "udp", hostname, port: 0 });
}

/** A port that is currently free. */
export function freeUdpPort(): number {
  const socket = open();
  socket.close();
  return portOf(socket).port;
}

function portOf({ addr }: Deno.DatagramConn): Deno.NetAddr {
  return addr as Deno.NetAddr;
}

async function pump(
  socket: Deno.DatagramConn,
  pass: (data: Uint8Array, from: Deno.Addr) => Promise<void>,
): Promise<void> {
  for await (const [data, from] of socket) await pass(data, from);
}
