import type { IpAddress } from "../../net/ip_address.ts";
import type { Findings } from "../profile.ts";
import { factsAt, flag, flagsAt, text, valueAt } from "./fields.ts";
import {
  anyBody,
  ApiSource,
  DELIBERATE,
  evidenceOf,
  flagEvidence,
  holderEvidence,
  querySource,
  urlBelow,
} from "./query_source.ts";

export const IPINFO_URL = "https://api.ipinfo.io";

/** IPinfo's lookup API, for its plans from Core to Max. */
export class IpinfoSource extends ApiSource<{ readonly token: string }> {
  readonly name = "ipinfo";

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(IPINFO_URL), token, fetch } = this.options;
    const { body } = await querySource(anyBody, {
      fetch,
      url: urlBelow(url, `/lookup/${ip.text}`),
      headers: { authorization: `Bearer ${token}` },
      signal,
    });
    const isAnonymous = flag(body.is_anonymous);
    const kinds = flagsAt(body, {
      proxy: "anonymous.is_proxy",
      relay: "anonymous.is_relay",
      vpn: "anonymous.is_vpn",
      tor: "anonymous.is_tor",
    });
    // Smaller plans say that an address is anonymous, but not how.
    const isUnnamed = isAnonymous && !Object.values(kinds).includes(true);
    if (isAnonymous === false) {
      // An address that is not anonymous is none of these.
      for (const kind of ["proxy", "relay", "vpn", "tor"] as const) {
        kinds[kind] ??= false;
      }
    }
    const flags = {
      ...flagsAt(body, {
        hosting: "is_hosting",
        mobile: "is_mobile",
        satellite: "is_satellite",
      }),
      ...kinds,
    };
    const anonymous = { code: "anonymous", params: {} } as const;
    return {
      facts: factsAt(body, {
        hostname: "hostname",
        countryCode: "geo.country_code",
        region: "geo.region",
        regionCode: "geo.region_code",
        city: "geo.city",
        zip: "geo.postal_code",
        latitude: "geo.latitude",
        longitude: "geo.longitude",
        accuracyRadiusKm: "geo.radius",
        timezone: "geo.timezone",
        asn: "as.asn",
        asnOrg: "as.name",
        asnDomain: "as.domain",
        asnType: "as.type",
      }),
      evidence: [
        ...flagEvidence(this.name, flags, DELIBERATE),
        ...holderEvidence(this.name, text(valueAt(body, "as.type"))),
        ...isUnnamed ? [evidenceOf(this.name, "proxy", 50, anonymous)] : [],
      ],
    };
  }
}
