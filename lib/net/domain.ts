import { domainToASCII } from "node:url";

/** A domain name of at least two labels. */
export interface Domain {
  /** Lower-case A-labels without a trailing dot, 253 characters at most. */
  readonly ascii: string;
}

/** Longest name in text form (RFC 1035 section 2.3.4, without the root's dot). */
export const MAX_DOMAIN_LENGTH = 253;

const LABEL = /^(?!.{64})_?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
const DNS_LABEL = /^[a-z0-9_-]{1,63}$/;
/**
 * A last label that lenient parsers read as part of an IPv4 address ("ends in a
 * number" in the WHATWG URL standard): `example.0x7f` must not be accepted as a
 * name here and then connect to an address elsewhere.
 */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;

/**
 * Parses a name, in U-labels (UTS 46) or A-labels, with an optional trailing dot.
 *
 * Labels consist of letters, digits and inner hyphens, with an optional leading
 * underscore for service names. Null for anything else, and for names whose
 * last label reads as a number, even only in ASCII form (full-width digits).
 */
export function parseDomain(text: string): Domain | null {
  return parseName("", text, LABEL);
}

/**
 * Parses a name that zones can contain: as {@link parseDomain}, with hyphens
 * and underscores anywhere, and with `*` as its first label (RFC 4592).
 */
export function parseDnsName(text: string): Domain | null {
  // IDNA refuses an asterisk in some names and not in others.
  return text.startsWith("*.")
    ? parseName("*.", text.slice(2), DNS_LABEL)
    : parseName("", text, DNS_LABEL);
}

function parseName(
  wildcard: "" | "*.",
  host: string,
  label: RegExp,
): Domain | null {
  // Bounds the work of the conversion, which may shorten the text.
  if (wildcard.length + host.length > MAX_DOMAIN_LENGTH + 1) return null;
  const name = toAscii(host).replace(/\.$/, "");
  const ascii = wildcard + name;
  const labels = name.split(".");
  const isValid = ascii.length <= MAX_DOMAIN_LENGTH &&
    (wildcard !== "" || labels.length >= 2) &&
    !NUMBER.test(labels[labels.length - 1]) &&
    labels.every((each) => label.test(each));
  return isValid ? { ascii } : null;
}

/**
 * Converts Unicode names and A-labels by IDNA. It accepts every ASCII
 * character, so the labels are validated afterwards.
 */
function toAscii(text: string): string {
  const lower = text.toLowerCase();
  return /^[ -~]*$/.test(text) && !lower.includes("xn--")
    ? lower
    : domainToASCII(text);
}

const HOSTNAME = /^[a-z\d_][a-z\d_-]{0,62}(?:\.[a-z\d_-]{1,63})*$/i;

/**
 * Parses a host name to lower case without a trailing dot; null if it is invalid.
 *
 * For untrusted names: the owner of a reverse zone can put anything there.
 * Single labels and underscores, which do occur, are accepted.
 */
export function parseHostname(text: string): string | null {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  return name.length <= MAX_DOMAIN_LENGTH && HOSTNAME.test(name)
    ? name.toLowerCase()
    : null;
}
