import type { ClientKey } from "../../lib/core/fair_queue.ts";

/** The client of tests for which any client will do. */
export const client: ClientKey = clientAt("192.0.2.1");

/** The client at an IPv4 address. */
export function clientAt(address: string): ClientKey {
  return { key: address, group: address };
}

/** A request of it that is not aborted. */
export const caller = { client, signal: new AbortController().signal };

/** What a server knows of a request from an address, whose response ends at once. */
export function infoOf(hostname = "192.0.2.1"): Deno.ServeHandlerInfo {
  return {
    remoteAddr: { transport: "tcp", hostname, port: 1 },
    completed: Promise.resolve(),
  };
}
