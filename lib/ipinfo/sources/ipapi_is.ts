import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Findings } from "../profile.ts";
import type { Evidence } from "../risk/evidence.ts";
import type { EvidenceValue } from "../view/evidence_detail.ts";
import { factsAt, flag, flagsAt, routeOf, text, valueAt } from "./fields.ts";
import {
  ApiSource,
  DELIBERATE,
  evidenceOf,
  flagEvidence,
  holderEvidence,
  querySource,
  urlBelow,
} from "./query_source.ts";

export const IPAPI_IS_URL = "https://api.ipapi.is";

/** Errors have status 200. */
const responseBody = z.looseObject({ error: z.null().optional() });

/** Weights of the score labels. They are low, because the score is that of the network, not of the address. */
const NETWORK_ABUSE: Readonly<
  Record<string, { weight: number; level: EvidenceValue<"level"> }>
> = {
  Elevated: { weight: 20, level: "elevated" },
  High: { weight: 35, level: "high" },
  "Very High": { weight: 45, level: "very-high" },
};

/** ipapi.is (ipapi.is/developers.html). */
export class IpapiIsSource extends ApiSource<{ readonly key: string }> {
  readonly name = "ipapi-is";

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(IPAPI_IS_URL), key, fetch } = this.options;
    const { body } = await querySource(responseBody, {
      fetch,
      url: urlBelow(url, "/", { q: ip.text, key }),
      signal,
    });
    if (flag(body.is_bogon)) return { facts: {} };
    const textAt = (path: string) => text(valueAt(body, path));
    const crawler = body.is_crawler;
    const flags = {
      ...flagsAt(body, {
        hosting: "is_datacenter",
        mobile: "is_mobile",
        satellite: "is_satellite",
        proxy: "is_proxy",
        vpn: "is_vpn",
        tor: "is_tor",
      }),
      // True, false, or a name, which counts as true.
      crawler: flag(crawler) ?? (text(crawler) ? true : undefined),
      abuser: flag(body.is_abuser),
    };
    const facts = factsAt(body, {
      countryCode: "location.country_code",
      region: "location.state",
      city: "location.city",
      zip: "location.zip",
      latitude: "location.latitude",
      longitude: "location.longitude",
      timezone: "location.timezone",
      asn: "asn.asn",
      asnOrg: "asn.org",
      asnDomain: "asn.domain",
      asnType: "asn.type",
      asnCreated: "asn.created",
      asnUpdated: "asn.updated",
      rir: textAt("rir") ? "rir" : "asn.rir",
      org: "company.name",
      assignedOrg: "company.name",
      abuseEmail: ["abuse.email", "asn.abuse"],
      abusePhone: "abuse.phone",
    });
    const route = routeOf(textAt("asn.route"), ip);
    return {
      facts: route ? { ...facts, route } : facts,
      evidence: [
        ...flagEvidence(this.name, flags, DELIBERATE),
        ...holderEvidence(
          this.name,
          textAt("company.type") ?? textAt("asn.type"),
        ),
        ...this.#networkAbuse(
          textAt("company.abuser_score"),
          textAt("asn.abuser_score"),
        ),
      ],
    };
  }

  /** The worse label of the company's and the AS's network. */
  #networkAbuse(...scores: (string | undefined)[]): Evidence[] {
    const [worst] = scores.map(labelOf)
      .filter((label) => Object.hasOwn(NETWORK_ABUSE, label))
      .map((label) => NETWORK_ABUSE[label])
      .sort((a, b) => b.weight - a.weight);
    if (!worst) return [];
    const { weight, level } = worst;
    const detail = { code: "network-abuse", params: { level } } as const;
    return [evidenceOf(this.name, "abuser", weight, detail)];
  }
}

/** The label of a score such as `0.0049 (Low)`. */
function labelOf(score: string | undefined): string {
  return /^[\d.]+ \(([A-Za-z ]+)\)$/.exec(score ?? "")?.[1] ?? "";
}
