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
