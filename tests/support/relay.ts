/** Stands between clients and a server, to cut the cable: closes connections, or takes none. */
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

  /** Where clients connect to. */
  get port(): number {
    return this.#listener.addr.port;
  }

  /** Closes all connections; clients may come again. */
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

  /** Closes all connections and takes no more. */
  async stop(): Promise<void> {
    this.#listener.close();
    this.cut();
    await this.#accepting;
  }

  /** Takes connections again, at the same port. */
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
