import { OutboundError } from "../../core/outbound.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Facts, Findings } from "../profile.ts";
import { SourceBusyError } from "../remote_sources.ts";
import type { Evidence } from "../risk/evidence.ts";
import type { Trait } from "../view/evidence_detail.ts";
import { FACT_READERS, factsAt, flag, text, time, valueAt } from "./fields.ts";
import {
  anyBody,
  ApiSource,
  DELIBERATE,
  evidenceOf,
  flagEvidence,
  querySource,
  urlBelow,
} from "./query_source.ts";

export const MAXMIND_URL = "https://geoip.maxmind.com";
const DEFAULT_PATH = "/geoip/v2.1/city";

interface Account {
  readonly accountId: string;
  readonly licenseKey: string;
}

/** The error codes for addresses without data. */
const NO_DATA: readonly string[] = [
  "IP_ADDRESS_NOT_FOUND",
  "IP_ADDRESS_RESERVED",
];

const OUT_OF_QUERIES_HOLD_OFF_MS = 3_600_000;

/** The trait that a type of user or connection stands for. */
const LINES: Readonly<Record<string, Trait>> = {
  business: "commercial",
  cafe: "commercial",
  college: "commercial",
  government: "commercial",
  library: "commercial",
  military: "commercial",
  school: "commercial",
  Corporate: "commercial",
  cellular: "mobile",
  Cellular: "mobile",
  content_delivery_network: "hosting",
  hosting: "hosting",
  consumer_privacy_network: "proxy",
  residential: "residential",
  Satellite: "satellite",
  search_engine_spider: "crawler",
};

/** MaxMind's web services City and Insights, and GeoLite's (dev.maxmind.com/geoip/docs/web-services). */
export class MaxmindWebSource extends ApiSource<Account> {
  readonly name = "maxmind-web";

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(MAXMIND_URL), accountId, licenseKey, fetch } =
      this.options;
    // A service such as https://geolite.info/geoip/v2.1/city can stand for the server.
    const service = url.pathname === "/" ? DEFAULT_PATH : "";
    const response = await querySource(anyBody, {
      fetch,
      url: urlBelow(url, `${service}/${ip.text}`),
      headers: { authorization: `Basic ${btoa(`${accountId}:${licenseKey}`)}` },
      signal,
      errorStatuses: [400, 404],
    }).catch((error) => {
      throw error instanceof OutboundError && error.status === 402
        ? new SourceBusyError(OUT_OF_QUERIES_HOLD_OFF_MS)
        : error;
    });
    const { status, body } = response;
    if (status >= 400) {
      if (NO_DATA.includes(text(body.code) ?? "")) return { facts: {} };
      const message = `the server responded with ${status}`;
      throw new OutboundError("bad_status", message, { head: response });
    }
    return {
      facts: factsOf(body),
      evidence: [...this.#anonymity(body), ...this.#lines(body)],
    };
  }

  #anonymity(body: unknown): Evidence[] {
    const is = (name: string) =>
      flag(valueAt(body, `anonymizer.${name}`)) ??
        flag(valueAt(body, `traits.${name}`));
    const proxies = [is("is_public_proxy"), is("is_residential_proxy")];
    const flags = {
      hosting: is("is_hosting_provider"),
      vpn: is("is_anonymous_vpn"),
      tor: is("is_tor_exit_node"),
      proxy: proxies.includes(true) || proxies.find((flag) => flag === false),
    };
    const observedAt = time(valueAt(body, "anonymizer.network_last_seen")) ??
      null;
    const evidence = flagEvidence(this.name, flags, DELIBERATE, { observedAt });
    const isNamed = evidence.some(({ weight }) => weight > 0);
    if (is("is_anonymous") && !isNamed) {
      const detail = { code: "anonymous", params: {} } as const;
      evidence.push(evidenceOf(this.name, "proxy", 50, detail, observedAt));
    }
    return evidence;
  }

  #lines(body: unknown): Evidence[] {
    const kinds = ["traits.user_type", "traits.connection_type"]
      .map((path) => text(valueAt(body, path)))
      .flatMap((type) => type && Object.hasOwn(LINES, type) ? LINES[type] : []);
    const flags = Object.fromEntries(kinds.map((kind) => [kind, true]));
    return flagEvidence(this.name, flags, { yes: 60 });
  }
}

function factsOf(body: unknown): Partial<Facts> {
  const network = {
    asn: "traits.autonomous_system_number",
    asnOrg: "traits.autonomous_system_organization",
    isp: "traits.isp",
    org: "traits.organization",
  };
  // Without a country, use the one in which the block is registered; it says
  // nothing about the city.
  if (!FACT_READERS.countryCode(valueAt(body, "country.iso_code"))) {
    const countryCode = "registered_country.iso_code";
    return factsAt(body, { ...network, countryCode });
  }
  return factsAt(body, {
    ...network,
    countryCode: "country.iso_code",
    region: "subdivisions.0.names.en",
    regionCode: "subdivisions.0.iso_code",
    city: "city.names.en",
    zip: "postal.code",
    latitude: "location.latitude",
    longitude: "location.longitude",
    accuracyRadiusKm: "location.accuracy_radius",
    timezone: "location.time_zone",
  });
}
