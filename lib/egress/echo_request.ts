import type { ClientAddress } from "../net/client_address.ts";

/** A request as it came in. */
export interface EchoedRequest {
  method: string;
  url: string;
  /** What is spoken on the last stretch to this process; a guess by the headers. */
  http_version: "1.1" | "2";
  /** In the order of their names, lines of one name joined. */
  headers: [name: string, value: string][];
  client: {
    ip: string;
    /** Where the address was read: the connection's peer, or a header. */
    via: ClientAddress["via"];
    /** The other end of the connection. */
    peer: string;
  };
}

const HIDDEN = "(hidden)";

/**
 * Headers whose values open something. They are hidden from people who show an
 * answer around, and from scripts: a page that is taken over could else read
 * cookies that are kept from it (cross-site tracing).
 */
const SECRET =
  /authorization|auth$|cookie|token|secret|passw|credential|assertion|signature|session|csrf|xsrf|jwt|(?<!^sec-websocket-)key$/;

/** What HTTP/2 has no place for (RFC 9113 section 8.2.2), and what it has another for. */
const ONLY_HTTP_1 = [
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
];

/** Describes a request, without its secrets. */
export function echoRequest(
  { method, url, headers }: Request,
  { ip, via }: ClientAddress,
  peer: string,
): EchoedRequest {
  const isHttp1 = ONLY_HTTP_1.some((name) => headers.has(name));
  return {
    method,
    url,
    http_version: isHttp1 ? "1.1" : "2",
    headers: [...headers].map(([name, value]) => [name, shown(name, value)]),
    client: { ip: ip.text, via, peer },
  };
}

function shown(name: string, value: string): string {
  if (name === "cookie") return cookieNames(value);
  return SECRET.test(name) ? HIDDEN : value;
}

/** The names stay: whether a cookie gets through is what people look for. */
function cookieNames(value: string): string {
  return value.split(";").map((pair) => {
    const equals = pair.indexOf("=");
    // A pair without a name has nothing but its value (RFC 6265bis section 5.6).
    return equals < 0 ? HIDDEN : `${pair.slice(0, equals).trim()}=${HIDDEN}`;
  }).join("; ");
}
