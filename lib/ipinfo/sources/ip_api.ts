import * as z from "zod";
import * as field from "./fields.ts";
import type { ClientKey } from "../../core/caller.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { OutboundError } from "../../core/outbound.ts";
import { boundedHoldOffMs, retryAfterMs } from "../../core/circuit.ts";
import { isCdnLoop } from "../cdn_loop.ts";
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
import { flagEvidence } from "./flag_evidence.ts";

export interface IpApiOptions {
  /** The server, for example http://ip-api.com; its path and query are kept. */
  readonly url: URL;
  readonly fetch: typeof globalThis.fetch;
  /** The name of this server in CDN-Loop. */
  readonly ownName: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
const FIELDS =
  "status,message,countryCode,region,regionName,city,district,zip,lat,lon,timezone,isp,org,as,asname,reverse,mobile,proxy,hosting";

const ResponseBody = z.object({
  status: z.enum(["success", "fail"]),
  message: field.text,
  countryCode: field.countryCode,
  region: field.regionCode,
  regionName: field.text,
  city: field.text,
  district: field.text,
  zip: field.text,
  lat: field.latitude,
  lon: field.longitude,
  timezone: field.timezone,
  isp: field.text,
  org: field.text,
  as: field.text,
  asname: field.text,
  reverse: field.hostname,
  mobile: field.flag,
  proxy: field.flag,
  hosting: field.flag,
});
type ResponseBody = z.infer<typeof ResponseBody>;

/** The messages for addresses without data. */
const NO_DATA: readonly string[] = ["private range", "reserved range"];

/** A server that responds like ip-api.com (ip-api.com/docs/api:json). */
export class IpApiSource implements RemoteSource {
  readonly name = "ip-api";
  readonly kind = "open";
  readonly timeoutMs = TIMEOUT_MS;
  readonly lifetimeMs = RISK_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  readonly #options: IpApiOptions;
  #heldOffUntil = 0;

  constructor(options: IpApiOptions) {
    this.#options = options;
  }

  /** Two Portholes can be each other's server. */
  isLoop(servers: readonly string[]): boolean {
    return isCdnLoop(servers, this.#options.ownName);
  }

  async lookup(
    ip: IpAddress,
    signal: AbortSignal,
    _client?: ClientKey,
    servers: readonly string[] = [],
  ): Promise<Findings> {
    const { url, fetch, now, ownName } = this.#options;
    const waitMs = this.#heldOffUntil - now();
    if (waitMs > 0) throw new SourceBusyError(waitMs);
    const request = {
      fetch,
      url: urlBelow(url, `/json/${ip.text}`, { fields: FIELDS }),
      headers: { "cdn-loop": [...servers, ownName].join(", ") },
      signal,
      holdOffMs: (headers: Headers) =>
        windowMs(headers) ?? retryAfterMs(headers),
    };
    const response = await querySource(ResponseBody, request).catch((error) => {
      throw this.#holdOff(error);
    });
    // The server bans clients that go on after using up their requests per minute.
    if (response.headers.get("x-rl")?.trim() === "0") {
      this.#heldOffUntil = now() + (windowMs(response.headers) ?? MINUTE_MS);
    }
    return this.#findings(response);
  }

  #holdOff(error: unknown): unknown {
    if (!(error instanceof SourceBusyError)) return error;
    this.#heldOffUntil = this.#options.now() + error.retryAfterMs;
    return error;
  }

  #findings({ body, status, headers }: {
    readonly body: ResponseBody;
    readonly status: number;
    readonly headers: Headers;
  }): Findings {
    if (body.status === "fail") {
      if (NO_DATA.includes(body.message ?? "")) return { facts: {} };
      throw new OutboundError("bad_body", "the server reports a failure", {
        head: { status, headers },
      });
    }
    return { facts: factsOf(body), evidence: this.#evidence(body) };
  }

  #evidence({ mobile, hosting, proxy }: ResponseBody) {
    return flagEvidence(this.name, { hosting, mobile, proxy }, { yes: 60 }, {
      speaker: "free",
    });
  }
}

function factsOf(body: ResponseBody) {
  const asn = /^AS(\d+)(?: (.+))?$/.exec(body.as ?? "");
  return withoutEmpty({
    hostname: body.reverse,
    ...field.placeFacts({
      countryCode: body.countryCode,
      region: body.regionName,
      regionCode: body.region,
      city: body.city,
      district: body.district,
      zip: body.zip,
      latitude: body.lat,
      longitude: body.lon,
      timezone: body.timezone,
    }),
    asn: field.asn.parse(body.as),
    asnOrg: asn?.[2],
    asnName: body.asname,
    isp: body.isp,
    org: body.org,
  });
}

/** Milliseconds until the server's window ends. */
function windowMs(headers: Headers): number | undefined {
  const seconds = headers.get("x-ttl")?.trim();
  return seconds && /^\d+$/.test(seconds)
    ? boundedHoldOffMs(Number(seconds) * 1000)
    : undefined;
}
