import type { Candidate, Exit } from "../view/report.ts";
import { ProbeEnd } from "./cell.ts";

/** A text that is an address, in its canonical form; null where it is none. */
export function parseExit(text: string): Exit | null {
  const isV6 = /^[\da-f:.]*:[\da-f:.]*$/i.test(text);
  if (!isV6 && !/^[\d.]+$/.test(text)) return null;
  // Browsers know what an address is: of what is one they make the canonical form.
  const host = hostOf(isV6 ? `[${text}]` : text);
  if (isV6) return host ? { ip: host.slice(1, -1), family: 6 } : null;
  return host === text ? { ip: text, family: 4 } : null;
}

/**
 * The address that a site says it sees, in one of the forms that are usual:
 * the whole text, the member `ip` of a JSON object, a line `ip=…`.
 */
export function exitInText(text: string): Exit | null {
  const [, line = text] = /^ip=(.*)$/m.exec(text) ?? [];
  return parseExit(line.trim()) ?? parseExit(ipMember(text));
}

function ipMember(text: string): string {
  try {
    const { ip } = JSON.parse(text) as { ip?: unknown };
    return typeof ip === "string" ? ip : "";
  } catch {
    return "";
  }
}

function hostOf(text: string): string | null {
  try {
    return new URL(`http://${text}`).hostname;
  } catch {
    return null;
  }
}

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
