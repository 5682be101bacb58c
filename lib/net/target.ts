import { type Domain, parseDomain } from "./domain.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "./ip_address.ts";

/** Why a text is no target, without any of the text. */
export interface TargetError {
  readonly kind: "fault";
  readonly code:
    | "INVALID_TARGET"
    | "INVALID_IPV4"
    | "INVALID_IPV6"
    | "INVALID_DOMAIN";
  readonly params: TargetErrorParams;
}

/** What is wrong with the text. Lengths in UTF-16 code units. */
export type TargetErrorParams =
  | {
    readonly reason:
      | "target_encoding_broken"
      | "target_empty"
      | "target_characters_invalid"
      | "ipv4_malformed"
      | "ipv6_malformed"
      | "domain_malformed"
      | "address_required"
      | "domain_required";
  }
  | { readonly reason: "target_too_long"; readonly max: number };

/** An address to describe; never IPv4-mapped. */
export interface AddressTarget {
  readonly kind: "address";
  readonly ip: IpAddress;
}

/** A name to resolve. */
export interface DomainTarget {
  readonly kind: "domain";
  readonly domain: Domain;
}

export type Target = AddressTarget | DomainTarget | TargetError;

/** In UTF-16 code units of the decoded text. */
const MAX_LENGTH = 253;
/** A code unit takes at most three bytes of UTF-8, each three characters long. */
const MAX_ENCODED_LENGTH = MAX_LENGTH * 9;
const FORBIDDEN = /[\p{Cc}\s/\\?#@]/u;
/** The text decides by its characters alone which of the three it means to be. */
const IPV4_SHAPE = /^[\d.]+$/;

/** Parses a path segment that is still percent-encoded. */
export function parseTarget(raw: string): Target {
  return decoded(raw, parseTargetText);
}

/** Parses a path segment that names an address; a name is `INVALID_TARGET`. */
export function parseAddressTarget(raw: string): AddressTarget | TargetError {
  return decoded(
    raw,
    (text) =>
      goodAddress(text) ?? textFault(text) ?? addressTarget(text) ??
        fault(
          "INVALID_TARGET",
          { reason: "address_required" },
        ),
  );
}

/**
 * Parses a path segment that names a domain.
 *
 * `INVALID_TARGET` for what has the form of an address, whether or not it is
 * one: it contains a colon, or only digits and dots.
 */
export function parseDomainTarget(raw: string): DomainTarget | TargetError {
  return decoded(raw, (text) =>
    textFault(text) ?? (addressTarget(text)
      ? fault(
        "INVALID_TARGET",
        { reason: "domain_required" },
      )
      : domainTarget(text)));
}

/** Parses a target that is not, or no longer, percent-encoded. */
export function parseTargetText(text: string): Target {
  return goodAddress(text) ?? textFault(text) ?? addressTarget(text) ??
    domainTarget(text);
}

function decoded<T>(
  raw: string,
  parse: (text: string) => T,
): T | TargetError {
  if (!raw.includes("%") || raw.length > MAX_ENCODED_LENGTH) return parse(raw);
  let text: string;
  try {
    text = decodeURIComponent(raw);
  } catch {
    return fault(
      "INVALID_TARGET",
      { reason: "target_encoding_broken" },
    );
  }
  return parse(text);
}

/** First of all, since most targets are good addresses, and whatever is one has no fault. */
function goodAddress(text: string): AddressTarget | null {
  const ip = parseIp(text);
  return ip && { kind: "address", ip: unmapIpv4(ip) };
}

function textFault(text: string): TargetError | null {
  const params: TargetErrorParams | null = text === ""
    ? { reason: "target_empty" }
    : text.length > MAX_LENGTH
    ? { reason: "target_too_long", max: MAX_LENGTH }
    : FORBIDDEN.test(text)
    ? { reason: "target_characters_invalid" }
    : null;
  return params && fault("INVALID_TARGET", params);
}

/** Null where the text has no form of an address. */
function addressTarget(text: string): AddressTarget | TargetError | null {
  const isV6 = text.includes(":");
  if (!isV6 && !IPV4_SHAPE.test(text)) return null;
  const address = goodAddress(text);
  if (address) return address;
  return isV6 ? ipv6Fault() : fault(
    "INVALID_IPV4",
    { reason: "ipv4_malformed" },
  );
}

function domainTarget(text: string): DomainTarget | TargetError {
  const domain = parseDomain(text);
  return domain ? { kind: "domain", domain } : fault(
    "INVALID_DOMAIN",
    { reason: "domain_malformed" },
  );
}

function ipv6Fault(): TargetError {
  return fault(
    "INVALID_IPV6",
    { reason: "ipv6_malformed" },
  );
}

function fault(
  code: TargetError["code"],
  params: TargetErrorParams,
): TargetError {
  return { kind: "fault", code, params };
}
