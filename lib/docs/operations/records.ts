import * as z from "zod";
import { geoip2Type } from "../../http/responses.ts";
import { FACT_NAMES } from "../../http/url_table.ts";
import { batchRequest } from "../../ipinfo/batch.ts";
import { GEOIP2_SERVICES } from "../../ipinfo/records/geoip2.ts";
import { MAX_BATCH } from "../../ipinfo/records/ip_api_lookup.ts";
import { ADDRESS_ERRORS, BODY_ERRORS } from "../error_codes.ts";
import {
  type Bodies,
  type EndpointDescription,
  inGroup,
} from "../operation.ts";
import {
  callback,
  domain,
  family,
  inPath,
  inQuery,
  ip,
  language,
  port,
  queryIp,
  shortTarget,
} from "../parameters.ts";

const v1Content: Bodies = { "application/json": ["V1Record"] };
const v2Content: Bodies = { "application/json": ["V2Record"] };

const request = {
  schema: batchRequest,
  example: { targets: ["193.0.6.139", "2001:67c:2e8:22::c100:68b"] },
};

/** V1 and V2. */
export const versioned = [
  ...inGroup(
    "V1",
    {
      id: "getOwnV1",
      path: "/api/v1",
      parameters: [language, callback],
      content: { ...v1Content, "application/javascript": ["Script"] },
    },
    {
      id: "getV1OfIp",
      path: "/api/v1/ip/:ip",
      parameters: [ip, language],
      content: v1Content,
    },
    {
      id: "getV1OfDomain",
      path: "/api/v1/domain/:domain",
      parameters: [domain, family, language],
      content: v1Content,
    },
    {
      id: "getV1Batch",
      path: "/api/v1/batch",
      parameters: [family, language],
      request,
      content: { "application/json": ["V1Batch"] },
      errors: BODY_ERRORS,
    },
  ),
  ...inGroup(
    "V2",
    {
      id: "getOwnV2",
      path: "/api/v2",
      content: v2Content,
      errors: ["INVALID_INPUT"],
    },
    {
      id: "getV2OfIp",
      path: "/api/v2/ip/:ip",
      parameters: [ip],
      content: v2Content,
    },
    {
      id: "getV2OfDomain",
      path: "/api/v2/domain/:domain",
      parameters: [domain, family],
      content: v2Content,
    },
    {
      id: "getV2Batch",
      path: "/api/v2/batch",
      parameters: [family],
      request,
      content: { "application/json": ["V2Batch"] },
      errors: BODY_ERRORS,
    },
  ),
];

const query = inPath("query", "193.0.6.139", { text: "target" });
const fields = inQuery("fields", "status,country,query");
const placeLanguage = inQuery("lang", "zh-CN", { text: "placeLanguage" });

/** The request body of ip-api.com's batch. */
const ipApiBatch = z.array(z.union([
  z.string(),
  z.strictObject({
    query: z.string(),
    fields: z.union([z.string(), z.int()]).optional(),
    lang: z.string().optional(),
  }),
])).max(MAX_BATCH);

/** The formats of other services. */
export const compatible = inGroup(
  "Compatible formats",
  {
    id: "getAsEchoip",
    path: "/json",
    parameters: [queryIp, fields, language, callback],
    content: {
      "application/json": ["EchoipRecord", "IpApiRecord"],
      "application/javascript": ["Script"],
    },
  },
  {
    id: "getFact",
    path: "/:target/:fact",
    parameters: [
      shortTarget,
      inPath("fact", "country", { schema: z.enum(FACT_NAMES) }),
      family,
    ],
    content: { "text/plain": ["Text"] },
    errors: ["NOT_FOUND"],
  },
  {
    id: "checkPortAsEchoip",
    path: "/port/:port",
    parameters: [port],
    content: { "application/json": ["EchoipPort"] },
    errors: ["INVALID_INPUT", "RESERVED_ADDRESS"],
  },
  {
    id: "getAddressAsDyndns",
    path: "/checkip",
    content: { "text/html": ["Html"] },
    errors: ["INVALID_INPUT"],
  },
  {
    id: "getAllAsText",
    path: "/all",
    parameters: [
      queryIp,
      inQuery("color", "on", { schema: z.enum(["on", "off"]) }),
    ],
    content: { "text/plain": ["Text"] },
  },
  {
    id: "getAsIpApi",
    path: "/json/:query",
    parameters: [query, fields, placeLanguage, callback],
    content: {
      "application/json": ["IpApiRecord"],
      "application/javascript": ["Script"],
    },
  },
  {
    id: "getAsIpApiCsv",
    path: "/csv/:query",
    parameters: [query, fields, placeLanguage],
    content: { "text/csv": ["Text"] },
  },
  {
    id: "getAsIpApiLines",
    path: "/line/:query",
    parameters: [query, fields, placeLanguage],
    content: { "text/plain": ["Text"] },
  },
  {
    id: "getBatchAsIpApi",
    path: "/batch",
    parameters: [fields, placeLanguage],
    request: {
      isOfAnyType: true,
      schema: ipApiBatch,
      example: [
        "193.0.6.139",
        { query: "2001:67c:2e8:22::c100:68b", fields: "country" },
      ],
    },
    content: { "application/json": ["IpApiBatch"] },
    errors: ["INVALID_INPUT", "PAYLOAD_TOO_LARGE", "QUERY_FAILED"],
  },
  ...GEOIP2_SERVICES.map((service): EndpointDescription => ({
    id: `getAsGeoip2${service}`,
    path: `/geoip/v2.1/${service}/:ip`,
    parameters: [inPath("ip", "193.0.6.139", { text: "ipOrMe" })],
    content: { [geoip2Type(service).split(";")[0]]: ["Geoip2Record"] },
    errors: [
      ...ADDRESS_ERRORS,
      "RESERVED_ADDRESS",
      "NOT_FOUND",
      ...service === "insights" ? ["OUT_OF_QUERIES" as const] : [],
    ],
  })),
);
