/** More than a thread opens as it starts: its event loop, its modules, a database. */
const NEEDED = 32;

/**
 * To be asked before a thread is started. Strangers can hold every file
 * descriptor with connections, and Deno (2.9.6) dies where a thread finds none
 * left for its event loop.
 *
 * @throws {Error} where the process can open next to nothing more
 */
export function assertSpareDescriptors(): void {
  const held: Deno.DatagramConn[] = [];
  try {
    while (held.length < NEEDED) {
      held.push(
        Deno.listenDatagram({
          transport: "udp",
          hostname: "127.0.0.1",
          port: 0,
        }),
      );
    }
  } finally {
    for (const socket of held) socket.close();
  }
}
