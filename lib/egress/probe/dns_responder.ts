import type { Log } from "../../core/log.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import {
  clientNetwork,
  DnsResponses,
  type DnsResponsesOptions,
} from "./dns_responses.ts";
import {
  openPort,
  portOf,
  ProbePortError,
  type Responder,
  responderOf,
} from "./probe_port.ts";
import { serveTcp, serveUdp } from "./transports.ts";

export interface DnsResponderOptions extends DnsResponsesOptions {
  /** 0 lets the system choose. */
  port: number;
  /** The address to listen on; `::` for both families. */
  hostname?: string;
  log: Log;
}

/**
 * How often to try another port if the system's choice for UDP is taken for
 * TCP.
 */
const MAX_CHOICES = 20;

/**
 * Starts the authoritative name server of the configured zones, over UDP and TCP.
 *
 * @throws {ProbePortError} if the port is taken or not permitted
 */
export function startDnsResponder(options: DnsResponderOptions): Responder {
  const { log } = options;
  const { port, sockets, listeners } = openBoth(options);
  const responses = new DnsResponses(options);
  const controller = new AbortController();
  const { signal } = controller;
  const services = [
    ...sockets.map((socket) =>
      serveUdp(socket, {
        respond: (bytes, { ip }) => responses.respond(bytes, ip, "udp"),
        log,
        signal,
      })
    ),
    ...listeners.map((listener) =>
      serveTcp(listener, {
        respond: (bytes, client) => responses.respond(bytes, client, "tcp"),
        networkOf: clientNetwork,
        log,
        signal,
      })
    ),
  ];
  return responderOf(port, [...sockets, ...listeners], services, controller);
}

function openBoth(
  { port, hostname = "::", addresses }: Pick<
    DnsResponderOptions,
    "port" | "hostname" | "addresses"
  >,
) {
  const isForAll = hostname === "::" || hostname === "0.0.0.0";
  for (let choices = 1;; choices++) {
    const sockets = openPort(
      "DNS over UDP",
      hostname,
      port,
      (hostname, port) => openUdp(hostname, port, isForAll),
    );
    const chosen = portOf(sockets[0]);
    try {
      const listeners = openPort(
        "DNS over TCP",
        hostname,
        chosen,
        (hostname, port) => Deno.listen({ hostname, port }),
      );
      if (isForAll) sockets.push(...openOwn(addresses, chosen));
      return { port: chosen, sockets, listeners };
    } catch (error) {
      for (const socket of sockets) socket.close();
      const isOther = port === 0 && choices < MAX_CHOICES &&
        error instanceof ProbePortError;
      if (!isOther) throw error;
    }
  }
}

/**
 * @param isShared shares the port between the sockets for all addresses and for
 * one. Another instance could then share it, too; opening TCP reveals that.
 */
function openUdp(
  hostname: string,
  port: number,
  isShared: boolean,
): Deno.DatagramConn {
  return Deno.listenDatagram({
    transport: "udp",
    hostname,
    port,
    reuseAddress: isShared,
  });
}

/**
 * One socket for each of the zone's addresses that this machine has. A socket
 * for all addresses responds from the system's preferred one, and if that is
 * not the queried one, resolvers discard the response as forged.
 */
function openOwn(
  addresses: readonly IpAddress[],
  port: number,
): Deno.DatagramConn[] {
  return addresses.flatMap(({ text }) => {
    try {
      return [openUdp(text, port, true)];
    } catch {
      // The address is forwarded to this machine, which has another; the socket
      // for all addresses serves it.
      return [];
    }
  });
}
