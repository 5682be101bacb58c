/** More than a worker thread opens at its start: event loop, modules, a database. */
const REQUIRED_DESCRIPTORS = 32;

/**
 * Call before starting a worker thread. Clients can occupy every file
 * descriptor with connections, and Deno (2.9.6) crashes if a new thread finds
 * none left for its event loop.
 *
 * @throws {Error} if the process has hardly any file descriptors left
 */
export function assertSpareDescriptors(): void {
  const sockets: Deno.DatagramConn[] = [];
  try {
    while (sockets.length < REQUIRED_DESCRIPTORS) {
      sockets.push(
        Deno.listenDatagram({
          transport: "udp",
          hostname: "127.0.0.1",
          port: 0,
        }),
      );
    }
  } catch (error) {
    // A host without UDP does not tell how many are left.
    if (isOutOfDescriptors(error)) throw error;
  } finally {
    for (const socket of sockets) socket.close();
  }
}

/** EMFILE is the limit of the process, ENFILE that of the system. */
export function isOutOfDescriptors(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    (error.code === "EMFILE" || error.code === "ENFILE");
}
