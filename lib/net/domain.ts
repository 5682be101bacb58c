import { domainToASCII } from "node:url";

/** A domain name of at least two labels. */
export interface Domain {
  /** Lower-case A-labels without a trailing dot, 253 characters at most. */
  readonly ascii: string;
}

/** Longest name in text form (RFC 1035 section 2.3.4, without the root's dot). */
export const MAX_DOMAIN_LENGTH = 253;

const LABEL = /^_?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/**
 * What a lenient reader takes for the last part of an IPv4 address, as the
 * WHATWG URL standard does ("ends in a number"): `example.0x7f` must not pass
 * as a name here and be reached as an address elsewhere.
 */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;

/**
 * Parses a name, in U-labels (UTS 46) or A-labels, with an optional trailing dot.
 *
 * Labels hold letters, digits and inner hyphens, with one leading underscore
 * let pass for service names. Names whose last label reads as a number are
 * refused, also where only their ASCII form does (full-width digits).
 */
export function parseDomain(text: string): Domain | null {
  // The conversion joins and drops characters; its work is bounded here.
  if (text.length > MAX_DOMAIN_LENGTH + 1) return null;
  const name = toAscii(text);
  const ascii = name.endsWith(".") ? name.slice(0, -1) : name;
  if (ascii.length > MAX_DOMAIN_LENGTH) return null;
  const labels = ascii.split(".");
  if (labels.length < 2 || NUMBER.test(labels[labels.length - 1])) return null;
  return labels.every(isLabel) ? { ascii } : null;
}

/**
 * Only what IDNA is about goes through it: as Unicode, or as an A-label that
 * has to be checked. It lets every ASCII character pass, so the labels are
 * checked behind it.
 */
function toAscii(text: string): string {
  const lower = text.toLowerCase();
  return /^[ -~]*$/.test(text) && !lower.includes("xn--")
    ? lower
    : domainToASCII(text);
}

function isLabel(label: string): boolean {
  return label.length <= 63 && LABEL.test(label);
}

const HOSTNAME = /^[a-z\d_][a-z\d_-]{0,62}(?:\.[a-z\d_-]{1,63})*$/i;

/**
 * A host name in lower case without a trailing dot; null for what can be none.
 *
 * For names that strangers write: whoever holds a reverse zone puts there what
 * they like. One label is enough, and underscores, which such names do have,
 * are let pass.
 */
export function parseHostname(text: string): string | null {
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  return name.length <= MAX_DOMAIN_LENGTH && HOSTNAME.test(name)
    ? name.toLowerCase()
    : null;
}
