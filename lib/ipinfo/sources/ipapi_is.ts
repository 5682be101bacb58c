import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Evidence } from "../risk/evidence.ts";
import type { EvidenceValue } from "../view/evidence_detail.ts";
import { withoutEmpty } from "../merge.ts";
import type { Findings, RemoteSource } from "../profile.ts";
import {
  EMPTY_LIFETIME_MS,
  querySource,
  RISK_LIFETIME_MS,
  TIMEOUT_MS,
  urlBelow,
} from "./query_source.ts";
import * as field from "./fields.ts";
import { DELIBERATE, flagEvidence, holderEvidence } from "./flag_evidence.ts";

export const IPAPI_IS_URL = "https://api.ipapi.is";

export interface IpapiIsOptions {
  readonly url?: URL;
  readonly key: string;
  readonly fetch: typeof globalThis.fetch;
}

const ResponseBody = z.object({
  /** Errors have status 200. */
  error: z.null().optional(),
  rir: field.text,
  is_bogon: field.flag,
  is_mobile: field.flag,
  is_satellite: field.flag,
  is_crawler: field.flagOrName,
  is_datacenter: field.flag,
  is_tor: field.flag,
  is_proxy: field.flag,
  is_vpn: field.flag,
  is_abuser: field.flag,
  company: field.part({
    name: field.text,
    type: field.text,
    abuser_score: field.text,
  }),
  abuse: field.part({ email: field.email, phone: field.text }),
  asn: field.part({
    asn: field.asn,
    org: field.text,
    route: field.text,
    type: field.text,
    domain: field.domain,
    abuse: field.email,
    created: field.isoDate,
    updated: field.isoDate,
    rir: field.text,
    abuser_score: field.text,
  }),
  location: field.part({
    country_code: field.countryCode,
    state: field.text,
    city: field.text,
    zip: field.text,
    latitude: field.latitude,
    longitude: field.longitude,
    timezone: field.timezone,
  }),
});
type ResponseBody = z.infer<typeof ResponseBody>;

/** Weights of the score labels. They are low, because the score is that of the network, not of the address. */
const NETWORK_ABUSE: Readonly<
  Record<string, { weight: number; level: EvidenceValue<"level"> }>
> = {
  Elevated: { weight: 20, level: "elevated" },
  High: { weight: 35, level: "high" },
  "Very High": { weight: 45, level: "very-high" },
};

const REGISTRIES: Readonly<Record<string, string>> = {
  ARIN: "ARIN",
  RIPE: "RIPE",
  "RIPE NCC": "RIPE",
  RIPENCC: "RIPE",
  APNIC: "APNIC",
  LACNIC: "LACNIC",
  AFRINIC: "AFRINIC",
};

/** ipapi.is (ipapi.is/developers.html). */
export class IpapiIsSource implements RemoteSource {
  readonly name = "ipapi-is";
  readonly kind = "commercial";
  readonly timeoutMs = TIMEOUT_MS;
  /** Half of its data is about risk. */
  readonly lifetimeMs = RISK_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  readonly #options: IpapiIsOptions;

  constructor(options: IpapiIsOptions) {
    this.#options = options;
  }

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(IPAPI_IS_URL), key, fetch } = this.#options;
    const { body } = await querySource(ResponseBody, {
      fetch,
      url: urlBelow(url, "/", { q: ip.text, key }),
      signal,
    });
    if (body.is_bogon) return { facts: {} };
    const evidence = [
      ...flagEvidence(this.name, {
        hosting: body.is_datacenter,
        mobile: body.is_mobile,
        satellite: body.is_satellite,
        proxy: body.is_proxy,
        vpn: body.is_vpn,
        tor: body.is_tor,
        crawler: body.is_crawler,
        abuser: body.is_abuser,
      }, DELIBERATE),
      ...holderEvidence(this.name, body.company?.type ?? body.asn?.type),
      ...this.#networkAbuse(body),
    ];
    return { facts: factsOf(body, ip), evidence };
  }

  /** The worse label of the company's and the AS's network. */
  #networkAbuse({ company, asn }: ResponseBody): Evidence[] {
    const [worst] = [company, asn]
      .map((network) => labelOf(network?.abuser_score))
      .filter((label) => Object.hasOwn(NETWORK_ABUSE, label))
      .map((label) => NETWORK_ABUSE[label])
      .sort((a, b) => b.weight - a.weight);
    if (!worst) return [];
    return [{
      kind: "abuser",
      source: this.name,
      weight: worst.weight,
      detail: { code: "network-abuse", params: { level: worst.level } },
      observedAt: null,
    }];
  }
}

/** The label of a score such as `0.0049 (Low)`. */
function labelOf(score: string | undefined): string {
  return /^[\d.]+ \(([A-Za-z ]+)\)$/.exec(score ?? "")?.[1] ?? "";
}

function factsOf(body: ResponseBody, ip: IpAddress) {
  const { company, abuse, asn, location } = body;
  const rir = (body.rir ?? asn?.rir ?? "").toUpperCase();
  return withoutEmpty({
    ...field.placeFacts({
      countryCode: location?.country_code,
      region: location?.state,
      city: location?.city,
      zip: location?.zip,
      latitude: location?.latitude,
      longitude: location?.longitude,
      timezone: location?.timezone,
    }),
    asn: asn?.asn,
    asnOrg: asn?.org,
    asnDomain: asn?.domain,
    asnType: asn?.type,
    asnCreated: asn?.created,
    asnUpdated: asn?.updated,
    route: field.routeOf(asn?.route, ip),
    rir: Object.hasOwn(REGISTRIES, rir) ? REGISTRIES[rir] : undefined,
    org: company?.name,
    assignedOrg: company?.name,
    abuseEmail: abuse?.email ?? asn?.abuse,
    abusePhone: abuse?.phone,
  });
}
