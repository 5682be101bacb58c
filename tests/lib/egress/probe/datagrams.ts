const transport = "udp";

/** A socket that reaches an address on this machine. */
function socketFor(address: string): Deno.DatagramConn {
  const hostname = address.includes(":") ? "::1" : "127.0.0.1";
  return Deno.listenDatagram({ transport, hostname, port: 0 });
}

/** Sends a datagram until a response arrives, since any can be lost. */
export async function exchange(
  hostname: string,
  port: number,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  const socket = socketFor(hostname);
  const to = { transport, hostname, port } as const;
  const resending = setInterval(() => socket.send(bytes, to), 1000);
  try {
    await socket.send(bytes, to);
    const [response] = await socket.receive();
    return response;
  } finally {
    clearInterval(resending);
    socket.close();
  }
}

/**
 * Sends many datagrams from one socket. Returns the lengths of the responses.
 */
export async function flood(
  hostname: string,
  port: number,
  datagrams: Iterable<Uint8Array>,
): Promise<number[]> {
  const socket = socketFor(hostname);
  const lengths: number[] = [];
  const listening = (async () => {
    for await (const [bytes] of socket) lengths.push(bytes.length);
  })();
  for (const bytes of datagrams) {
    await socket.send(bytes, { transport, hostname, port });
  }
  socket.close();
  await listening;
  return lengths;
}

/**
 * Sends a message over TCP after its length in two octets. Returns the
 * response.
 */
export async function exchangeTcp(
  hostname: string,
  port: number,
  bytes: Uint8Array,
): Promise<Uint8Array> {
  using conn = await Deno.connect({ hostname, port });
  await conn.write(
    Uint8Array.from([bytes.length >> 8, bytes.length & 0xff, ...bytes]),
  );
  const octets: number[] = [];
  const buffer = new Uint8Array(1024);
  while (
    octets.length < 2 || octets.length < 2 + (octets[0] << 8 | octets[1])
  ) {
    const count = await conn.read(buffer);
    if (count === null) throw new Error("the connection ended");
    octets.push(...buffer.subarray(0, count));
  }
  return Uint8Array.from(octets.slice(2));
}
