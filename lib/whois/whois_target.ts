import { domainToASCII } from "node:url";
import { AppError, invalidTarget } from "../core/errors.ts";
import { accepted } from "../http/query.ts";
import {
  type Cidr,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../net/cidr.ts";
import { type Domain, parseDomain } from "../net/domain.ts";
import type { IpAddress } from "../net/ip_address.ts";
import {
  looksLikeAsn,
  MAX_ASN,
  parseAsn,
  parseTargetText,
} from "../net/target.ts";
import { closestTarget, hostOfInput } from "../net/target_input.ts";
import { formatText } from "../i18n/format.ts";
import type { Language } from "../i18n/language.ts";
import { whoisTexts } from "./view/texts.ts";
import { RegistryError } from "./rdap/registry_error.ts";

export type NumberTarget =
  | { readonly kind: "asn"; readonly asn: number }
  | { readonly kind: "address"; readonly ip: IpAddress }
  | { readonly kind: "block"; readonly cidr: Cidr };

/** What can be looked up. `text` is its normalized form. */
export type WhoisTarget =
  & { readonly text: string }
  & (
    | NumberTarget
    | { readonly kind: "domain"; readonly domain: Domain }
    | { readonly kind: "entity" }
  );

/**
 * Parses an AS number (with or without `AS`), a CIDR, an address or a domain
 * name. The text must not be percent-encoded. A block of a single address
 * becomes that address.
 *
 * @throws {AppError} 400 with the codes of a target; `INVALID_TARGET` for a
 * malformed AS number or CIDR
 */
export function parseWhoisTarget(text: string): WhoisTarget {
  if (looksLikeAsn(text)) return asnTarget(text);
  if (text.includes("/")) return blockTarget(text);
  const target = accepted(parseTargetText(text));
  return target.kind === "address"
    ? addressTarget(target.ip)
    : { ...target, text: target.domain.ascii };
}

/**
 * The same, and what has a registration but no page of its own here: a
 * top-level domain, or a handle with its registry's tag, such as `XY12-RIPE`
 * (RFC 8521).
 */
export function parseRegistryTarget(text: string): WhoisTarget {
  const label = domainToASCII(text.replace(/\.$/, ""));
  if (TOP_LEVEL.test(label)) {
    return { kind: "domain", domain: { ascii: label }, text: label };
  }
  return isTaggedHandle(text)
    ? { kind: "entity", text }
    : parseWhoisTarget(text);
}

/** Letters only, so that nothing else reads as one. */
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/;
/** Without a dot or a colon, which a name or an address has. */
const HANDLE = /^[a-z\d][\w-]{0,99}-[a-z][a-z\d]{1,19}$/i;

/** Whether a text has the form of a handle with a tag: `XY12-RIPE`. */
export function isTaggedHandle(text: string): boolean {
  return HANDLE.test(text);
}

function asnTarget(text: string): WhoisTarget {
  const asn = parseAsn(text);
  if (asn !== null) return { kind: "asn", asn, text: `AS${asn}` };
  throw invalidTarget({ reason: "asn_malformed", max: MAX_ASN });
}

function blockTarget(text: string): WhoisTarget {
  const parsed = parseCidr(text);
  if (!parsed) throw invalidTarget({ reason: "cidr_malformed" });
  const cidr = unmapIpv4Cidr(parsed);
  const { address, prefixLength } = cidr;
  return prefixLength === (address.family === 4 ? 32 : 128)
    ? addressTarget(address)
    : { kind: "block", cidr, text: formatCidr(cidr) };
}

function addressTarget(ip: IpAddress): WhoisTarget {
  return { kind: "address", ip, text: ip.text };
}

const PREFIX = "/whois/";

/**
 * The target in a URL of the page, not yet parsed: `/whois/{target}`, where a
 * CIDR may contain its slash, or `?query=` as the form sends it. An empty
 * string if there is none.
 *
 * @param prefix of the path, which another page has, too
 * @throws {AppError} 400 `INVALID_TARGET` for a broken percent-encoding
 */
export function requestedTarget(
  { pathname, searchParams }: URL,
  prefix = PREFIX,
): string {
  if (!pathname.startsWith(prefix)) {
    return hostOfInput(searchParams.get("query") ?? "");
  }
  const raw = pathname.slice(prefix.length);
  try {
    // A trailing slash makes no difference.
    return hostOfInput(decodeURIComponent(raw.replace(/\/$/, "")));
  } catch {
    throw invalidTarget({ reason: "target_encoding_broken" });
  }
}

/**
 * The path of a target's page, or of its JSON. A target's text needs no
 * encoding in a path.
 */
export function whoisPath(
  { text }: Pick<WhoisTarget, "text">,
  { output }: { output?: "json" } = {},
): string {
  return `${PREFIX}${text}${output ? `?output=${output}` : ""}`;
}

/** The path of the page with what the service itself knows about a target. */
export function localPath({ text }: Pick<WhoisTarget, "text">): string {
  return `/${text}`;
}

/** A link to `localPath` for the text of a URL; null for a malformed one. */
export function localLink(
  text: string,
  language: Language,
): { label: string; path: string } | null {
  const { elsewhere } = whoisTexts[language];
  try {
    const target = parseWhoisTarget(text);
    return {
      label: formatText(elsewhere, { target: target.text }),
      path: localPath(target),
    };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Whether a response is about another name than the queried one: some servers
 * return the closest name they have. Ignores case, a trailing dot and the
 * script (IDNA). False if `given` is not a domain name.
 */
export function isOtherName(queried: Domain, given: string | null): boolean {
  const name = given === null ? null : parseDomain(given.trim());
  return name !== null && name.ascii !== queried.ascii;
}

/** What was probably meant by a refused text; null if nothing else is close. */
export function suggestedTarget(
  text: string,
): { label: string; path: string } | null {
  const closest = closestTarget(text);
  if (closest === null) return null;
  const target = parseWhoisTarget(closest);
  const { text: label } = target;
  return label.toLowerCase() === text.trim().toLowerCase()
    ? null
    : { label, path: whoisPath(target) };
}

interface RegisteredName<T> {
  readonly name: Domain;
  readonly response: T;
}

/**
 * A refusal of one name says nothing about its parents. Registries refuse names
 * with too many labels, whois servers send a sentence of their own, and some
 * servers describe the parent instead. But such a name may be registered, so if
 * no parent is, the lookup fails.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  "rejected",
  "malformed",
  "other_name",
]);

/**
 * The names to query, most specific first: the name itself, then its last three
 * and its last two labels. `www.example.co.uk` cannot be registered,
 * `example.co.uk` can. Suffix lists go out of date; registries know.
 */
export function registrableNames({ ascii }: Domain): Domain[] {
  const labels = ascii.split(".");
  const lengths = [labels.length, 3, 2].filter((length) =>
    length <= labels.length
  );
  return [...new Set(lengths)].map((length) => ({
    ascii: labels.slice(-length).join("."),
  }));
}

/**
 * The first response that is not null among a name and its parents; null if
 * there is none.
 *
 * @throws what `query` throws; a refusal only if no parent is registered
 */
export async function findRegistered<T>(
  domain: Domain,
  query: (name: Domain) => Promise<T | null>,
): Promise<RegisteredName<T> | null> {
  let refusal: RegistryError | null = null;
  for (const name of registrableNames(domain)) {
    try {
      const response = await query(name);
      if (response !== null) return { name, response };
    } catch (error) {
      const isRefused = error instanceof RegistryError &&
        REFUSALS.has(error.code);
      if (!isRefused) throw error;
      refusal ??= error;
    }
  }
  if (refusal !== null) throw refusal;
  return null;
}
