/** The verdict of the leak test as data. */

/** The state of a part. `none`: there is none, and that was seen. */
export type PartState = "ok" | "leak" | "unsure" | "none" | "untested";

export const PART_NAMES = ["ipv4", "ipv6", "dns", "webrtc"] as const;

export type PartName = typeof PART_NAMES[number];

/**
 * The state of the whole. `partial`: a tunnel without a leak, but not all parts are
 * `ok` or `none`; `no-tunnel`: no exit looks like a tunnel's; `untested`: no exit was
 * found, or nothing is known about any.
 */
export type WholeState =
  | "leak"
  | "protected"
  | "partial"
  | "no-tunnel"
  | "untested";

/** Why a part is in its state. */
export type ReasonCode =
  /** Leaves through the tunnel. */
  | "through_tunnel"
  /** Leaves through a hosting network, and no list says that it is the tunnel's. */
  | "through_tunnel_hosting"
  /** There is no tunnel to bypass. */
  | "own_connection"
  | "outside_tunnel"
  /** A site saw an exit outside the tunnel, because of a rule by destination. */
  | "site_outside"
  /** In the access network of a tunnel's exit, but not known as its exit. */
  | "same_network"
  | "unknown_network"
  /** The resolver of a public DNS service. */
  | "public_dns"
  /** A hosting network that is not the tunnel's. */
  | "other_hosting"
  /** No exit to compare it with. */
  | "no_exit"
  | "none"
  /** The browser has no WebRTC. */
  | "unsupported"
  | "private_address"
  /** Without a STUN server, WebRTC's public address is not tested. */
  | "stun_silent"
  | "failed"
  | "timed_out"
  | "blocked"
  | "not_offered"
  | "stopped";

interface Reason {
  code: ReasonCode;
  params: Readonly<Record<string, string>>;
}

export interface Part {
  state: PartState;
  reason: Reason;
  /** All public addresses that it found, those of the reason first. */
  addresses: string[];
}

export type Parts = Readonly<Record<PartName, Part>>;

/** A part without a finding. */
export function emptyPart(
  state: "none" | "untested",
  code: ReasonCode,
  params: Reason["params"] = {},
): Part {
  return { state, reason: { code, params }, addresses: [] };
}

/** What one of a part's addresses shows. */
export interface Finding {
  state: "ok" | "leak" | "unsure";
  code: ReasonCode;
  ip: string;
  params?: Reason["params"];
}

const WORST = ["leak", "unsure", "ok"] as const;

/** The part of at least one finding: the worst decides. */
export function worstOf(findings: readonly Finding[]): Part {
  const sorted = [...findings].sort((a, b) =>
    WORST.indexOf(a.state) - WORST.indexOf(b.state)
  );
  const [{ state, code, params = {} }] = sorted;
  const addresses = [...new Set(sorted.map(({ ip }) => ip))];
  return { state, reason: { code, params }, addresses };
}
