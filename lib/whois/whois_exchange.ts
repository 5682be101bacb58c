import { Buffer } from "node:buffer";
import { connect } from "node:net";
import { RegistryError } from "../registry/registry_error.ts";

export interface WhoisExchangeOptions {
  readonly port: number;
  /** Of the answer; no more is ever kept. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one line over TCP and reads until the server hangs up (RFC 3912).
 *
 * @param ip an address that may be connected to: nothing is resolved here
 * @throws {RegistryError} `too_large`; the signal's reason; an error of the network
 */
export async function whoisExchange(
  ip: string,
  query: string,
  { port, maxBytes, signal }: WhoisExchangeOptions,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const socket = connect({ host: ip, port });
  const onAbort = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    socket.write(`${query}\r\n`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of socket) {
      length += chunk.length;
      if (length > maxBytes) throw new RegistryError("too_large");
      chunks.push(chunk);
    }
    // A connection that was given up ends as if the answer were whole.
    signal.throwIfAborted();
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", onAbort);
    socket.destroy();
  }
}
