import * as z from "zod";
import { FACT_READERS, factsAt, flagsAt, text } from "./fields.ts";
import type { ClientKey } from "../../core/fair_queue.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { OutboundError } from "../../core/outbound.ts";
import { boundedHoldOffMs, retryAfterMs } from "../../core/circuit.ts";
import type { Facts, Findings } from "../profile.ts";
import { SourceBusyError } from "../remote_sources.ts";
import {
  ApiSource,
  flagEvidence,
  querySource,
  urlBelow,
} from "./query_source.ts";

interface IpApiOptions {
  /** The server, for example http://ip-api.com; its path and query are kept. */
  readonly url: URL;
  /** The name of this server in CDN-Loop. */
  readonly ownName: string;
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
const FIELDS =
  "status,message,countryCode,region,regionName,city,district,zip,lat,lon,timezone,isp,org,as,asname,reverse,mobile,proxy,hosting";

const responseBody = z.looseObject({ status: z.enum(["success", "fail"]) });

/** The messages for addresses without data. */
const NO_DATA: readonly string[] = ["private range", "reserved range"];

/** A server that responds like ip-api.com (ip-api.com/docs/api:json). */
export class IpApiSource extends ApiSource<IpApiOptions> {
  readonly name = "ip-api";
  override readonly kind = "open";
  #heldOffUntil = 0;

  /** Two Portholes can be each other's server. */
  isLoop(servers: readonly string[]): boolean {
    return isCdnLoop(servers, this.options.ownName);
  }

  async lookup(
    ip: IpAddress,
    signal: AbortSignal,
    _client?: ClientKey,
    servers: readonly string[] = [],
  ): Promise<Findings> {
    const { url, fetch, now, ownName } = this.options;
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
    const response = await querySource(responseBody, request).catch((error) => {
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
    this.#heldOffUntil = this.options.now() + error.retryAfterMs;
    return error;
  }

  #findings(
    { body, status, headers }: {
      readonly body: z.infer<typeof responseBody>;
      readonly status: number;
      readonly headers: Headers;
    },
  ): Findings {
    if (body.status === "fail") {
      if (NO_DATA.includes(text(body.message) ?? "")) return { facts: {} };
      throw new OutboundError("bad_body", "the server reports a failure", {
        head: { status, headers },
      });
    }
    const flags = flagsAt(body, {
      hosting: "hosting",
      mobile: "mobile",
      proxy: "proxy",
    });
    const evidence = flagEvidence(this.name, flags, { yes: 60 }, {
      speaker: "free",
    });
    return { facts: factsOf(body), evidence };
  }
}

function factsOf(body: Readonly<Record<string, unknown>>): Partial<Facts> {
  const facts = factsAt(body, {
    hostname: "reverse",
    countryCode: "countryCode",
    region: "regionName",
    regionCode: "region",
    city: "city",
    district: "district",
    zip: "zip",
    latitude: "lat",
    longitude: "lon",
    timezone: "timezone",
    asnName: "asname",
    isp: "isp",
    org: "org",
  });
  const as = text(body.as) ?? "";
  const asn = FACT_READERS.asn(as);
  const [, asnOrg] = /^AS\d+ (.+)$/.exec(as) ?? [];
  // Servers of this format give the center of a country if they know no more.
  if (facts.city === undefined && facts.region === undefined) {
    for (const fact of ["latitude", "longitude", "timezone"] as const) {
      delete facts[fact];
    }
  }
  return { ...facts, ...asn && { asn }, ...asnOrg && { asnOrg } };
}

function windowMs(headers: Headers): number | undefined {
  const seconds = headers.get("x-ttl")?.trim();
  return seconds && /^\d+$/.test(seconds)
    ? boundedHoldOffMs(Number(seconds) * 1000)
    : undefined;
}

/** More servers than any real chain has. */
const MAX_SERVERS = 8;

/** Servers are named by short tokens: strangers can send any header. */
const SERVER = /^[\w.:-]{1,64}$/;

/**
 * The servers that a request has passed through, from its CDN-Loop header (RFC
 * 8586), which servers send when they query each other.
 */
export function parseCdnLoop(header: string | null): readonly string[] {
  if (!header) return [];
  return header.split(",", MAX_SERVERS)
    // A server can add parameters to its name.
    .map((part) => part.split(";", 1)[0].trim())
    .filter((name) => SERVER.test(name));
}

/** Whether a request that came through these servers must not be sent on by one of them. */
function isCdnLoop(servers: readonly string[], own: string): boolean {
  return servers.includes(own) || servers.length >= MAX_SERVERS;
}
