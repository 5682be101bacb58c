import { describeError, type Log } from "../log.ts";
import { pause } from "./pause.ts";
import { type Peer, peerOf } from "./peer.ts";

/** Longer datagrams are nobody's question; one octet more shows that one is. */
const MAX_LENGTH = 1232;
/** A lasting fault must not take the processor, nor fill the log. */
const PAUSE_MS = 1000;

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
