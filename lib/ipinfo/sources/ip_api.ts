import { z } from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import { OutboundError } from "../../core/outbound.ts";
import { boundedHoldOffMs, retryAfterMs } from "../../core/retry_after.ts";
import { withoutEmpty } from "../merge.ts";
import type { Findings, RemoteSource } from "../profile.ts";
import { SourceBusy } from "../remote_sources.ts";
import {
  askJson,
  below,
  EMPTY_LIFETIME_MS,
  RISK_LIFETIME_MS,
  TIMEOUT_MS,
} from "./ask_json.ts";
import * as field from "./fields.ts";
import { flagEvidence } from "./flag_evidence.ts";

export interface IpApiOptions {
  /** The server, for example http://ip-api.com; its path and query are kept. */
  readonly url: URL;
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
const FIELDS =
  "status,message,countryCode,region,regionName,city,district,zip,lat,lon,timezone,isp,org,as,asname,reverse,mobile,proxy,hosting";

const Answer = z.object({
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
type Answer = z.infer<typeof Answer>;

/** What the server says of addresses about which there is nothing to know. */
const NOTHING_TO_KNOW: readonly string[] = ["private range", "reserved range"];

/** A server that answers as ip-api.com does (ip-api.com/docs/api:json). */
export class IpApiSource implements RemoteSource {
  readonly name = "ip-api";
  readonly kind = "open";
  readonly timeoutMs = TIMEOUT_MS;
  readonly lifetimeMs = RISK_LIFETIME_MS;
  readonly emptyLifetimeMs = EMPTY_LIFETIME_MS;
  readonly #options: IpApiOptions;
  #restUntil = 0;

  constructor(options: IpApiOptions) {
    this.#options = options;
  }

  async lookup(ip: IpAddress, signal: AbortSignal): Promise<Findings> {
    const { url, fetch, now } = this.#options;
    const restMs = this.#restUntil - now();
    if (restMs > 0) throw new SourceBusy(restMs);
    const request = {
      fetch,
      url: below(url, `/json/${ip.text}`, { fields: FIELDS }),
      signal,
      restMs: (headers: Headers) => windowMs(headers) ?? retryAfterMs(headers),
    };
    const answer = await askJson(Answer, request).catch((error) => {
      throw this.#noted(error);
    });
    // The server bans those who ask on when nothing is left of the minute.
    if (answer.headers.get("x-rl")?.trim() === "0") {
      this.#restUntil = now() + (windowMs(answer.headers) ?? MINUTE_MS);
    }
    return this.#findings(answer);
  }

  #noted(error: unknown): unknown {
    if (!(error instanceof SourceBusy)) return error;
    this.#restUntil = this.#options.now() + error.retryAfterMs;
    return error;
  }

  #findings({ body, status, headers }: {
    readonly body: Answer;
    readonly status: number;
    readonly headers: Headers;
  }): Findings {
    if (body.status === "fail") {
      if (NOTHING_TO_KNOW.includes(body.message ?? "")) return { facts: {} };
      throw new OutboundError("bad_body", "the server could not answer", {
        head: { status, headers },
      });
    }
    return { facts: factsOf(body), evidence: this.#evidence(body) };
  }

  #evidence({ mobile, hosting, proxy }: Answer) {
    return flagEvidence(this.name, { hosting, mobile, proxy }, { yes: 60 }, {
      speaker: "free",
    });
  }
}

function factsOf(body: Answer) {
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

/** Milliseconds to the end of the minute the server counts in. */
function windowMs(headers: Headers): number | undefined {
  const seconds = headers.get("x-ttl")?.trim();
  return seconds && /^\d+$/.test(seconds)
    ? boundedHoldOffMs(Number(seconds) * 1000)
    : undefined;
}
