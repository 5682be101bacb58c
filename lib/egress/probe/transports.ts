import { type IpAddress, parseIp, unmapIpv4 } from "../../net/ip_address.ts";
import { describeError, type Log } from "../../core/log.ts";

/** The other side of a datagram or connection; never IPv4-mapped. */
export interface Peer {
  readonly ip: IpAddress;
  readonly port: number;
}

/** The address and port of whoever sent something; port 0 cannot be answered. */
export function peerOf(addr: Deno.Addr): Peer | null {
  if (!("hostname" in addr) || addr.port === 0) return null;
  // The zone of a link-local address is of this machine only.
  const ip = parseIp(addr.hostname.replace(/%.*/, ""));
  return ip && { ip: unmapIpv4(ip), port: addr.port };
}

/** Waits for a time, or until the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}

export interface TcpServiceOptions {
  /** The answer to a message; null ends the connection. */
  answer: (bytes: Uint8Array, client: IpAddress) => Uint8Array | null;
  /** Connections whose clients have the same one count together. */
  networkOf: (client: IpAddress) => string;
  log: Pick<Log, "error">;
  /** Ends it, once the listener is closed. */
  signal: AbortSignal;
  limits?: Partial<TcpLimits>;
}

export interface TcpLimits {
  connections: number;
  connectionsPerNetwork: number;
  /** How long one message may take, from the wait for it to the end of its answer. */
  idleMs: number;
  messages: number;
  /** Octets of a message. */
  messageLength: number;
}

const LIMITS: TcpLimits = {
  connections: 100,
  connectionsPerNetwork: 10,
  idleMs: 5000,
  messages: 20,
  messageLength: 1232,
};

/** A lasting fault must not take the processor, nor fill the log. */
const PAUSE_MS = 1000;
const LENGTH_LENGTH = 2;

/**
 * Answers DNS messages over TCP (RFC 7766), each after its length in two
 * octets, until `signal` aborts. Never rejects.
 *
 * Connections are what a stranger can hold open: they have a number, and each
 * a time and a number of messages. Those past the number are closed at once.
 */
export async function serveTcp(
  listener: Pick<Deno.TcpListener, "accept">,
  { answer, networkOf, log, signal, limits }: TcpServiceOptions,
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
      const talk = (bytes: Uint8Array) => answer(bytes, client);
      const ended = converse(conn, talk, bounds, signal)
        // Hung up, or too slow: either way it is over.
        .catch(() => {})
        .finally(() => open.delete(ended));
      open.set(ended, network);
    } catch (error) {
      // Some systems tell here of a client that hung up while it waited.
      if (error instanceof Deno.errors.ConnectionAborted) continue;
      if (signal.aborted) break;
      // Without file descriptors, say; the next may be free in a moment.
      log.error("a TCP responder failed", { error: describeError(error) });
      await pause(PAUSE_MS, signal);
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

/** Answers the messages of a connection, then closes it. */
async function converse(
  conn: Deno.TcpConn,
  answer: (bytes: Uint8Array) => Uint8Array | null,
  { idleMs, messages, messageLength }: TcpLimits,
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
      timer = setTimeout(close, idleMs);
      const head = await readExactly(conn, LENGTH_LENGTH);
      const length = head ? head[0] << 8 | head[1] : 0;
      if (length === 0 || length > messageLength) return;
      const bytes = await readExactly(conn, length);
      const reply = bytes && answer(bytes);
      if (!reply) return;
      await writeMessage(conn, reply);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", close);
    close();
  }
}

/** The next `length` octets; null where the other side ends before. */
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

/** In one write with its length: some clients take the first packet for all (RFC 7766 section 8). */
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

/** Longer datagrams are nobody's question; one octet more shows that one is. */
const MAX_LENGTH = 1232;
/** A lasting fault must not take the processor, nor fill the log. */

export interface UdpServiceOptions {
  /** The bytes are good for the time of the call. */
  answer: (bytes: Uint8Array, from: Peer) => Uint8Array | null;
  log: Pick<Log, "debug" | "error">;
  /** Ends it, once the socket is closed. */
  signal: AbortSignal;
}

/** Answers datagrams, one at a time, until `signal` aborts. Never rejects. */
export async function serveUdp(
  socket: Pick<Deno.DatagramConn, "receive" | "send">,
  { answer, log, signal }: UdpServiceOptions,
): Promise<void> {
  const buffer = new Uint8Array(MAX_LENGTH + 1);
  while (!signal.aborted) {
    try {
      const [bytes, from] = await socket.receive(buffer);
      const peer = peerOf(from);
      if (!peer || bytes.length > MAX_LENGTH) continue;
      const reply = answer(bytes, peer);
      if (reply) await send(socket, reply, from, log);
    } catch (error) {
      // Some systems tell here that an earlier answer found nobody.
      if (error instanceof Deno.errors.ConnectionReset) continue;
      if (signal.aborted) return;
      log.error("a UDP responder failed", { error: describeError(error) });
      await pause(PAUSE_MS, signal);
    }
  }
}

async function send(
  socket: Pick<Deno.DatagramConn, "send">,
  reply: Uint8Array,
  to: Deno.Addr,
  log: Pick<Log, "debug">,
): Promise<void> {
  try {
    await socket.send(reply, to);
  } catch (error) {
    // Whoever forges senders chooses where it fails: no line for each in the log.
    log.debug("an answer could not be sent", { error: describeError(error) });
  }
}
