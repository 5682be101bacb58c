import * as z from "zod";
import { LOOKUP_MODES } from "../../lookup/modes.ts";
import {
  CNAME_SIDES,
  DNS_MATCHES,
  DNS_TYPES,
} from "../../lookup/view/lookup_view.ts";
import { BODY_ERRORS } from "../error_codes.ts";
import { inGroup } from "../operation.ts";
import {
  asData,
  inPath,
  inQuery,
  language,
  targetLike,
} from "../parameters.ts";
import { address, family } from "../schemas.ts";

export const lookups = [
  ...inGroup(
    "DNS lookup",
    {
      id: "lookUpDns",
      path: "/lookup/:query*",
      parameters: [
        inPath("query", "example.com"),
        asData(z.enum(["json", "csv"])),
        inQuery("dns_type", "dns_lookup", { schema: z.enum(DNS_TYPES) }),
        inQuery("dns_match", "right", { schema: z.enum(DNS_MATCHES) }),
        inQuery("type", "TLSA"),
        inQuery("side", "target", { schema: z.enum(CNAME_SIDES) }),
        inQuery("cursor"),
      ],
      content: {
        "application/json": Object.values(LOOKUP_MODES).map(({ schema }) =>
          schema
        ),
        "text/csv": ["Text"],
      },
      errors: ["INVALID_TARGET", "QUERY_FAILED"],
    },
  ),
  ...inGroup(
    "Whois",
    {
      id: "lookUpRegistration",
      path: "/whois/:target*",
      parameters: [targetLike("example.com"), asData(z.literal("json"))],
      content: { "application/json": ["Registration"] },
      otherErrors: { 422: "RegistryError" },
      errors: ["QUERY_FAILED"],
      needs: "whois",
    },
  ),
];

/** The request body of `enrich`. */
const addresses = z.strictObject({
  ips: z.array(z.string()).min(1).max(16).describe("IPv4 or IPv6 addresses."),
});

const exitBody = z.strictObject({
  ip: address,
  family,
  padding: z.string().optional().describe(
    "Only with `large`: hexadecimal digits that fill more than one packet.",
  ),
});

const receivedBody = z.strictObject({ bytes: z.number().int().nonnegative() });

export const egress = [
  ...inGroup(
    "Leak test",
    {
      id: "enrich",
      path: "/api/egress/enrich",
      parameters: [language, inQuery("families", "1")],
      request: {
        schema: addresses,
        example: { ips: ["193.0.6.139", "2001:67c:2e8:22::c100:68b"] },
      },
      content: { "application/json": ["Enrichment"] },
      errors: BODY_ERRORS,
    },
    {
      id: "getResolvers",
      path: "/api/egress/dns/:nonce",
      parameters: [inPath("nonce", "f3b1c2d4e5a69788")],
      content: { "application/json": ["Resolvers"] },
      errors: ["INVALID_INPUT"],
      needs: "probe zone",
    },
    {
      id: "getExit",
      path: "/api/egress/exit",
      parameters: [inQuery("large", "1")],
      content: { "application/json": [{ name: "Exit", schema: exitBody }] },
      example: { value: { ip: "193.0.6.139", family: 4 } },
    },
    {
      id: "downloadBytes",
      path: "/api/speed/download",
      parameters: [inQuery("bytes", "1000")],
      content: { "application/octet-stream": ["Bytes"] },
      errors: ["INVALID_INPUT"],
      needs: "speed test",
    },
    {
      id: "uploadBytes",
      path: "/api/speed/upload",
      request: "bytes",
      content: {
        "application/json": [{ name: "Received", schema: receivedBody }],
      },
      example: { value: { bytes: 10_000_000 } },
      errors: ["INVALID_INPUT", "PAYLOAD_TOO_LARGE"],
      needs: "speed test",
    },
  ),
  ...inGroup(
    "OpenAPI",
    {
      id: "getOpenapi",
      path: "/openapi.json",
      content: { "application/json": ["OpenApi"] },
      hasEtag: true,
    },
  ),
];
