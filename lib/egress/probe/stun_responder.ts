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

export interface StunResponsesOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Answers that one IPv4 address or IPv6 /64 gets in a second. */
  answersPerSecond?: number;
}

export interface StunResponderOptions extends StunResponsesOptions {
  /** 0 lets the system choose one. */
  port: number;
  /** The address to listen on; `::` for both families. */
  hostname?: string;
  log: Log;
}

/** An office behind one address that starts all its tests at once. */
const ANSWERS_PER_SECOND = 50;
const V6_PREFIX_LENGTH = 64;
/** How much larger than the request an answer is at most: its sender may be forged, and the answer hit another. */
const MAX_GROWTH = 3;

/** From binding request to answer; null where a datagram gets none. */
export function createStunResponses(
  { now, answersPerSecond = ANSWERS_PER_SECOND }: StunResponsesOptions,
): (bytes: Uint8Array, from: Peer) => Uint8Array | null {
  const rate = new RateWindow({ limit: answersPerSecond, now });
  return (bytes, { ip, port }) => {
    const request = readBindingRequest(bytes);
    if (!request) return null;
    if (rate.take(networkKey(ip, V6_PREFIX_LENGTH)) > 0) return null;
    const answer = request.unknown.length > 0
      ? unknownAttributes(request)
      : bindingSuccess(request, ip, port);
    return answer.length <= MAX_GROWTH * bytes.length ? answer : null;
  };
}

/**
 * Starts a STUN server (RFC 8489) over UDP that tells clients their address,
 * without authentication.
 *
 * @throws {ProbePortError} where the port is taken or not permitted
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
  const answer = createStunResponses(options);
  const controller = new AbortController();
  const { signal } = controller;
  const services = sockets.map((socket) =>
    serveUdp(socket, { answer, log, signal })
  );
  return responderOf(portOf(sockets[0]), sockets, services, controller);
}
