/**
 * A relay between clients and a server that can simulate an outage: it closes
 * connections, or accepts none.
 */
export class Relay {
  readonly #port: number;
  readonly #open = new Set<Deno.TcpConn>();
  #listener: Deno.TcpListener;
  #accepting: Promise<void>;

  /** @param port of the server on the loopback address */
  constructor(port: number) {
    this.#port = port;
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#accepting = this.#accept();
  }

  /** The port for clients. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** Closes all connections; clients can reconnect. */
  cut(): void {
    for (const end of this.#open) {
      try {
        end.close();
      } catch {
        // One that its own end has closed just now.
      }
    }
    this.#open.clear();
  }

  /** Closes all connections and accepts no more. */
  async stop(): Promise<void> {
    this.#listener.close();
    this.cut();
    await this.#accepting;
  }

  /** Accepts connections again, on the same port. */
  start(): void {
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: this.port });
    this.#accepting = this.#accept();
  }

  async #accept() {
    const relayed: Promise<void>[] = [];
    for await (const client of this.#listener) {
      relayed.push(this.#relay(client));
    }
    await Promise.all(relayed);
  }

  async #relay(client: Deno.TcpConn) {
    const server = await Deno.connect({
      hostname: "127.0.0.1",
      port: this.#port,
    });
    const ends = [client, server];
    for (const end of ends) this.#open.add(end);
    await Promise.allSettled([
      client.readable.pipeTo(server.writable),
      server.readable.pipeTo(client.writable),
    ]);
    for (const end of ends) this.#open.delete(end);
  }
}
