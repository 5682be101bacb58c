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
import { serveTcp, serveUdp, type TcpLimits } from "./transports.ts";

export interface DnsResponderOptions extends DnsResponsesOptions {
  /** 0 lets the system choose one. */
  port: number;
  /** The address to listen on; `::` for both families. */
  hostname?: string;
  log: Log;
  tcpLimits?: Partial<TcpLimits>;
}

/** How often another port is tried that the system chose for UDP and has taken for TCP. */
const MAX_CHOICES = 20;

/**
 * Starts the authoritative name server of the probe zone, over UDP and TCP.
 *
 * @throws {ProbePortError} where the port is taken or not permitted
 */
export function startDnsResponder(options: DnsResponderOptions): Responder {
  const { log, tcpLimits } = options;
  const { port, sockets, listeners } = openBoth(options);
  const answers = new DnsResponses(options);
  const controller = new AbortController();
  const { signal } = controller;
  const services = [
    ...sockets.map((socket) =>
      serveUdp(socket, {
        answer: (bytes, { ip }) => answers.answer(bytes, ip, "udp"),
        log,
        signal,
      })
    ),
    ...listeners.map((listener) =>
      serveTcp(listener, {
        answer: (bytes, client) => answers.answer(bytes, client, "tcp"),
        networkOf: clientNetwork,
        log,
        signal,
        limits: tcpLimits,
      })
    ),
  ];
  return responderOf(port, [...sockets, ...listeners], services, controller);
}

/** Opens the same port for UDP and TCP. */
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

/** @param isShared sockets for all addresses and for one have the port together; another of this service's is told by TCP then */
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
 * A socket for each of the zone's addresses that this machine has itself. One
 * for all addresses answers from the one that the system prefers, and where
 * that is not the one that was asked, resolvers take the answer for forged.
 */
function openOwn(
  addresses: readonly IpAddress[],
  port: number,
): Deno.DatagramConn[] {
  return addresses.flatMap(({ text }) => {
    try {
      return [openUdp(text, port, true)];
    } catch {
      // Forwarded to this machine, which has another: the socket for all has it.
      return [];
    }
  });
}
