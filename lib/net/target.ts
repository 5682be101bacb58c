import { type Domain, parseDomain } from "./domain.ts";
import { type IpAddress, parseIp, unmapIpv4 } from "./ip_address.ts";

/** Why a text is no target. `message` is a sentence without any of the text. */
export interface TargetError {
  readonly kind: "fault";
  readonly code:
    | "INVALID_TARGET"
    | "INVALID_IPV4"
    | "INVALID_IPV6"
    | "INVALID_DOMAIN";
  readonly message: string;
}

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
          "Cannot describe a name here: the target must be an IPv4 or IPv6 address.",
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
        "Cannot describe an address here: the target must be a domain name.",
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
      "Cannot read the target: its percent-encoding is broken or not UTF-8.",
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
  const reason = text === ""
    ? "it is empty"
    : text.length > MAX_LENGTH
    ? `it is longer than ${MAX_LENGTH} characters`
    : FORBIDDEN.test(text)
    ? "it contains a blank, a control character or one of / \\ ? # @"
    : null;
  return reason === null
    ? null
    : fault("INVALID_TARGET", `Cannot read the target: ${reason}.`);
}

/** Null where the text has no form of an address. */
function addressTarget(text: string): AddressTarget | TargetError | null {
  const isV6 = text.includes(":");
  if (!isV6 && !IPV4_SHAPE.test(text)) return null;
  const address = goodAddress(text);
  if (address) return address;
  return isV6 ? ipv6Fault() : fault(
    "INVALID_IPV4",
    "Cannot read the IPv4 address: it must be four decimal numbers from 0 to 255 without leading zeros.",
  );
}

function domainTarget(text: string): DomainTarget | TargetError {
  const domain = parseDomain(text);
  return domain ? { kind: "domain", domain } : fault(
    "INVALID_DOMAIN",
    "Cannot read the domain name: it must be two or more labels of letters, digits and inner hyphens, the last one not a number.",
  );
}

function ipv6Fault(): TargetError {
  return fault(
    "INVALID_IPV6",
    "Cannot read the IPv6 address: it must be up to eight groups of hexadecimal digits, without a zone.",
  );
}

function fault(code: TargetError["code"], message: string): TargetError {
  return { kind: "fault", code, message };
}
