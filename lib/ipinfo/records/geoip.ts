import * as z from "zod";
import type { ErrorParams } from "../../core/error_reasons.ts";
import type { Language } from "../../i18n/language.ts";
import { errorText } from "../../i18n/errors.ts";
import { BoundedMap } from "../../core/cache.ts";
import { bogonName } from "../../net/special_blocks.ts";
import { isUnknownBogon } from "../labels.ts";
import type { Description } from "../profiles.ts";
import { placeReason, reasonOf, withPlacesIn } from "../places.ts";
import type { Profile } from "../profile.ts";
import { isAnyProxy } from "../risk/risk.ts";

const text = z.string().describe("Empty if unknown.");
const number = z.number().nullable().describe("Null if unknown.");

/** The GeoIP record of the unversioned endpoint. */
export const geoipRecord = z.strictObject({
  ip: text,
  geo: z.strictObject({
    continent: text,
    country: text,
    country_code: text,
    region: text.describe("ISO 3166-2 region code."),
    region_name: text,
    city: text,
    zip: text,
    latitude: number,
    longitude: number,
    timezone: text,
  }),
  network: z.strictObject({
    reverse: text,
    isp: text,
    org: text,
    as_name: text,
    asn: number,
    as_org: text,
  }),
  flags: z.strictObject({
    hosting: z.boolean(),
    proxy: z.boolean().describe(
      "Whether the address is a proxy, a VPN or a Tor exit.",
    ),
    mobile: z.boolean(),
  }),
  meta: z.strictObject({
    source: z.string(),
    requested_at: z.string().describe("ISO 8601 with the offset +00:00."),
    cached: z.boolean(),
    cache_group: z.string(),
    cache_saved_at: z.string().describe("Empty if not cached."),
    ok: z.boolean(),
    reason: placeReason.optional().describe(
      "Why there is no place; only present if there is a reason.",
    ),
    error: z.strictObject({
      code: z.enum(["RESERVED_ADDRESS", "NOT_FOUND", "SERVICE_UNAVAILABLE"]),
      message: z.string(),
    }).optional(),
  }),
});

export type GeoipRecord = z.infer<typeof geoipRecord>;

interface GeoipRequest {
  /** The kind of lookup, for `meta.cache_group`. */
  group: string;
  requestedAt: number;
  /** In which places are named. */
  language?: Language;
}

/** The GeoIP record of an address. For a reserved address without a label, `meta` says so. */
export function geoipView(
  { profile, savedAt }: Description,
  request: GeoipRequest,
): GeoipRecord {
  const error = isUnknownBogon(profile)
    ? {
      code: "RESERVED_ADDRESS" as const,
      params: {
        reason: "address_reserved" as const,
        block: bogonName(profile.ip),
      },
    }
    : null;
  return recordOf(profile.ip.text, profile, request, savedAt, error);
}

export interface GeoipError {
  readonly code: NonNullable<GeoipRecord["meta"]["error"]>["code"];
  readonly params: ErrorParams;
}

/**
 * The GeoIP record of a name without a usable address: it has none, only
 * reserved ones, which stay hidden, or its servers fail.
 */
export function unresolvedGeoip(
  error: GeoipError,
  request: GeoipRequest,
): GeoipRecord {
  return recordOf("", null, request, null, error);
}

function recordOf(
  ip: string,
  profile: Profile | null,
  { group, requestedAt, language = "en" }: GeoipRequest,
  savedAt: number | null,
  error: GeoipError | null,
): GeoipRecord {
  const facts = withPlacesIn(language, profile?.facts ?? {});
  const risk = profile?.risk;
  const reason = profile && reasonOf(profile);
  return {
    ip,
    geo: {
      continent: facts.continent ?? "",
      country: facts.country ?? "",
      country_code: facts.countryCode ?? "",
      region: facts.regionCode ?? "",
      region_name: facts.region ?? "",
      city: facts.city ?? "",
      zip: facts.zip ?? "",
      latitude: facts.latitude ?? null,
      longitude: facts.longitude ?? null,
      timezone: facts.timezone ?? "",
    },
    network: {
      reverse: facts.hostname ?? "",
      isp: facts.isp ?? "",
      org: facts.org ?? "",
      // Most tables have only the holder's full name; some also have a short
      // one.
      as_name: facts.asnName ?? facts.asnOrg ?? "",
      asn: facts.asn ?? null,
      as_org: facts.asnOrg ?? "",
    },
    flags: {
      hosting: risk?.isHosting ?? false,
      proxy: risk ? isAnyProxy(risk) : false,
      mobile: risk?.isMobile ?? false,
    },
    meta: {
      source: "porthole",
      requested_at: timestamp(requestedAt),
      cached: savedAt !== null,
      cache_group: group,
      cache_saved_at: savedAt === null ? "" : timestamp(savedAt),
      ok: error === null,
      ...reason && { reason },
      ...error && {
        error: { code: error.code, message: errorText("en", error.params) },
      },
    },
  };
}

const REQUESTED_AT = '"requested_at":"';

/**
 * Returns a function that gives the JSON of a record as requested at another
 * time, in milliseconds since the epoch.
 */
export function geoipJsonTemplate(
  record: GeoipRecord,
): (requestedAt: number) => string {
  const json = JSON.stringify(record);
  // Nothing else looks like this: quotes within values are escaped.
  const start = json.lastIndexOf(REQUESTED_AT) + REQUESTED_AT.length;
  const head = json.slice(0, start);
  const tail = json.slice(start + record.meta.requested_at.length);
  return (requestedAt) => head + timestamp(requestedAt) + tail;
}

/**
 * Enough for an hour of distinct seconds, because records are cached for up to
 * an hour.
 */
const MAX_SECONDS = 3_600;

/**
 * By second since the epoch. Many responses share one, and formatting takes a
 * tenth of the time of a whole record.
 */
const timestamps = new BoundedMap<number, string>(MAX_SECONDS);

/** ISO 8601 to the second, with a numeric offset. */
function timestamp(ms: number): string {
  return timestamps.getOrInsertComputed(Math.floor(ms / 1_000), timestampOf);
}

function timestampOf(second: number): string {
  return `${new Date(second * 1_000).toISOString().slice(0, 19)}+00:00`;
}
