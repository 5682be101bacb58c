import type { EgressTexts } from "./texts.ts";
import { fill } from "../../i18n/language.ts";
import {
  flagOf,
  isPublicAddress,
  listText,
  networkText,
  placeText,
} from "./address_text.ts";
import type {
  EgressReport,
  ExitProbeName,
  Probe,
  ProbeState,
  ResolverSeen,
} from "./report.ts";

/** A row of a table; null means unknown. */
export interface ProbeRow {
  key: string;
  /**
   * What was probed: `IPv4 exit`, `DNS resolver`, a site's host, `Server
   * reflexive`.
   */
  label: string;
  /** Details: what the probe requests, a protocol and port. */
  detail: string;
  state: ProbeState;
  /** The state in words: `no answer`. */
  stateText: string;
  address: string | null;
  /** `Falkenstein, Germany`. */
  place: string | null;
  /** The country's code in lower case, which names its flag, or an empty string. */
  flag: string;
  /** `AS24940 Hetzner Online GmbH`. */
  network: string | null;
  /** `34 ms`. */
  time: string | null;
}

/** The exit probes in the table's order. */
const EXITS: readonly ExitProbeName[] = [
  "v4",
  "v6",
  "dual",
  "large",
  "literal",
];

/** A duration for people: `34 ms`, `1.2 s`. */
export function elapsedText(ms: number | undefined): string | null {
  if (ms === undefined) return null;
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The exits and resolvers. */
export function exitRows(report: EgressReport, texts: EgressTexts): ProbeRow[] {
  const { labels, details } = texts.rows;
  return [
    ...EXITS.map((name) => {
      const probe = report.exits[name];
      return rowOf(report, texts, probe, {
        key: name,
        label: labels[name],
        detail: details[name],
        ip: probe.value?.ip,
      });
    }),
    ...resolverRows(report, texts),
    v6ResolverRow(report, texts),
  ];
}

/** The operator's chosen sites. */
export function siteRows(report: EgressReport, texts: EgressTexts): ProbeRow[] {
  const { details, finds } = texts.rows;
  return report.sites.map(({ url, probe }) => {
    const ip = probe.value?.exit?.ip;
    const isSilent = probe.state === "found" && ip === undefined;
    const row = rowOf(report, texts, probe, {
      key: url,
      label: new URL(url).host,
      detail: isSilent ? details.silentSite : "",
      ip,
    });
    return isSilent ? { ...row, stateText: finds.reached } : row;
  });
}

/**
 * The WebRTC candidates; a single row with the probe's state if there are none.
 */
export function candidateRows(
  report: EgressReport,
  texts: EgressTexts,
): ProbeRow[] {
  const { details, finds, candidates } = texts.rows;
  const probe = report.candidates;
  const found = probe.value ?? [];
  if (found.length === 0) {
    const row = rowOf(report, texts, probe, { key: "webrtc", label: "WebRTC" });
    return [withoutFinds(row, finds.noCandidate)];
  }
  return found.map(({ type, protocol, address, port, isHidden }) => ({
    ...rowOf(report, texts, probe, {
      key: [type, protocol, address, port].join(" "),
      label: candidates[type],
      detail: fill(details.candidate, {
        protocol: protocol.toUpperCase(),
        port,
      }),
      ip: address,
    }),
    state: "found",
    stateText: isHidden
      ? finds.hidden
      : isPublicAddress(address)
      ? finds.public
      : finds.inner,
  }));
}

function resolverRows(report: EgressReport, texts: EgressTexts): ProbeRow[] {
  const { labels, details, finds } = texts.rows;
  const probe = report.resolvers;
  const found = probe.value ?? [];
  if (found.length === 0) {
    const row = rowOf(report, texts, probe, {
      key: "resolvers",
      label: labels.resolvers,
    });
    return [withoutFinds(row, finds.noResolver)];
  }
  return [...new Set(found.map(({ ip }) => ip))].map((ip) => {
    const seen = found.filter((resolver) => resolver.ip === ip);
    const subnets = new Set(seen.flatMap(({ subnet }) => subnet ?? []));
    const detail = subnets.size > 0
      ? details.resolverWithSubnets
      : details.resolver;
    return rowOf(report, texts, probe, {
      key: `resolver ${ip}`,
      label: labels.resolver,
      detail: fill(detail, {
        protocols: listText(protocols(seen), texts),
        subnets: [...subnets].join(texts.phrases.listComma),
      }),
      ip,
    });
  });
}

function v6ResolverRow(report: EgressReport, texts: EgressTexts): ProbeRow {
  const { labels, details, finds } = texts.rows;
  const probe = report.resolversV6;
  const ips = new Set(probe.value?.map(({ ip }) => ip));
  const [ip] = ips;
  const row = rowOf(report, texts, probe, {
    key: "resolvers-v6",
    label: labels.resolversV6,
    detail: ips.size > 1
      ? fill(details.manyResolversV6, { count: ips.size })
      : details.resolversV6,
    ip,
  });
  return ip === undefined ? withoutFinds(row, finds.noResolver) : row;
}

/** The content of a row; `ip` is the result. */
interface RowOf {
  key: string;
  label: string;
  detail?: string;
  ip?: string;
}

function rowOf(
  { places }: EgressReport,
  texts: EgressTexts,
  { state, elapsedMs }: Probe<unknown>,
  { key, label, detail = "", ip }: RowOf,
): ProbeRow {
  const place = ip === undefined ? undefined : places[ip];
  return {
    key,
    label,
    detail,
    state,
    stateText: texts.rows.states[state],
    address: ip ?? null,
    place: place ? placeText(place, texts) : null,
    flag: place ? flagOf(place) : "",
    network: place ? networkText(place, texts) : null,
    // Nothing was requested, so there is no time to show.
    time: state === "not_configured" ? null : elapsedText(elapsedMs),
  };
}

/** The row of a probe that found an empty list. */
function withoutFinds(row: ProbeRow, stateText: string): ProbeRow {
  return row.state === "none" || row.state === "found"
    ? { ...row, state: "none", stateText }
    : row;
}

function protocols(seen: readonly ResolverSeen[]): string[] {
  const names = new Set(seen.map(({ protocol }) => protocol.toUpperCase()));
  return [...names].sort().reverse();
}
