import { type Domain, parseDomain } from "./domain.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "./ip_address.ts";

/** Why a text is not a target. Does not contain any of the text. */
export interface TargetError {
  readonly kind: "error";
  readonly code:
    | "INVALID_TARGET"
    | "INVALID_IPV4"
    | "INVALID_IPV6"
    | "INVALID_DOMAIN";
  readonly params: TargetErrorParams;
}

/** The reason for the error. Lengths in UTF-16 code units. */
type TargetErrorParams =
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

/** An address; never IPv4-mapped. */
export interface AddressTarget {
  readonly kind: "address";
  readonly ip: IpAddress;
}

export interface DomainTarget {
  readonly kind: "domain";
  readonly domain: Domain;
}

export type Target = AddressTarget | DomainTarget | TargetError;

/** In UTF-16 code units of the decoded text. */
const MAX_LENGTH = 253;
/** A code unit has at most three bytes in UTF-8, each encoded as three characters. */
const MAX_ENCODED_LENGTH = MAX_LENGTH * 9;
const FORBIDDEN = /[\p{Cc}\s/\\?#@]/u;
/** Text of digits and dots only is meant as an IPv4 address, and text with a colon as IPv6. */
const IPV4_SHAPE = /^[\d.]+$/;

/** Parses a percent-encoded path segment: an address or a domain name. */
export function parseTarget(raw: string): Target {
  return decoded(raw, parseTargetText);
}

/** Parses a percent-encoded path segment that must be an address; a domain name is `INVALID_TARGET`. */
export function parseAddressTarget(raw: string): AddressTarget | TargetError {
  return decoded(raw, parseAddressText);
}

/** Parses text that is not percent-encoded and must be an address. */
export function parseAddressText(text: string): AddressTarget | TargetError {
  return validAddress(text) ?? textError(text) ?? addressTarget(text) ??
    targetError("INVALID_TARGET", { reason: "address_required" });
}

/**
 * Parses a percent-encoded path segment that must be a domain name.
 *
 * Text in the form of an address, valid or not, is `INVALID_TARGET`: it contains a
 * colon, or only digits and dots.
 */
export function parseDomainTarget(raw: string): DomainTarget | TargetError {
  return decoded(
    raw,
    (text) =>
      textError(text) ??
        (addressTarget(text)
          ? targetError("INVALID_TARGET", { reason: "domain_required" })
          : domainTarget(text)),
  );
}

/** Parses text that is not percent-encoded: an address or a domain name. */
export function parseTargetText(text: string): Target {
  return validAddress(text) ?? textError(text) ?? addressTarget(text) ??
    domainTarget(text);
}

function decoded<T>(raw: string, parse: (text: string) => T): T | TargetError {
  if (!raw.includes("%") || raw.length > MAX_ENCODED_LENGTH) return parse(raw);
  let text: string;
  try {
    text = decodeURIComponent(raw);
  } catch {
    return targetError("INVALID_TARGET", { reason: "target_encoding_broken" });
  }
  return parse(text);
}

/** A shortcut: most targets are valid addresses, which need no other check. */
function validAddress(text: string): AddressTarget | null {
  const ip = parseIp(text);
  return ip && { kind: "address", ip: unmapIpv4(ip) };
}

function textError(text: string): TargetError | null {
  const params: TargetErrorParams | null = text === ""
    ? { reason: "target_empty" }
    : text.length > MAX_LENGTH
    ? { reason: "target_too_long", max: MAX_LENGTH }
    : FORBIDDEN.test(text)
    ? { reason: "target_characters_invalid" }
    : null;
  return params && targetError("INVALID_TARGET", params);
}

/** Null if the text does not have the form of an address. */
function addressTarget(text: string): AddressTarget | TargetError | null {
  if (text.includes(":")) {
    return validAddress(text) ??
      targetError("INVALID_IPV6", { reason: "ipv6_malformed" });
  }
  return IPV4_SHAPE.test(text)
    ? validAddress(text) ??
      targetError("INVALID_IPV4", { reason: "ipv4_malformed" })
    : null;
}

function domainTarget(text: string): DomainTarget | TargetError {
  const domain = parseDomain(text);
  return domain
    ? { kind: "domain", domain }
    : targetError("INVALID_DOMAIN", { reason: "domain_malformed" });
}

function targetError(
  code: TargetError["code"],
  params: TargetErrorParams,
): TargetError {
  return { kind: "error", code, params };
}

const ASN = /^(?:as)?(0|[1-9]\d{0,9})$/i;
export const MAX_ASN = 0xffffffff;

/** Whether a text looks like an AS number: digits, with or without `AS`. */
export function looksLikeAsn(text: string): boolean {
  return /^(?:as)?\d+$/i.test(text);
}

/** Parses `AS15169` or `15169`, without leading zeros; null for anything else. */
export function parseAsn(text: string): number | null {
  const asn = Number(ASN.exec(text)?.[1] ?? NaN);
  return asn <= MAX_ASN ? asn : null;
}
