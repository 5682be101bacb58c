import type { Log } from "../log.ts";
import {
  clientNetwork,
  DnsAnswers,
  type DnsAnswersOptions,
} from "./dns_answers.ts";
import { openPort, portOf, ProbePortError } from "./probe_port.ts";
import { type Responder, responderOf } from "./responder.ts";
import { serveTcp, type TcpLimits } from "./tcp_service.ts";
import { serveUdp } from "./udp_service.ts";

export interface DnsResponderOptions extends DnsAnswersOptions {
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
  const answers = new DnsAnswers(options);
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
  { port, hostname = "::" }: Pick<DnsResponderOptions, "port" | "hostname">,
) {
  for (let choices = 1;; choices++) {
    const sockets = openPort(
      "DNS over UDP",
      hostname,
      port,
      (hostname, port) =>
        Deno.listenDatagram({ transport: "udp", hostname, port }),
    );
    const chosen = portOf(sockets[0]);
    try {
      const listeners = openPort(
        "DNS over TCP",
        hostname,
        chosen,
        (hostname, port) => Deno.listen({ hostname, port }),
      );
      return { port: chosen, sockets, listeners };
    } catch (error) {
      for (const socket of sockets) socket.close();
      const isOther = port === 0 && choices < MAX_CHOICES &&
        error instanceof ProbePortError;
      if (!isOther) throw error;
    }
  }
}
