import type { Log } from "../../core/log.ts";
import { networkKey } from "../../net/ip_address.ts";
import { type Peer, serveUdp } from "./transports.ts";
import { openPort, portOf, type Responder, responderOf } from "./probe_port.ts";
import { RateWindow } from "./rate_window.ts";
import {
  bindingSuccess,
  readBindingRequest,
  unknownAttributes,
} from "./stun_message.ts";

interface StunResponsesOptions {
  now: () => number;
  /** Limit for the responses to one IPv4 address or IPv6 /64 in a second. */
  responsesPerSecond?: number;
}

interface StunResponderOptions extends StunResponsesOptions {
  /** 0 lets the system choose. */
  port: number;
  /** The address to listen on; `::` for both families. */
  hostname?: string;
  log: Log;
}

/**
 * Enough for an office behind one address that starts several tests at once.
 */
const RESPONSES_PER_SECOND = 50;
const V6_PREFIX_LENGTH = 64;
/**
 * Limit for the length of a response relative to its request: the sender may be
 * forged, and the response amplifies an attack on someone else.
 */
const MAX_AMPLIFICATION = 3;

/** Turns binding requests into responses; null for a datagram without one. */
export function createStunResponses(
  { now, responsesPerSecond = RESPONSES_PER_SECOND }: StunResponsesOptions,
): (bytes: Uint8Array, from: Peer) => Uint8Array | null {
  const rate = new RateWindow({ limit: responsesPerSecond, now });
  return (bytes, { ip, port }) => {
    const request = readBindingRequest(bytes);
    if (!request) return null;
    if (rate.take(networkKey(ip, V6_PREFIX_LENGTH)) > 0) return null;
    const response = request.unknown.length > 0
      ? unknownAttributes(request)
      : bindingSuccess(request, ip, port);
    return response.length <= MAX_AMPLIFICATION * bytes.length
      ? response
      : null;
  };
}

/**
 * Starts a STUN server (RFC 8489) over UDP that returns clients' addresses,
 * without authentication.
 *
 * @throws {ProbePortError} if the port is taken or not permitted
 */
export function startStunResponder(
  { port, hostname = "::", log, ...options }: StunResponderOptions,
): Responder {
  const sockets = openPort(
    "STUN over UDP",
    hostname,
    port,
    (hostname, port) =>
      Deno.listenDatagram({ transport: "udp", hostname, port }),
  );
  const respond = createStunResponses(options);
  const controller = new AbortController();
  const { signal } = controller;
  const services = sockets.map((socket) =>
    serveUdp(socket, { respond, log, signal })
  );
  return responderOf(portOf(sockets[0]), sockets, services, controller);
}
