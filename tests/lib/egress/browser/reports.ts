import {
  type EgressReport,
  type EgressSetup,
  emptyReport,
} from "../../../../lib/egress/view/report.ts";

/** A setup with everything configured. */
export const fullSetup: EgressSetup = {
  v4Origin: "https://v4.test",
  v6Origin: "https://v6.test",
  literalOrigin: "https://[2001:db8::1]",
  probeZone: "probe.test",
  hasV6NameServer: true,
  stunUrls: ["stun:stun.test"],
  nat64StunUrl: "stun:[64:ff9b::cb00:7101]:3478",
  sites: ["https://one.test/", "https://two.test/"],
  hasOwnSites: false,
  provenHosts: ["v6"],
};

/** A report before the start, with some values replaced. */
export function reportWith(more: Partial<EgressReport>): EgressReport {
  return { ...emptyReport(fullSetup), ...more };
}
