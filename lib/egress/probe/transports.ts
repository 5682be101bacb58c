import { setTimeout as pause } from "node:timers/promises";
import { type IpAddress, parseIp, unmapIpv4 } from "../../net/ip_address.ts";
import { describeError, type Log } from "../../core/log.ts";

/** The other end of a datagram or connection; never IPv4-mapped. */
export interface Peer {
  readonly ip: IpAddress;
  readonly port: number;
}

/**
 * The address and port of a sender; null for port 0, which cannot receive a
 * response.
 */
export function peerOf(addr: Deno.Addr): Peer | null {
  if (!("hostname" in addr) || addr.port === 0) return null;
  // The zone of a link-local address is meaningless elsewhere.
  const ip = parseIp(addr.hostname.replace(/%.*/, ""));
  return ip && { ip: unmapIpv4(ip), port: addr.port };
}

interface TcpServiceOptions {
  /** Returns the response to a message, or null to close the connection. */
  respond: (bytes: Uint8Array, client: IpAddress) => Uint8Array | null;
  /** Connections from the same network share a limit. */
  networkOf: (client: IpAddress) => string;
  log: Pick<Log, "error">;
  /** Stops the service after its listener is closed. */
  signal: AbortSignal;
  limits?: Partial<TcpLimits>;
}

export interface TcpLimits {
  connections: number;
  connectionsPerNetwork: number;
  /**
   * Time limit for one message, from waiting for it to sending its response.
   */
  messageTimeoutMs: number;
  messages: number;
  /** Maximum length of a message, in octets. */
  messageLength: number;
}

const LIMITS: TcpLimits = {
  connections: 100,
  connectionsPerNetwork: 10,
  messageTimeoutMs: 5000,
  messages: 20,
  messageLength: 1232,
};

/** A persistent error must not use the whole processor, or fill the log. */
const PAUSE_MS = 1000;
const LENGTH_LENGTH = 2;

/**
 * Serves DNS over TCP (RFC 7766), with a length of two octets before each
 * message, until `signal` aborts. Never rejects.
 *
 * Strangers can hold connections open, so their number is limited, and each has
 * a time limit and a limit of messages. Further connections are closed at once.
 */
export async function serveTcp(
  listener: Pick<Deno.TcpListener, "accept">,
  { respond, networkOf, log, signal, limits }: TcpServiceOptions,
): Promise<void> {
  const bounds = { ...LIMITS, ...limits };
  const open = new Map<Promise<void>, string>();
  while (!signal.aborted) {
    try {
      const conn = await listener.accept();
      const client = peerOf(conn.remoteAddr)?.ip;
      const network = client ? networkOf(client) : "";
      if (!client || !hasRoom(open, network, bounds)) {
        conn.close();
        continue;
      }
      const respondToClient = (bytes: Uint8Array) => respond(bytes, client);
      const ended = serveConnection(conn, respondToClient, bounds, signal)
        // The client closed the connection or was too slow; either way, it has
        // ended.
        .catch(() => {})
        .finally(() => open.delete(ended));
      open.set(ended, network);
    } catch (error) {
      // Some systems report here that a waiting client has disconnected.
      if (error instanceof Deno.errors.ConnectionAborted) continue;
      if (signal.aborted) break;
      // For example no free file descriptors, which may change in a moment.
      log.error("a TCP responder failed", { error: describeError(error) });
      await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
  await Promise.all(open.keys());
}

function hasRoom(
  open: ReadonlyMap<unknown, string>,
  network: string,
  { connections, connectionsPerNetwork }: TcpLimits,
): boolean {
  if (open.size >= connections) return false;
  const same = open.values().filter((other) => other === network).toArray();
  return same.length < connectionsPerNetwork;
}

/** Serves the messages of a connection, then closes it. */
async function serveConnection(
  conn: Deno.TcpConn,
  respond: (bytes: Uint8Array) => Uint8Array | null,
  { messageTimeoutMs, messages, messageLength }: TcpLimits,
  signal: AbortSignal,
): Promise<void> {
  let isOpen = true;
  const close = () => {
    if (isOpen) conn.close();
    isOpen = false;
  };
  signal.addEventListener("abort", close);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (let i = 0; i < messages && !signal.aborted; i++) {
      clearTimeout(timer);
      timer = setTimeout(close, messageTimeoutMs);
      const head = await readExactly(conn, LENGTH_LENGTH);
      const length = head ? head[0] << 8 | head[1] : 0;
      if (length === 0 || length > messageLength) return;
      const bytes = await readExactly(conn, length);
      const response = bytes && respond(bytes);
      if (!response) return;
      await writeMessage(conn, response);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", close);
    close();
  }
}

/** The next `length` octets; null if the connection ends before. */
async function readExactly(
  conn: Deno.TcpConn,
  length: number,
): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const count = await conn.read(bytes.subarray(at));
    if (count === null) return null;
    at += count;
  }
  return bytes;
}

/**
 * Writes the length and the message at once, because some clients take the
 * first packet for the whole response (RFC 7766 section 8).
 */
async function writeMessage(
  conn: Deno.TcpConn,
  message: Uint8Array,
): Promise<void> {
  const bytes = new Uint8Array(LENGTH_LENGTH + message.length);
  bytes.set([message.length >> 8, message.length & 0xff]);
  bytes.set(message, LENGTH_LENGTH);
  for (let at = 0; at < bytes.length;) {
    at += await conn.write(bytes.subarray(at));
  }
}

/**
 * No query is longer. The buffer has one more octet, to detect longer
 * datagrams.
 */
const MAX_LENGTH = 1232;

interface UdpServiceOptions {
  /** `bytes` is only valid during the call. */
  respond: (bytes: Uint8Array, from: Peer) => Uint8Array | null;
  log: Pick<Log, "debug" | "error">;
  /** Stops the service after its socket is closed. */
  signal: AbortSignal;
}

/** Serves datagrams one at a time until `signal` aborts. Never rejects. */
export async function serveUdp(
  socket: Pick<Deno.DatagramConn, "receive" | "send">,
  { respond, log, signal }: UdpServiceOptions,
): Promise<void> {
  const buffer = new Uint8Array(MAX_LENGTH + 1);
  while (!signal.aborted) {
    try {
      const [bytes, from] = await socket.receive(buffer);
      const peer = peerOf(from);
      if (!peer || bytes.length > MAX_LENGTH) continue;
      const response = respond(bytes, peer);
      if (response) await send(socket, response, from, log);
    } catch (error) {
      // Some systems report here that an earlier response could not be
      // delivered.
      if (error instanceof Deno.errors.ConnectionReset) continue;
      if (signal.aborted) return;
      log.error("a UDP responder failed", { error: describeError(error) });
      await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

async function send(
  socket: Pick<Deno.DatagramConn, "send">,
  response: Uint8Array,
  to: Deno.Addr,
  log: Pick<Log, "debug">,
): Promise<void> {
  try {
    await socket.send(response, to);
  } catch (error) {
    // Forged senders decide where this fails, so it must not fill the log.
    log.debug("a response could not be sent", { error: describeError(error) });
  }
}
