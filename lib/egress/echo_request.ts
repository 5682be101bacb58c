import { httpVersionOf } from "../http/accept.ts";
import type { ClientAddress } from "../net/client_address.ts";

const HIDDEN = "(hidden)";

/**
 * Headers that hold credentials. Their values are hidden from people who share
 * the output, and from scripts: a compromised page could otherwise read
 * HttpOnly cookies (cross-site tracing).
 */
const SECRET =
  /authorization|auth$|cookie|token|secret|passw|credential|assertion|signature|session|csrf|xsrf|jwt|(?<!^sec-websocket-)key$/;

/** A request as this service received it, without its credentials. */
export function echoRequest(
  { method, url, headers }: Request,
  { ip, via }: ClientAddress,
  peer: string,
) {
  return {
    method,
    url,
    http_version: httpVersionOf(headers),
    // Sorted by name, with repeated headers joined.
    headers: Array.from(
      headers,
      ([name, value]): [string, string] => [name, shown(name, value)],
    ),
    client: { ip: ip.text, via, peer },
  };
}

function shown(name: string, value: string): string {
  if (name === "cookie") return cookieNames(value);
  return SECRET.test(name) ? HIDDEN : value;
}

/** Keeps the names, which show whether a cookie arrives. */
function cookieNames(value: string): string {
  return value.split(";").map((pair) => {
    const equals = pair.indexOf("=");
    // A pair without an equals sign is all value (RFC 6265bis section 5.6).
    return equals < 0 ? HIDDEN : `${pair.slice(0, equals).trim()}=${HIDDEN}`;
  }).join("; ");
}
