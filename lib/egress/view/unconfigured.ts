import type { EgressSetup } from "./report.ts";
import type { EgressTexts } from "./texts.ts";

/** A part of the page that is off, and the variables that turn it on. */
export interface UnconfiguredPart {
  part: string;
  variables: string;
}

/** What administrators could still configure, in the page's order. */
export function unconfiguredParts(
  setup: EgressSetup,
  { rows: { labels }, verdicts: { byStun, natMapping, nat64 }, titles }:
    EgressTexts,
): UnconfiguredPart[] {
  const { probeZone, hasV6NameServer, stunUrls, nat64StunUrl, sites } = setup;
  const parts: [isOn: boolean, part: string, variables: string][] = [
    [setup.v4Origin !== null, labels.v4, "V4_URL"],
    [setup.v6Origin !== null, labels.v6, "V6_URL"],
    [setup.literalOrigin !== null, labels.literal, "V6_LITERAL_URL"],
    [
      probeZone !== null,
      labels.resolvers,
      "DNS_PROBE_ZONE, DNS_PROBE_ADDRESSES, DNS_PROBE_PORT",
    ],
    [hasV6NameServer, labels.resolversV6, "DNS_PROBE_ADDRESSES"],
    [stunUrls.length > 0, byStun, "STUN_PORT, STUN_URLS"],
    [stunUrls.length > 1, natMapping, "STUN_SECOND_PORT, STUN_URLS"],
    [nat64StunUrl !== null, nat64, "STUN_PORT, DNS_PROBE_ADDRESSES"],
    [sites.length > 0, titles.sites, "EGRESS_SITES"],
  ];
  return parts.filter(([isOn]) => !isOn)
    .map(([, part, variables]) => ({ part, variables }));
}
