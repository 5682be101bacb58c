import { type IpAddress, parseIp, parseIpv4, unmapIpv4 } from "./ip_address.ts";

const PORT = /^(?:\d{1,5}|_[\w.-]{1,32})$/;

/**
 * Parses one hop of a forwarding header: an address, optionally bracketed and
 * with a port, which is dropped.
 *
 * Null for anything else: host names, zones, `unknown` and `_hidden` names.
 */
export function parseForwardedNode(text: string): IpAddress | null {
  if (text.startsWith("[")) {
    const close = text.indexOf("]");
    const port = text.slice(close + 1);
    if (close < 0 || port !== "" && !isPort(port)) return null;
    const inner = text.slice(1, close);
    return inner.includes(":") ? address(inner) : null;
  }
  const colon = text.indexOf(":");
  // With a second colon it is IPv6, which needs brackets to have a port.
  if (colon < 0 || text.includes(":", colon + 1)) return address(text);
  return isPort(text.slice(colon)) ? parseIpv4(text.slice(0, colon)) : null;
}

/**
 * One optional parameter: a name, and a value that is quoted or contains no
 * delimiter. The leading blanks belong to the group, so that a long run of them
 * cannot cause backtracking.
 */
const PARAMETER =
  /(?:[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";,=]+)))?[ \t]*(?:;|$)/y;

/**
 * Parses the `for` parameter of one element of a `Forwarded` header (RFC 7239
 * section 4). Null if the element is malformed or names no address.
 *
 * Unquoted values may contain brackets and colons: proxies send them, and the
 * address itself is parsed strictly either way.
 */
export function parseForwardedElement(text: string): IpAddress | null {
  let node: string | null = null;
  PARAMETER.lastIndex = 0;
  let end = 0;
  while (end < text.length) {
    const match = PARAMETER.exec(text);
    if (!match) return null;
    end = PARAMETER.lastIndex;
    if (match[1]?.toLowerCase() !== "for") continue;
    if (node !== null) return null;
    node = match[3] ?? match[2].replace(/\\(.)/g, "$1");
  }
  return node === null ? null : parseForwardedNode(node);
}

function address(text: string): IpAddress | null {
  const ip = parseIp(text);
  return ip && unmapIpv4(ip);
}

function isPort(text: string): boolean {
  return text.startsWith(":") && PORT.test(text.slice(1));
}

/** Limits on how much of a list is read; real chains have a handful of hops. */
const MAX_LENGTH = 4096;
const MAX_ELEMENTS = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * Yields the trimmed elements of a comma-separated list from the right: at most
 * 64 elements of the last 4096 characters. With `allowQuotedStrings`, a comma
 * inside a quoted string (RFC 9110 section 5.6.4) does not separate.
 *
 * The client controls the left part of the list. Scanning from the right keeps
 * it from affecting what the proxies added (by an open quote, for example), and
 * makes its length irrelevant.
 */
export function* listElementsFromRight(
  list: string,
  allowQuotedStrings: boolean,
): Generator<string, void> {
  const text = list.slice(-MAX_LENGTH);
  let end = text.length;
  let inString = false;
  let elements = 0;
  for (let i = end - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (allowQuotedStrings && code === QUOTE && !isEscaped(text, i)) {
      inString = !inString;
    }
    if (code !== COMMA || inString) continue;
    yield text.slice(i + 1, end).trim();
    if (++elements === MAX_ELEMENTS) return;
    end = i;
  }
  // If the list was cut, the first element is incomplete and could be misread.
  if (text.length === list.length) yield text.slice(0, end).trim();
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
