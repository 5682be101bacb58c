import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Evidence } from "../risk/evidence.ts";
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

export const IPINFO_URL = "https://api.ipinfo.io";

export interface IpinfoOptions {
  readonly url?: URL;
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
}

const ResponseBody = z.object({
  hostname: field.hostname,
  geo: field.part({
    city: field.text,
    region: field.text,
    region_code: field.regionCode,
    country_code: field.countryCode,
    latitude: field.latitude,
    longitude: field.longitude,
    radius: field.radiusKm,
    timezone: field.timezone,
    postal_code: field.text,
  }),
  as: field.part({
    asn: field.asn,
    name: field.text,
    domain: field.domain,
    type: field.text,
  }),
  is_anonymous: field.flag,
  is_hosting: field.flag,
  is_mobile: field.flag,
  is_satellite: field.flag,
  anonymous: field.part({
    is_proxy: field.flag,
    is_relay: field.flag,
    is_tor: field.flag,
    is_vpn: field.flag,
  }),
});
type ResponseBody = z.infer<typeof ResponseBody>;

/** IPinfo's lookup API, for its plans from Core to Max. */
export class IpinfoSource implements RemoteSource {
  readonly name = "ipinfo";
  readonly kind = "commercial";
  readonly timeoutMs = TIMEOUT_MS;
  readonly lifetimeMs = RISK_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  readonly #options: IpinfoOptions;

  constructor(options: IpinfoOptions) {
    this.#options = options;
  }

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(IPINFO_URL), token, fetch } = this.#options;
    const { body } = await querySource(ResponseBody, {
      fetch,
      url: urlBelow(url, `/lookup/${ip.text}`),
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    const evidence = [
      ...flagEvidence(this.name, flagsOf(body), DELIBERATE),
      ...holderEvidence(this.name, body.as?.type),
      ...this.#unnamedAnonymity(body),
    ];
    return { facts: factsOf(body), evidence };
  }

  /** Smaller plans say that an address is anonymous, but not how. */
  #unnamedAnonymity({ is_anonymous, anonymous }: ResponseBody): Evidence[] {
    const isNamed = Object.values(anonymous ?? {}).includes(true);
    if (!is_anonymous || isNamed) return [];
    return [{
      kind: "proxy",
      source: this.name,
      weight: 50,
      detail: { code: "anonymous", params: {} },
      observedAt: null,
    }];
  }
}

function flagsOf(
  { is_anonymous, is_hosting, is_mobile, is_satellite, anonymous }:
    ResponseBody,
) {
  // An address that is not anonymous is none of these.
  const otherwise = is_anonymous === false ? false : undefined;
  const { is_proxy, is_relay, is_vpn, is_tor } = anonymous ?? {};
  return {
    hosting: is_hosting,
    mobile: is_mobile,
    satellite: is_satellite,
    proxy: is_proxy ?? otherwise,
    relay: is_relay ?? otherwise,
    vpn: is_vpn ?? otherwise,
    tor: is_tor ?? otherwise,
  };
}

function factsOf({ hostname, geo, as }: ResponseBody) {
  return withoutEmpty({
    hostname,
    ...field.placeFacts({
      countryCode: geo?.country_code,
      region: geo?.region,
      regionCode: geo?.region_code,
      city: geo?.city,
      zip: geo?.postal_code,
      latitude: geo?.latitude,
      longitude: geo?.longitude,
      accuracyRadiusKm: geo?.radius,
      timezone: geo?.timezone,
    }),
    asn: as?.asn,
    asnOrg: as?.name,
    asnDomain: as?.domain,
    asnType: as?.type,
  });
}
