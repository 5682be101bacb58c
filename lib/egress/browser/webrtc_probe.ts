import type { Candidate, Exit, NatMapping } from "../view/report.ts";
import { ProbeEnd } from "./run_probe.ts";

/** An address in canonical form; null for any other text. */
export function parseExit(text: string): Exit | null {
  const isV6 = /^[\da-f:.]*:[\da-f:.]*$/i.test(text);
  if (!isV6 && !/^[\d.]+$/.test(text)) return null;
  // The browser's URL parser validates and normalizes addresses.
  const host = hostOf(isV6 ? `[${text}]` : text);
  if (isV6) return host ? { ip: host.slice(1, -1), family: 6 } : null;
  return host === text ? { ip: text, family: 4 } : null;
}

/**
 * The address in a site's response, in one of the usual forms: the whole text,
 * the `ip` member of a JSON object, or a line `ip=…`.
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

/** More than a machine normally has. Limits the page's size. */
const MAX_CANDIDATES = 32;

/** The part of `RTCPeerConnection` that gathers candidates. */
export type Peer = Pick<
  RTCPeerConnection,
  | "close"
  | "createDataChannel"
  | "createOffer"
  | "onicecandidate"
  | "onicecandidateerror"
  | "setLocalDescription"
>;

export interface WebRtcProbeOptions {
  /** Undefined if the browser has none, null if something took it away. */
  connection:
    | (new (configuration: RTCConfiguration) => Peer)
    | null
    | undefined;
  /** If empty, only the machine's own candidates are gathered. */
  stunUrls: readonly string[];
  /** Time limit for candidates to arrive. */
  gatherMs: number;
  /** Whether gathering ends with a candidate. */
  isLast?: (candidate: Candidate) => boolean;
}

/** What a browser offers to WebRTC peers. */
interface Gathered {
  candidates: Candidate[];
  /** Null if it is not known. */
  natMapping: NatMapping | null;
  isComplete: boolean;
  /** Whether a STUN server failed. */
  hasFailed: boolean;
}

/**
 * Gathers the candidates that a browser would offer to a WebRTC peer, without
 * connecting to one.
 */
export async function gatherCandidates(
  { connection, stunUrls, gatherMs, isLast = () => false }: WebRtcProbeOptions,
  signal: AbortSignal,
): Promise<Gathered> {
  const peer = open(connection, stunUrls);
  const found = new Map<string, Candidate>();
  const foundations: string[] = [];
  let hasFailed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const gathered = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, gatherMs, false);
      signal.addEventListener("abort", () => {
        resolve(false);
        // The promises below may never settle.
        clearTimeout(timer);
        peer.close();
      });
      peer.onicecandidateerror = () => hasFailed = true;
      peer.onicecandidate = ({ candidate }) => {
        if (candidate === null) return resolve(true);
        const { type, protocol, port } = candidate;
        // Chromium writes IPv6 addresses in brackets.
        const written = candidate.address?.replace(/^\[|\]$/g, "");
        // Some browsers end with an empty candidate.
        if (!type || !protocol || !written || port === null) return;
        const address = parseExit(written)?.ip ?? written;
        const key = [type, protocol, address, port].join();
        if (found.size >= MAX_CANDIDATES || found.has(key)) return;
        if (type === "srflx") foundations.push(candidate.foundation ?? "");
        const isHidden = address.endsWith(".local");
        const added = { type, protocol, address, port, isHidden };
        found.set(key, added);
        if (isLast(added)) resolve(true);
      };
    });
    // Nothing is gathered without a channel.
    peer.createDataChannel("");
    await peer.setLocalDescription(await peer.createOffer());
    const isComplete = await gathered;
    return {
      candidates: [...found.values()],
      natMapping: natMappingOf(foundations, isComplete && !hasFailed),
      isComplete,
      hasFailed,
    };
  } finally {
    clearTimeout(timer);
    peer.close();
  }
}

/**
 * The IPv4 address that a STUN server beyond a NAT64 sees. The server's URL is
 * in the well-known prefix 64:ff9b::/96, where only a translator can pass a
 * response on (RFC 6052 section 2.1).
 */
export async function findTranslator(
  options: WebRtcProbeOptions,
  signal: AbortSignal,
): Promise<Exit> {
  const isLast = (candidate: Candidate) => mappedToV4(candidate) !== null;
  const { candidates, isComplete } = await gatherCandidates(
    { ...options, isLast },
    signal,
  );
  for (const candidate of candidates) {
    const exit = mappedToV4(candidate);
    if (exit) return exit;
  }
  throw new ProbeEnd(isComplete ? "none" : "timed_out");
}

function mappedToV4({ type, address }: Candidate): Exit | null {
  const exit = type === "srflx" ? parseExit(address) : null;
  return exit?.family === 4 ? exit : null;
}

function open(
  Connection: WebRtcProbeOptions["connection"],
  stunUrls: readonly string[],
): Peer {
  if (Connection === undefined) throw new ProbeEnd("unsupported");
  // Extensions replace it by other values.
  if (typeof Connection !== "function") throw new ProbeEnd("blocked");
  try {
    return new Connection({
      iceServers: stunUrls.length > 0 ? [{ urls: [...stunUrls] }] : [],
    });
  } catch {
    throw new ProbeEnd("blocked");
  }
}

/**
 * How the NAT maps one local port for two servers (RFC 5780 section 4.3, as far
 * as a browser shows it). Browsers drop a candidate that repeats another, and
 * one that equals the local address. So two candidates of one local address
 * mean two mappings, one means the same mapping for both, and none means that
 * there is no NAT: the last two only if every server has responded.
 *
 * @param foundations of the server-reflexive candidates; the same for those of one
 * local address, as far as servers share an address, too (RFC 8445 section 5.1.1.3)
 * @param haveAllResponded whether gathering ended without a failed server
 * @returns null if that is not known
 */
function natMappingOf(
  foundations: readonly string[],
  haveAllResponded: boolean,
): NatMapping | null {
  const bases = new Set(foundations);
  if (bases.size < foundations.length) return "dependent";
  if (!haveAllResponded) return null;
  return foundations.length > 0 ? "independent" : "none";
}
