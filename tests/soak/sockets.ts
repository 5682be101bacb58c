/** Clients that do not behave: what they have in common is a socket. */

const encoder = new TextEncoder();

/** Clients that connect and then do as they like. */
export class Sockets implements Disposable {
  readonly #open: Deno.TcpConn[] = [];

  /** Connects so many at once, a few at a time. */
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

  /** Sends the same from each of them. */
  async write(text: string): Promise<void> {
    const bytes = encoder.encode(text);
    await Promise.all(this.#open.map((socket) => socket.write(bytes)));
  }

  /** The beginning of what comes back to each of them. */
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
