import { z } from "zod";
import type { registrationJson } from "../whois/registration_json.ts";

const text = z.string().nullable();
const time = z.iso.datetime();

const contact = z.strictObject({
  roles: z.array(z.string()).describe(
    "As in RFC 9083: registrant, technical, abuse and the like.",
  ),
  name: text,
  organisation: text,
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  redacted: z.boolean().describe(
    "Whether the registry keeps something of it to itself.",
  ),
});

/** A registration as `output=json` gives it; null and empty lists are what is not known. */
export const registrationAnswer = z.strictObject({
  ok: z.literal(true),
  query: z.strictObject({
    target: z.string().describe("In its one spelling."),
    type: z.enum(["domain", "ip", "asn"]),
  }),
  data: z.strictObject({
    subject: z.string().describe(
      "The name, network or number that holds the target.",
    ),
    unicode_name: text,
    object_type: z.string().describe(
      "Object class of RFC 9083: domain, ip network, autnum.",
    ),
    handle: text,
    name: text,
    allocation_type: text,
    country: text.describe("ISO 3166-1 alpha-2."),
    networks: z.array(z.string()).describe("CIDRs."),
    parent_handle: text,
    registrar: text,
    contacts: z.array(contact),
    whois_server: text,
    created_at: time.nullable(),
    updated_at: time.nullable(),
    expires_at: time.nullable(),
    events: z.array(z.strictObject({ action: z.string(), at: time })),
    statuses: z.array(z.string()),
    name_servers: z.array(z.string()),
    links: z.array(
      z.strictObject({ rel: text, href: z.string(), type: text }),
    ),
    raw: z.unknown().describe(
      "The answer as the registry sent it: JSON of RDAP, or the text of whois.",
    ),
  }),
  meta: z.strictObject({
    source: z.enum(["rdap", "whois"]),
    server: z.string(),
    fetched_at: time,
  }),
}) satisfies z.ZodType<ReturnType<typeof registrationJson>>;
