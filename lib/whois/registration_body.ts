import * as z from "zod";

const text = z.string().nullable();
const time = z.iso.datetime();

const contact = z.strictObject({
  roles: z.array(z.string()).describe(
    "Roles as in RFC 9083, such as registrant, technical or abuse.",
  ),
  handle: text,
  name: text,
  organisation: text,
  address: z.array(z.string()).describe("Lines, the country last."),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  redacted: z.boolean().describe(
    "Whether the registry withholds part of this contact.",
  ),
});

const notices = z.array(
  z.strictObject({ title: text, text: z.array(z.string()) }),
);

/**
 * A registration with `output=json`: what a registry records about a name, a
 * network or an autonomous system. Unknown values are null or empty lists.
 */
export const registrationBody = z.strictObject({
  ok: z.literal(true),
  query: z.strictObject({
    target: z.string().describe("The target in canonical form."),
    type: z.enum(["domain", "ip", "asn", "entity"]),
  }),
  data: z.strictObject({
    subject: z.string().describe(
      "The registered name, network or number that contains the target.",
    ),
    unicode_name: text,
    object_type: z.string().describe(
      "Object class of RFC 9083: domain, ip network, autnum, entity.",
    ),
    handle: text,
    name: text,
    allocation_type: text,
    country: text.describe("ISO 3166-1 alpha-2."),
    networks: z.array(z.string()).describe("CIDRs."),
    autonomous_systems: z.array(z.string()).describe(
      "Those that an entity holds, or that announce a network.",
    ),
    parent_handle: text,
    registrar: text,
    registrar_iana_id: text,
    contacts: z.array(contact),
    whois_server: text,
    created_at: time.nullable(),
    updated_at: time.nullable(),
    expires_at: time.nullable(),
    events: z.array(z.strictObject({ action: z.string(), at: time })),
    statuses: z.array(z.string()),
    name_servers: z.array(z.string()),
    glue: z.array(
      z.strictObject({ name: z.string(), addresses: z.array(z.string()) }),
    ).describe("The name servers for which the registry has addresses."),
    dnssec: z.strictObject({
      signed: z.boolean(),
      ds: z.array(z.strictObject({
        key_tag: z.int(),
        algorithm: z.int(),
        digest_type: z.int(),
        digest: z.string().describe("Hexadecimal digits."),
      })),
      keys: z.array(z.strictObject({
        flags: z.int(),
        protocol: z.int(),
        algorithm: z.int(),
        public_key: z.string().describe("Base64."),
      })),
    }).nullable(),
    links: z.array(
      z.strictObject({ rel: text, href: z.string(), type: text }),
    ),
    variants: z.array(z.string()).describe(
      "Names that are registered along with this one.",
    ),
    remarks: notices.describe("About the object."),
    notices: notices.describe("About the response."),
    redacted: z.array(z.strictObject({
      name: z.string(),
      method: z.string(),
      reason: text,
    })).describe("What the registry says that it withholds (RFC 9537)."),
    raw: z.unknown().describe(
      "The registry's original response: RDAP JSON or whois text.",
    ),
  }),
  meta: z.strictObject({
    source: z.enum(["rdap", "whois"]),
    server: z.string(),
    fetched_at: time,
  }),
});

export type RegistrationBody = z.infer<typeof registrationBody>;

/** The fields of a registration, without the registry's original response. */
export type RegistrationData = Omit<RegistrationBody["data"], "raw">;
