import { flagText, networkText, placeText } from "./place_text.ts";
import { isPublicAddress } from "./public_address.ts";
import type {
  Candidate,
  EgressReport,
  ExitProbeName,
  Probe,
  ProbeState,
  ResolverSeen,
} from "./report.ts";

/** A line of one of the tables; null is not known. */
export interface ProbeRow {
  key: string;
  /** What was probed: `IPv4 exit`, `DNS resolver`, a site's host, `Server reflexive`. */
  label: string;
  /** More about it: what the probe asks, a protocol and port. */
  detail: string;
  state: ProbeState;
  /** The state in words: `no answer`. */
  stateText: string;
  address: string | null;
  /** `Falkenstein, Germany`. */
  place: string | null;
  /** The country's flag as an emoji, or nothing. */
  flag: string;
  /** `AS24940 Hetzner Online GmbH`. */
  network: string | null;
  /** `34 ms`. */
  time: string | null;
}

export const EXIT_LABELS: Readonly<
  Record<ExitProbeName, readonly [label: string, detail: string]>
> = {
  v4: ["IPv4 exit", "a host with IPv4 alone"],
  v6: ["IPv6 exit", "a host with IPv6 alone"],
  dual: ["Preferred exit", "a host with both: your browser chooses"],
  large: ["Large answer", "the same host, more than one packet"],
  literal: ["Literal IPv6", "an address in the URL: no name to resolve"],
};

export const RESOLVERS_V6_LABEL = "DNS over IPv6";

const CANDIDATE_LABELS: Readonly<Record<Candidate["type"], string>> = {
  host: "Host",
  srflx: "Server reflexive",
  prflx: "Peer reflexive",
  relay: "Relay",
};

const STATE_TEXT: Readonly<Record<ProbeState, string>> = {
  idle: "not started",
  running: "running …",
  found: "found",
  none: "no answer",
  timed_out: "timed out",
  blocked: "blocked",
  not_configured: "not configured",
  stopped: "stopped",
};

/** A time as people read it: `34 ms`, `1.2 s`. */
export function elapsedText(ms: number | undefined): string | null {
  if (ms === undefined) return null;
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The exits and the resolvers. */
export function exitRows(report: EgressReport): ProbeRow[] {
  const names = Object.keys(EXIT_LABELS) as ExitProbeName[];
  return [
    ...names.map((name) => {
      const probe = report.exits[name];
      const [label, detail] = EXIT_LABELS[name];
      return rowOf(report, name, label, detail, probe, probe.value?.ip);
    }),
    ...resolverRows(report),
    v6ResolverRow(report),
  ];
}

/** The sites of the operator's choice. */
export function siteRows(report: EgressReport): ProbeRow[] {
  return report.sites.map(({ url, probe }) => {
    const ip = probe.value?.exit?.ip;
    const isSilent = probe.state === "found" && ip === undefined;
    const detail = isSilent ? "does not tell which address it saw" : "";
    const row = rowOf(report, url, new URL(url).host, detail, probe, ip);
    return isSilent ? { ...row, stateText: "reached" } : row;
  });
}

/** The WebRTC candidates; one row in the probe's state where there is none. */
export function candidateRows(report: EgressReport): ProbeRow[] {
  const probe = report.candidates;
  const found = probe.value ?? [];
  if (found.length === 0) {
    const row = rowOf(report, "webrtc", "WebRTC", "", probe);
    return [withoutFinds(row, probe, "no candidate")];
  }
  return found.map(({ type, protocol, address, port, isHidden }) => ({
    ...rowOf(
      report,
      [type, protocol, address, port].join(" "),
      CANDIDATE_LABELS[type],
      `${protocol.toUpperCase()}, port ${port}`,
      probe,
      address,
    ),
    state: "found",
    stateText: isHidden
      ? "hidden by the browser"
      : isPublicAddress(address)
      ? "public address"
      : "inner address",
  }));
}

function resolverRows(report: EgressReport): ProbeRow[] {
  const probe = report.resolvers;
  const found = probe.value ?? [];
  if (found.length === 0) {
    const row = rowOf(report, "resolvers", "DNS resolvers", "", probe);
    return [withoutFinds(row, probe, "none seen")];
  }
  return [...new Set(found.map(({ ip }) => ip))].map((ip) => {
    const seen = found.filter((resolver) => resolver.ip === ip);
    const detail = `asks over ${protocols(seen)}${subnets(seen)}`;
    return rowOf(report, `resolver ${ip}`, "DNS resolver", detail, probe, ip);
  });
}

function v6ResolverRow(report: EgressReport): ProbeRow {
  const probe = report.resolversV6;
  const ips = new Set(probe.value?.map(({ ip }) => ip));
  const detail = ips.size > 1
    ? `${ips.size} resolvers reach a name server with IPv6 alone`
    : "a name server with IPv6 alone";
  const [ip] = ips;
  const row = rowOf(
    report,
    "resolvers-v6",
    RESOLVERS_V6_LABEL,
    detail,
    probe,
    ip,
  );
  return ip === undefined ? withoutFinds(row, probe, "none seen") : row;
}

function rowOf(
  { places }: EgressReport,
  key: string,
  label: string,
  detail: string,
  { state, elapsedMs }: Probe<unknown>,
  ip?: string,
): ProbeRow {
  const place = ip === undefined ? undefined : places[ip];
  return {
    key,
    label,
    detail,
    state,
    stateText: STATE_TEXT[state],
    address: ip ?? null,
    place: place ? placeText(place) : null,
    flag: place ? flagText(place) : "",
    network: place ? networkText(place) : null,
    time: elapsedText(elapsedMs),
  };
}

/** For probes that find lists: to have found an empty one is to have found nothing. */
function withoutFinds(
  row: ProbeRow,
  { state }: Probe<unknown>,
  stateText: string,
): ProbeRow {
  return state === "none" || state === "found"
    ? { ...row, state: "none", stateText }
    : row;
}

function protocols(seen: readonly ResolverSeen[]): string {
  const names = new Set(seen.map(({ protocol }) => protocol.toUpperCase()));
  return [...names].sort().reverse().join(" and ");
}

function subnets(seen: readonly ResolverSeen[]): string {
  const told = new Set(seen.flatMap(({ subnet }) => subnet ?? []));
  return told.size === 0 ? "" : `, passes on ${[...told].join(", ")}`;
}
