import { looksLikeAsn, parseAsn } from "./target.ts";
import { parseCidr } from "./cidr.ts";
import { parseDomain } from "./domain.ts";
import { parseIp } from "./ip_address.ts";

/** The host in each form in which people paste one. */
const SHAPES: readonly RegExp[] = [
  // A URL: scheme, user, host, port, path.
  /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i,
  // An e-mail address.
  /^(?:mailto:)?[^\s@:/?#]+@([^\s@:/?#]+)(?:\?.*)?$/i,
  // A name with a port or a path. Its last label has a letter, so it is not an address.
  /^([\p{L}\p{N}_.-]*\.[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*\.?)(?::\d*)?(?:[/?#].*)?$/u,
  // An address with a port.
  /^(\d+\.\d+\.\d+\.\d+):\d+$/,
  /^\[([^\]]*)\](?::\d+)?$/,
];

/** `AS 39351`, `ASN39351`. */
const SPACED_ASN = /^(?:as\s+|asn\s*)(\d+)$/i;

/**
 * Extracts the target from text that was typed or pasted into a field: the host of
 * a URL, or the domain of an e-mail address. Removes surrounding spaces, a port, a
 * path, the brackets around an IPv6 address, and the space in `AS 39351`.
 *
 * @example
 * hostOfInput(" https://example.org/a "); // "example.org"
 */
export function hostOfInput(text: string): string {
  const trimmed = text.trim();
  const asn = SPACED_ASN.exec(trimmed)?.[1];
  if (asn !== undefined) return `AS${asn}`;
  for (const shape of SHAPES) {
    const host = shape.exec(trimmed)?.[1];
    if (host !== undefined) return host.replace(/^\[(.*)\]$/, "$1");
  }
  return trimmed;
}

/** In UTF-16 code units. Longer texts are not typing errors. */
const MAX_LENGTH = 253;

/**
 * Suggests the target that was probably meant by invalid text; null if no target is
 * close. Handles a damaged scheme (`http//`), a comma, a space or two dots in place
 * of a dot, a backslash, zeros in front of a number, and a name without its last
 * dot (`examplecom`) or without a top-level domain.
 *
 * @example
 * closestTarget("8,8.8.8"); // "8.8.8.8"
 */
export function closestTarget(text: string): string | null {
  const host = hostOfInput(text);
  if (host.length > MAX_LENGTH) return null;
  for (const candidate of candidates(host)) {
    if (candidate !== host && isTarget(candidate)) return candidate;
  }
  return null;
}

const BROKEN_SCHEME = /^(?:https?|ftp)(?:[:;.,]\/*|\/+)(.+)$/i;
/** A name without the dot before a common top-level domain. */
const JOINED = /^(.*[a-z\d])(com|net|org)$/;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

function* candidates(text: string): Generator<string> {
  const host = hostOfInput(
    (BROKEN_SCHEME.exec(text)?.[1] ?? text).replaceAll("\\", "/"),
  );
  yield host;
  const dotted = host.replace(/[\s,;，、。．·.]+/g, ".")
    .replace(/^[^\p{L}\p{N}_:]+|[^\p{L}\p{N}:]+$/gu, "").toLowerCase();
  yield dotted;
  yield dotted.replace(/(?<![\da-z])0+(?=\d)/g, "");
  const isWord = LABEL.test(dotted) && /[a-z]/.test(dotted) &&
    dotted !== "localhost" && !looksLikeAsn(dotted);
  if (!isWord) return;
  const [, name, topLevel] = JOINED.exec(dotted) ?? [];
  yield name === undefined ? `${dotted}.com` : `${name}.${topLevel}`;
}

function isTarget(text: string): boolean {
  return looksLikeAsn(text)
    ? parseAsn(text) !== null
    : parseIp(text) !== null || parseCidr(text) !== null ||
      parseDomain(text) !== null;
}
