import { type IpAddress, parseIp, parseIpv4, unmapped } from "./ip_address.ts";

const PORT = /^(?:\d{1,5}|_[\w.-]{1,32})$/;

/**
 * Reads one hop of a forwarding header: an address, optionally bracketed and
 * with a port, which is dropped.
 *
 * Null for anything else: host names, zones, `unknown` and `_hidden` names.
 */
export function parseNode(text: string): IpAddress | null {
  if (text.startsWith("[")) {
    const close = text.indexOf("]");
    const port = text.slice(close + 1);
    if (close < 0 || port !== "" && !isPort(port)) return null;
    const inner = text.slice(1, close);
    return inner.includes(":") ? address(inner) : null;
  }
  const colon = text.indexOf(":");
  // A second colon makes it an IPv6 address, which has no port unbracketed.
  if (colon < 0 || text.includes(":", colon + 1)) return address(text);
  return isPort(text.slice(colon)) ? parseIpv4(text.slice(0, colon)) : null;
}

/**
 * One parameter, which may be left out: a name, and a value that is quoted or
 * holds no delimiter. The blanks in front belong to the group, so that a long
 * run of them is not tried in every division between two places.
 */
const PARAMETER =
  /(?:[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s";,=]+)))?[ \t]*(?:;|$)/y;

/**
 * Reads the `for` parameter of one element of a `Forwarded` header (RFC 7239
 * section 4). Null where the element is malformed or names no address.
 *
 * The brackets and colons of an unquoted value are let pass: proxies write
 * them, and the address itself is parsed strictly either way.
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
  return node === null ? null : parseNode(node);
}

function address(text: string): IpAddress | null {
  const ip = parseIp(text);
  return ip && unmapped(ip);
}

function isPort(text: string): boolean {
  return text.startsWith(":") && PORT.test(text.slice(1));
}

/** What is walked of a list; real chains have a handful of hops. */
const MAX_LENGTH = 4096;
const MAX_ELEMENTS = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * Yields the elements of a comma list from the right, without blanks around
 * them, at most 64 elements out of the last 4096 characters. Where `quoted`, a
 * comma inside a quoted string (RFC 9110 section 5.6.4) does not divide.
 *
 * The left part of the list is the stranger's: the scan begins at the right so
 * that nothing there, an open quote for example, bends what the proxies added,
 * and so that its length costs nothing.
 */
export function* elementsFromRight(
  list: string,
  quoted: boolean,
): Generator<string, void> {
  const text = list.slice(-MAX_LENGTH);
  let end = text.length;
  let inString = false;
  let elements = 0;
  for (let i = end - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (quoted && code === QUOTE && !isEscaped(text, i)) inString = !inString;
    if (code !== COMMA || inString) continue;
    yield text.slice(i + 1, end).trim();
    if (++elements === MAX_ELEMENTS) return;
    end = i;
  }
  // What a cut leaves is a part of an element, and could read as another one.
  if (text.length === list.length) yield text.slice(0, end).trim();
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
