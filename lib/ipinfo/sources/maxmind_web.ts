import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import { OutboundError } from "../../core/outbound.ts";
import type { Evidence } from "../risk/evidence.ts";
import type { Trait } from "../view/evidence_detail.ts";
import { withoutEmpty } from "../merge.ts";
import type { Findings, RemoteSource } from "../profile.ts";
import { SourceBusyError } from "../remote_sources.ts";
import {
  EMPTY_LIFETIME_MS,
  querySource,
  RISK_LIFETIME_MS,
  TIMEOUT_MS,
  urlBelow,
} from "./query_source.ts";
import * as field from "./fields.ts";
import { DELIBERATE, flagEvidence } from "./flag_evidence.ts";

export const MAXMIND_URL = "https://geoip.maxmind.com";
const DEFAULT_PATH = "/geoip/v2.1/city";

export interface MaxmindWebOptions {
  /** A server, or a service on it such as https://geolite.info/geoip/v2.1/city. The address is appended to its path. */
  readonly url?: URL;
  readonly accountId: string;
  readonly licenseKey: string;
  readonly fetch: typeof globalThis.fetch;
}

const names = field.part({ en: field.text });
const country = field.part({ iso_code: field.countryCode });
const anonymity = {
  is_anonymous: field.flag,
  is_anonymous_vpn: field.flag,
  is_hosting_provider: field.flag,
  is_public_proxy: field.flag,
  is_residential_proxy: field.flag,
  is_tor_exit_node: field.flag,
};

const ResponseBody = z.object({
  /** Only in errors. */
  code: field.text,
  country,
  registered_country: country,
  subdivisions: z.array(field.part({ iso_code: field.regionCode, names }))
    .optional().catch(undefined),
  city: field.part({ names }),
  postal: field.part({ code: field.text }),
  location: field.part({
    accuracy_radius: field.radiusKm,
    latitude: field.latitude,
    longitude: field.longitude,
    time_zone: field.timezone,
  }),
  traits: field.part({
    autonomous_system_number: field.asn,
    autonomous_system_organization: field.text,
    isp: field.text,
    organization: field.text,
    user_type: field.text,
    connection_type: field.text,
    ...anonymity,
  }),
  anonymizer: field.part({ ...anonymity, network_last_seen: field.time }),
});
type ResponseBody = z.infer<typeof ResponseBody>;

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
export class MaxmindWebSource implements RemoteSource {
  readonly name = "maxmind-web";
  readonly kind = "commercial";
  readonly timeoutMs = TIMEOUT_MS;
  readonly lifetimeMs = RISK_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  readonly #options: MaxmindWebOptions;

  constructor(options: MaxmindWebOptions) {
    this.#options = options;
  }

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url = new URL(MAXMIND_URL), accountId, licenseKey, fetch } =
      this.#options;
    const service = url.pathname === "/" ? DEFAULT_PATH : "";
    const response = await querySource(ResponseBody, {
      fetch,
      url: urlBelow(url, `${service}/${ip.text}`),
      headers: { authorization: `Basic ${btoa(`${accountId}:${licenseKey}`)}` },
      signal,
      errorStatuses: [400, 404],
    }).catch((error) => {
      throw isOutOfQueries(error)
        ? new SourceBusyError(OUT_OF_QUERIES_HOLD_OFF_MS)
        : error;
    });
    const { status, body } = response;
    if (status >= 400) {
      if (NO_DATA.includes(body.code ?? "")) return { facts: {} };
      const message = `the server responded with ${status}`;
      throw new OutboundError("bad_status", message, { head: response });
    }
    return {
      facts: factsOf(body),
      evidence: [...this.#anonymity(body), ...this.#lines(body)],
    };
  }

  #anonymity({ traits, anonymizer }: ResponseBody): Evidence[] {
    const is = (flag: keyof typeof anonymity) =>
      anonymizer?.[flag] ?? traits?.[flag];
    const proxies = [is("is_public_proxy"), is("is_residential_proxy")];
    const flags = {
      hosting: is("is_hosting_provider"),
      vpn: is("is_anonymous_vpn"),
      tor: is("is_tor_exit_node"),
      proxy: proxies.includes(true) || proxies.find((flag) => flag === false),
    };
    const observedAt = anonymizer?.network_last_seen ?? null;
    const evidence = flagEvidence(this.name, flags, DELIBERATE, { observedAt });
    const isNamed = evidence.some(({ weight }) => weight > 0);
    if (is("is_anonymous") && !isNamed) {
      evidence.push({
        kind: "proxy",
        source: this.name,
        weight: 50,
        detail: { code: "anonymous", params: {} },
        observedAt,
      });
    }
    return evidence;
  }

  #lines({ traits }: ResponseBody): Evidence[] {
    const kinds = [traits?.user_type, traits?.connection_type]
      .flatMap((type) => type && Object.hasOwn(LINES, type) ? LINES[type] : []);
    const flags = Object.fromEntries(kinds.map((kind) => [kind, true]));
    return flagEvidence(this.name, flags, { yes: 60 });
  }
}

function isOutOfQueries(error: unknown): boolean {
  return error instanceof OutboundError && error.status === 402;
}

function factsOf({ traits, ...body }: ResponseBody) {
  return withoutEmpty({
    ...field.placeFacts(placeOf(body)),
    asn: traits?.autonomous_system_number,
    asnOrg: traits?.autonomous_system_organization,
    isp: traits?.isp,
    org: traits?.organization,
  });
}

function placeOf(
  { country, registered_country, subdivisions, city, postal, location }:
    Partial<ResponseBody>,
) {
  // Without a country, use the one in which the block is registered; it says
  // nothing about the city.
  if (!country?.iso_code) return { countryCode: registered_country?.iso_code };
  const region = subdivisions?.[0];
  return {
    countryCode: country.iso_code,
    region: region?.names?.en,
    regionCode: region?.iso_code,
    city: city?.names?.en,
    zip: postal?.code,
    latitude: location?.latitude,
    longitude: location?.longitude,
    accuracyRadiusKm: location?.accuracy_radius,
    timezone: location?.time_zone,
  };
}
