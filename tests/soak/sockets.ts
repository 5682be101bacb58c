/** Misbehaving clients on raw sockets. */

const encoder = new TextEncoder();

/** A number of client connections. */
export class Sockets implements Disposable {
  readonly #open: Deno.TcpConn[] = [];

  /** Opens a number of connections, a few at a time. */
  static async connect(port: number, count: number): Promise<Sockets> {
    const sockets = new Sockets();
    while (sockets.#open.length < count) {
      const batch = Math.min(100, count - sockets.#open.length);
      sockets.#open.push(
        ...await Promise.all(
          Array.from(
            { length: batch },
            () => Deno.connect({ hostname: "127.0.0.1", port }),
          ),
        ),
      );
    }
    return sockets;
  }

  get count(): number {
    return this.#open.length;
  }

  /** Sends the same text on each connection. */
  async write(text: string): Promise<void> {
    const bytes = encoder.encode(text);
    await Promise.all(this.#open.map((socket) => socket.write(bytes)));
  }

  /** The start of the response on each connection. */
  async read(): Promise<string[]> {
    const decoder = new TextDecoder();
    return await Promise.all(this.#open.map(async (socket) => {
      const bytes = new Uint8Array(4_096);
      const length = await socket.read(bytes);
      return decoder.decode(bytes.subarray(0, length ?? 0));
    }));
  }

  [Symbol.dispose](): void {
    for (const socket of this.#open.splice(0)) {
      try {
        socket.close();
      } catch {
        // The server has closed it.
      }
    }
  }
}
