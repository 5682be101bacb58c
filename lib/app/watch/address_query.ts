import { messageOf } from "../../core/errors.ts";
import { withDeadline } from "../../core/deadline.ts";
import {
  type Fetch,
  fetchTransport,
  OutboundError,
  readBody,
  send,
} from "../../core/outbound.ts";
import { busyMs, DEFAULT_HOLD_OFF_MS } from "../../core/circuit.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "../../net/ip_address.ts";
import { isBogon } from "../../net/special_blocks.ts";

export type Family = IpAddress["family"];

/** No server returned the address. The message is for the operator. */
export class AddressQueryError extends Error {
  override name = "AddressQueryError";

  constructor(
    message: string,
    /** How long the servers ask to wait; 0 if they don't say. */
    readonly holdOffMs: number,
  ) {
    super(message);
  }
}

/**
 * Asks for this machine's public address over a connection of the given family.
 *
 * @throws {AddressQueryError}
 * @throws the signal's reason
 */
export type AddressQuery = (
  family: Family,
  signal: AbortSignal,
) => Promise<IpAddress>;

/** Time limit for one server. */
const LIMIT_MS = 10_000;
/** Longer than any address. */
const MAX_BYTES = 256;

/**
 * The local address that makes a connection IPv4 or IPv6 (the client then uses
 * only the server's addresses of that family).
 */
const ANY_ADDRESS: Readonly<Record<Family, string>> = { 4: "0.0.0.0", 6: "::" };

/**
 * Creates a query that asks the servers in turn until one returns the address.
 */
export function createAddressQuery(servers: readonly URL[]): AddressQuery {
  return async (family, signal) => {
    const messages: string[] = [];
    let holdOffMs = 0;
    for (const server of servers) {
      try {
        return await withDeadline(
          LIMIT_MS,
          (limited) => ask(server, family, limited),
          signal,
        );
      } catch (error) {
        signal.throwIfAborted();
        messages.push(`${server.host}: ${messageOf(error)}`);
        holdOffMs = Math.max(holdOffMs, holdOffOf(error));
      }
    }
    throw new AddressQueryError(messages.join("; "), holdOffMs);
  };
}

async function ask(
  server: URL,
  family: Family,
  signal: AbortSignal,
): Promise<IpAddress> {
  // A connection is not used again: after a change it would belong to the old
  // address.
  using client = Deno.createHttpClient({ localAddress: ANY_ADDRESS[family] });
  const fetch: Fetch = (url, init) => {
    const withClient: RequestInit & { client: Deno.HttpClient } = {
      ...init,
      client,
    };
    return globalThis.fetch(url, withClient);
  };
  const { response: received } = await send({
    transport: fetchTransport(fetch),
    url: server,
    headers: { accept: "text/plain", "user-agent": "porthole" },
    signal,
  });
  await using response = received;
  const { status } = response;
  if (status !== 200) {
    const message = `the server responded with ${status}`;
    throw new OutboundError("bad_status", message, { head: response });
  }
  const bytes = await readBody(response, { maxBytes: MAX_BYTES, signal });
  const parsed = parseIp(new TextDecoder().decode(bytes).trim());
  if (!parsed) throw new Error("the response is not an address");
  const ip = unmapIpv4(parsed);
  if (ip.family !== family) {
    throw new Error(`the response is not an IPv${family} address`);
  }
  // Seen from inside its own network, or through a proxy it doesn't trust.
  if (isBogon(ip)) throw new Error(`${ip.text} is not a public address`);
  return ip;
}

function holdOffOf(error: unknown): number {
  if (!(error instanceof OutboundError)) return 0;
  const ms = busyMs(error);
  return ms === null ? DEFAULT_HOLD_OFF_MS : ms ?? 0;
}
