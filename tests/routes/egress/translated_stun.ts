import { startStunResponder } from "../../../lib/egress/probe/stun_responder.ts";

export interface TranslatedStun extends AsyncDisposable {
  /** The port that clients use. */
  port: number;
  /** The clients' translated port. */
  outerPort: number;
}

/**
 * This service's STUN server behind a NAT. Without one, browsers omit the
 * candidate, because the address is the machine's own.
 */
export function translatedStun(): TranslatedStun {
  const responder = startStunResponder({
    port: 0,
    hostname: "127.0.0.1",
    now: Date.now,
    log: { error() {}, warn() {}, info() {}, debug() {} },
  });
  const inner = open();
  const outer = open();
  const server = { ...portOf(outer), port: responder.port };
  let client: Deno.Addr | undefined;
  const pumps = [
    pump(inner, async (data, from) => {
      client = from;
      await outer.send(data, server);
    }),
    pump(outer, async (data) => {
      if (client) await inner.send(data, client);
    }),
  ];
  return {
    port: portOf(inner).port,
    outerPort: portOf(outer).port,
    async [Symbol.asyncDispose]() {
      inner.close();
      outer.close();
      await Promise.all([...pumps, responder.close()]);
    },
  };
}

function open(): Deno.DatagramConn {
  return Deno.listenDatagram({
    transport: "udp",
    hostname: "127.0.0.1",
    port: 0,
  });
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
