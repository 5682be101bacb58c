import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import type {
  OutboundResponse,
  TransportRequest,
} from "../../core/outbound.ts";
import { bareHostname } from "./destination.ts";

interface ExchangeOptions extends Pick<TransportRequest, "signal"> {
  readonly headers: Headers;
  /** Certificate authorities in PEM that replace the default ones. */
  readonly caCerts?: readonly string[];
}

const MAX_HEADER_BYTES = 16_384;

/**
 * Sends a GET to the server at `host` over a new connection. If `host` is an
 * address, nothing is resolved, and the certificate must still match the name
 * in the URL. Does not decompress bodies.
 *
 * @throws the network error; the signal's reason
 */
export async function exchange(
  host: string,
  url: URL,
  options: ExchangeOptions,
): Promise<OutboundResponse> {
  options.signal.throwIfAborted();
  const message = await requestFrom(host, url, options);
  return {
    status: message.statusCode ?? 0,
    headers: headersOf(message),
    body: message,
    [Symbol.asyncDispose]: () => {
      message.destroy();
      return Promise.resolve();
    },
  };
}

function requestFrom(
  host: string,
  url: URL,
  { headers, caCerts, signal }: ExchangeOptions,
): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const common = {
    host,
    port: url.port || (isSecure ? 443 : 80),
    path: url.pathname + url.search,
    headers: { host: url.host, ...Object.fromEntries(headers) },
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = isSecure
      ? https.request({
        ...common,
        agent: new https.Agent(DIRECT),
        servername: isIP(bareHostname(url)) ? "" : bareHostname(url),
        rejectUnauthorized: true,
        // An empty string selects the runtime's authorities. If it is left out,
        // Deno lists them itself, which needs a permission.
        ca: caCerts ? [...caCerts] : "",
      }, resolve)
      : http.request({ ...common, agent: new http.Agent(DIRECT) }, resolve);
    // Must stay attached: an error after the response would be uncaught.
    request.on("error", reject);
    request.end();
  });
}

/**
 * An agent without `proxyEnv` uses the environment's proxies, which would
 * resolve the name themselves.
 */
const DIRECT: http.AgentOptions & { proxyEnv: Record<string, string> } = {
  keepAlive: false,
  proxyEnv: {},
};

/** Like Node, keeps the first value of a header that may occur only once. */
function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const text of [value ?? []].flat()) headers.append(name, text);
  }
  return headers;
}
