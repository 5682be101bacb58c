/** A service of the egress page on a port of its own. */
export interface Responder {
  readonly port: number;
  /** Closes its sockets and waits for what is under way on them. Never rejects. */
  close(): Promise<void>;
}

/** A responder of sockets that `services` answer on until `controller` aborts. */
export function responderOf(
  port: number,
  sockets: readonly { close(): void }[],
  services: readonly Promise<void>[],
  controller: AbortController,
): Responder {
  return {
    port,
    async close() {
      if (!controller.signal.aborted) {
        controller.abort();
        for (const socket of sockets) socket.close();
      }
      await Promise.all(services);
    },
  };
}
