import * as z from "zod";
import { FACT_NAMES } from "../../http/url_table.ts";
import {
  ENRICH_VALUES,
  PRIVATE_VALUES,
  UNKNOWN_VALUES,
} from "../../ipinfo/forward_auth/policy.ts";
import { RANGE_FORMATS } from "../../ipinfo/ranges/formats.ts";
import {
  type Bodies,
  type EndpointDescription,
  inGroup,
} from "../operation.ts";
import {
  callback,
  family,
  inPath,
  inQuery,
  language,
  port,
  queryIp,
  shortTarget,
  target,
} from "../parameters.ts";
import type { OperationId } from "../texts.ts";

export function factOperationId(name: string): OperationId {
  const words = name.split("-").map((word) =>
    word[0].toUpperCase() + word.slice(1)
  );
  return `getOwn${words.join("")}` as OperationId;
}

/** The address of the client, its facts, and checks of its proxy and firewall. */
export const publicIp = inGroup(
  "Public IP",
  {
    id: "getAddress",
    path: "/",
    parameters: [
      inQuery("format", "json", { schema: z.enum(["text", "json", "jsonp"]) }),
      callback,
    ],
    content: {
      "text/plain": ["Text"],
      "application/json": ["JsonIp"],
      "application/javascript": ["Script"],
      "text/html": ["Html"],
    },
    errors: ["INVALID_TARGET", "INVALID_INPUT"],
  },
  {
    id: "getJsonIp",
    path: "/api/jsonip",
    parameters: [callback],
    content: {
      "application/json": ["JsonIp"],
      "application/javascript": ["Script"],
    },
    errors: ["INVALID_INPUT"],
  },
  ...FACT_NAMES.map((name): EndpointDescription => ({
    id: factOperationId(name),
    path: `/${name}`,
    parameters: [queryIp],
    content: { "text/plain": ["Text"] },
    errors: ["NOT_FOUND"],
  })),
  {
    id: "getRequest",
    path: "/api/request",
    content: { "application/json": ["EchoedRequest"] },
  },
  {
    id: "checkPort",
    path: "/api/port/:port",
    parameters: [port],
    content: { "application/json": ["PortReport"] },
    errors: ["INVALID_INPUT", "RESERVED_ADDRESS"],
  },
  {
    id: "checkAccess",
    path: "/api/allow",
    parameters: [
      inQuery("allow_country", "DE,AT,CH"),
      inQuery("deny_country", "KP"),
      inQuery("allow_asn", "AS3333"),
      inQuery("deny_asn", "AS64496,64497"),
      inQuery("allow_net", "193.0.0.0/21,2001:67c:2e8::/48"),
      inQuery("deny_type", "tor,abuser", { isShown: true }),
      inQuery("private", "deny", { schema: z.enum(PRIVATE_VALUES) }),
      inQuery("unknown", "allow", { schema: z.enum(UNKNOWN_VALUES) }),
      inQuery("enrich", "only", { schema: z.enum(ENRICH_VALUES) }),
    ],
    content: {},
  },
);

const content: Bodies = {
  "application/json": ["GeoipRecord"],
  "application/javascript": ["Script"],
};

const list: Omit<EndpointDescription, "id" | "path"> = {
  content: { "text/plain": ["Text"], "application/json": ["RangeList"] },
  hasEtag: true,
  errors: ["NOT_FOUND"],
};
const listParameters = [
  inQuery("family", "4", { schema: z.enum(["4", "6"]), text: "listFamily" }),
  inQuery("format", "nft", {
    schema: z.enum(RANGE_FORMATS),
    text: "listFormat",
  }),
];

/** The location of an address, and lists of addresses. */
export const geoip = inGroup(
  "GeoIP",
  {
    id: "getGeoip",
    path: "/api/geoip/:target",
    parameters: [target, family, language, callback],
    content,
  },
  {
    id: "getOwnGeoip",
    path: "/ip",
    parameters: [
      inQuery("format", "text", { schema: z.enum(["text", "json"]) }),
      language,
      callback,
    ],
    content: { "text/plain": ["Text"], ...content },
  },
  {
    id: "getGeoipShort",
    path: "/:target",
    parameters: [shortTarget, family, language, callback],
    content,
    errors: ["NOT_FOUND"],
    isFallback: true,
  },
  {
    ...list,
    id: "getCountryRanges",
    path: "/api/ranges/country/:country",
    parameters: [inPath("country", "VA"), ...listParameters],
  },
  {
    ...list,
    id: "getSystemRanges",
    path: "/api/ranges/asn/:asn",
    parameters: [inPath("asn", "3333"), ...listParameters],
  },
);
