import type { ErrorCode } from "../error_codes.ts";
import type { Bodies, Operation } from "../operation.ts";
import { callback, family, target } from "../parameters.ts";

const group = "GeoIP";
const errorForm = "Error";
const buckets = ["geoip"] as const;

const answers: Bodies = {
  "application/json": ["GeoipRecord"],
  "application/javascript": ["Script"],
};

const targetErrors = [
  "INVALID_TARGET",
  "INVALID_IPV4",
  "INVALID_IPV6",
  "INVALID_DOMAIN",
  "INVALID_CALLBACK",
  "INVALID_INPUT",
  "SERVICE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

const description = [
  "Of a name the first address is described. A well-formed target that cannot be described, a reserved address, a name without an address (NOT_FOUND) or one whose servers fail (SERVICE_UNAVAILABLE), is 200 with meta.ok false and meta.error. A response about a name may be kept for the TTL of its record, an hour at most.",
  "flags.proxy is true for a proxy, a VPN or a Tor exit. V2 tells them apart.",
] as const;

export const geoip = [
  {
    id: "getGeoip",
    path: "/api/geoip/{target}",
    group,
    summary: "The GeoIP object of an address or a name",
    description,
    parameters: [target, family, callback],
    answers,
    errorForm,
    errors: targetErrors,
    buckets,
  },
  {
    id: "getOwnGeoip",
    path: "/ip",
    group,
    summary: "The GeoIP object of the caller",
    parameters: [callback],
    answers,
    errorForm,
    errors: ["INVALID_CALLBACK"],
    buckets,
    hosts: "api",
  },
  {
    id: "getGeoipShort",
    path: "/{target}",
    group,
    summary: "The short form of the GeoIP endpoint",
    description: [
      "For targets that hold a dot or a colon; everything else here is a page, or 404.",
    ],
    parameters: [target, family, callback],
    answers,
    errorForm,
    errors: targetErrors,
    buckets,
    hosts: "api",
  },
] as const satisfies readonly Operation[];
