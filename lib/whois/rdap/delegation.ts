/** What a registry publishes about a domain in its own zone. */
import * as z from "zod";
import { parseHostname } from "../../net/domain.ts";
import { parseIp } from "../../net/ip_address.ts";
import type { RegistrationData } from "../registration_body.ts";
import { lenientList, lenientText } from "./lenient.ts";

/** A name in lower-case A-labels, with the addresses that the registry has for it (glue). */
export type NameServer = RegistrationData["glue"][number];

/** What the registry publishes about a domain in the parent zone. */
export type DnssecRecord = NonNullable<RegistrationData["dnssec"]>;

type DelegationSigner = DnssecRecord["ds"][number];

/** `62325 7 1 d80de98c…`; null for anything else. */
export function parseDsText(text: string): DelegationSigner | null {
  const match = /^(\d{1,5}) (\d{1,3}) (\d{1,3}) ([\da-f ]{32,200})$/i.exec(
    text.replace(/\s+/g, " ").trim(),
  );
  if (match === null) return null;
  const [key_tag, algorithm, digest_type] = match.slice(1, 4).map(Number);
  const digest = match[4].replaceAll(" ", "").toLowerCase();
  return key_tag < 65_536 && algorithm < 256 && digest_type < 256
    ? { key_tag, algorithm, digest_type, digest }
    : null;
}

/** A server has a few addresses of each family. */
const MAX_ADDRESSES = 16;
const MAX_KEYS = 20;

const addresses = lenientList(
  z.string().transform((text, context) => {
    const ip = parseIp(text);
    if (ip !== null) return ip.text;
    context.addIssue("no address");
    return z.NEVER;
  }),
);
/** RDAP's name servers, each once. */
export const rdapNameServers = lenientList(
  z.object({
    ldhName: lenientText,
    ipAddresses: z.object({ v4: addresses, v6: addresses })
      .catch({ v4: [], v6: [] }),
  }),
).transform((given): NameServer[] => {
  const servers = new Map<string, string[]>();
  for (const { ldhName, ipAddresses: { v4, v6 } } of given) {
    const name = parseHostname(ldhName?.toLowerCase() ?? "");
    if (name !== null && !servers.get(name)?.length) {
      servers.set(name, [...v4, ...v6].slice(0, MAX_ADDRESSES));
    }
  }
  return [...servers].map(([name, addresses]) => ({ name, addresses }));
});
const octet = z.coerce.number().int().min(0).max(255);
const DS = z.object({
  keyTag: z.coerce.number().int().min(0).max(65_535),
  algorithm: octet,
  digestType: octet,
  digest: z.string().regex(/^[\da-f]{32,128}$/i)
    .transform((digest) => digest.toLowerCase()),
}).transform(({ keyTag, algorithm, digestType, digest }): DelegationSigner => ({
  key_tag: keyTag,
  algorithm,
  digest_type: digestType,
  digest,
}));
const KEY = z.object({
  flags: z.coerce.number().int().min(0).max(65_535),
  protocol: octet,
  algorithm: octet,
  publicKey: z.string().max(4_096).transform((key) => key.replace(/\s/g, ""))
    .refine((key) => /^[A-Za-z\d+/]+={0,2}$/.test(key)),
}).transform(({ publicKey, ...key }) => ({ ...key, public_key: publicKey }));
/** RDAP's `secureDNS` (RFC 9083 section 5.3). */
export const rdapDnssec = z.object({
  delegationSigned: z.boolean().nullable().catch(null),
  dsData: lenientList(DS),
  keyData: lenientList(KEY),
}).transform(({ delegationSigned, dsData, keyData }): DnssecRecord | null => {
  const hasKeys = dsData.length + keyData.length > 0;
  if (delegationSigned === null && !hasKeys) return null;
  return {
    signed: delegationSigned ?? hasKeys,
    ds: dsData.slice(0, MAX_KEYS),
    keys: keyData.slice(0, MAX_KEYS),
  };
}).nullable().catch(null);
