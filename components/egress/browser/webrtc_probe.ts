import type { Candidate } from "../../../lib/shared/egress/report.ts";
import { parseExit } from "./address_text.ts";
import { ProbeEnd } from "./probe_end.ts";

/** More than a machine has by itself; a page must not grow without end. */
const MAX_CANDIDATES = 32;

/** The part of `RTCPeerConnection` that gathers. */
export type Peer = Pick<
  RTCPeerConnection,
  | "close"
  | "createDataChannel"
  | "createOffer"
  | "onicecandidate"
  | "setLocalDescription"
>;

export interface WebRtcProbeOptions {
  /** Absent where the browser, or an extension, has taken it away. */
  connection: (new (configuration: RTCConfiguration) => Peer) | undefined;
  /** Empty: only the candidates of the machine itself. */
  stunUrls: readonly string[];
  /** How long candidates may come in. */
  gatherMs: number;
}

/** The candidates a browser would offer to whoever it talks to by WebRTC. Nobody is called. */
export async function gatherCandidates(
  { connection, stunUrls, gatherMs }: WebRtcProbeOptions,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const peer = open(connection, stunUrls);
  const found = new Map<string, Candidate>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const gathered = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, gatherMs, false);
      signal.addEventListener("abort", () => {
        resolve(false);
        // What is waited for below may never end.
        clearTimeout(timer);
        peer.close();
      });
      peer.onicecandidate = ({ candidate }) => {
        if (candidate === null) return resolve(true);
        const { type, protocol, port } = candidate;
        // Chromium writes IPv6 addresses as in URLs, in brackets.
        const written = candidate.address?.replace(/^\[|\]$/g, "");
        // Some browsers end with one that is empty.
        if (!type || !protocol || !written || port === null) return;
        const address = parseExit(written)?.ip ?? written;
        if (found.size >= MAX_CANDIDATES) return;
        found.set([type, protocol, address, port].join(), {
          type,
          protocol,
          address,
          port,
          isHidden: address.endsWith(".local"),
        });
      };
    });
    // Without something to be sent nothing is gathered.
    peer.createDataChannel("");
    await peer.setLocalDescription(await peer.createOffer());
    const isComplete = await gathered;
    if (found.size === 0) throw new ProbeEnd(isComplete ? "none" : "timed_out");
    return [...found.values()];
  } finally {
    clearTimeout(timer);
    peer.close();
  }
}

function open(
  Connection: WebRtcProbeOptions["connection"],
  stunUrls: readonly string[],
): Peer {
  // Extensions put other things in its place.
  if (typeof Connection !== "function") throw new ProbeEnd("blocked");
  try {
    return new Connection({
      iceServers: stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : [],
    });
  } catch {
    throw new ProbeEnd("blocked");
  }
}
