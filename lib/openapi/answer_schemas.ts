import { z } from "zod";
import type { Arrived } from "../http/arrived.ts";
import { CLIENT_IP_HEADERS } from "../net/client_address.ts";
import type { PortReport } from "../port_checks.ts";
import type { ResolverRow } from "../probe/resolvers_seen.ts";
import { geoipRecord } from "../profile/views/geoip.ts";

const address = z.string().describe("IPv4, or IPv6 as RFC 5952 writes it.");
const family = z.literal([4, 6]);

/** The JSON IP object. */
export const jsonIp = z.strictObject({ ip: address });

/** A request as it came in. */
export const arrivedRequest = z.strictObject({
  method: z.string(),
  url: z.string(),
  http_version: z.enum(["1.1", "2"]).describe(
    "On the last stretch to this server; a guess by the headers.",
  ),
  headers: z.array(z.tuple([z.string(), z.string()])).describe(
    "Name and value, by name; of secrets the name alone.",
  ),
  client: z.strictObject({
    ip: address,
    via: z.enum(["peer", ...CLIENT_IP_HEADERS]).describe(
      "Where the address was read: the connection, or a header of a trusted proxy.",
    ),
    peer: address.describe("The other end of the connection."),
  }),
}) satisfies z.ZodType<Arrived>;

/** Whether a port of the caller can be reached. */
export const portReport = z.strictObject({
  ip: address,
  port: z.int().min(1).max(65535),
  reachable: z.boolean(),
  ms: z.int().min(0).nullable().describe(
    "Until the connection stood; null where none came about.",
  ),
}) satisfies z.ZodType<PortReport>;

/** The address a request came from, as the egress page asks for it. */
export const exitAnswer = z.strictObject({
  ip: address,
  family,
  padding: z.string().optional().describe(
    "With `large` alone: hexadecimal digits that fill more than one packet.",
  ),
});

/** What is known of addresses. */
export const enrichAnswer = z.strictObject({
  rows: z.array(geoipRecord).describe("In the order of the request."),
});

/** A resolver that asked for a name of the nonce. */
export const resolverRow = z.strictObject({
  ip: address,
  family,
  protocol: z.enum(["udp", "tcp"]),
  subnet: z.string().nullable().describe("EDNS client subnet, as a CIDR."),
  via_v6_only: z.boolean().describe(
    "It reached the name server that has an IPv6 address alone.",
  ),
}) satisfies z.ZodType<ResolverRow>;

/** Resolvers that asked for names of a nonce. */
export const resolversAnswer = z.strictObject({
  nonce: z.string(),
  resolvers: z.array(resolverRow),
});
