import { parseIp } from "../net/ip_address.ts";
import type { NameServer } from "./name_server.ts";

/** More than the 1,232 octets requested: some servers ignore the limit. */
const MAX_DATAGRAM_LENGTH = 4096;

/**
 * A UDP socket for one name server, on a random port chosen by the system: the
 * port is half of what a forger must guess (RFC 5452).
 */
export class ServerSocket implements Disposable {
  readonly #socket: Deno.DatagramConn;
  readonly #to: Deno.NetAddr;
  readonly #from: string | undefined;

  constructor({ ip, port }: NameServer) {
    this.#to = { transport: "udp", hostname: ip, port };
    this.#from = addressText(ip);
    this.#socket = Deno.listenDatagram({
      transport: "udp",
      hostname: ip.includes(":") ? "::" : "0.0.0.0",
      port: 0,
    });
  }

  /** Rejects with an error of the network. */
  send(bytes: Uint8Array): Promise<number> {
    return this.#socket.send(bytes, this.#to);
  }

  /**
   * Passes on datagrams from the server's address and port until the socket is
   * closed. The bytes are valid during the call only.
   */
  async listen(onDatagram: (bytes: Uint8Array) => void): Promise<void> {
    const buffer = new Uint8Array(MAX_DATAGRAM_LENGTH);
    for (;;) {
      let bytes: Uint8Array;
      let from: Deno.Addr;
      try {
        [bytes, from] = await this.#socket.receive(buffer);
      } catch {
        // Closed, by us or by the system.
        return;
      }
      if (this.#isServer(from)) onDatagram(bytes);
    }
  }

  #isServer(from: Deno.Addr): boolean {
    if (!("hostname" in from) || from.port !== this.#to.port) return false;
    return from.hostname === this.#from ||
      addressText(from.hostname) === this.#from;
  }

  /** Closes the socket. */
  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

/** The canonical text of an address, without zone. */
function addressText(address: string): string | undefined {
  return parseIp(address.replace(/%.*/, ""))?.text;
}
