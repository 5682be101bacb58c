import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import type {
  OutboundResponse,
  TransportRequest,
} from "../../core/outbound.ts";
import { bareHostname } from "./destination.ts";

export interface ExchangeOptions extends Pick<TransportRequest, "signal"> {
  readonly headers: Headers;
  /** Authorities, in PEM, that are believed in place of the well-known ones. */
  readonly caCerts?: readonly string[];
}

const MAX_HEADER_BYTES = 16_384;

/**
 * Sends a GET to the server at `host`, over a connection of its own. Where
 * `host` is an address, nothing is resolved; the certificate has to bear the
 * name in the URL all the same. Bodies are not decompressed.
 *
 * @throws what the system says of the connection; the signal's reason
 */
export async function exchange(
  host: string,
  url: URL,
  options: ExchangeOptions,
): Promise<OutboundResponse> {
  options.signal.throwIfAborted();
  const message = await answerTo(host, url, options);
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

function answerTo(
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
    const asked = isSecure
      ? https.request({
        ...common,
        agent: new https.Agent(DIRECT),
        servername: isIP(bareHostname(url)) ? "" : bareHostname(url),
        rejectUnauthorized: true,
        // The empty string stands for the runtime's own authorities. Were it
        // left out, Deno would list them first, for which it wants a permission.
        ca: caCerts ? [...caCerts] : "",
      }, resolve)
      : http.request({ ...common, agent: new http.Agent(DIRECT) }, resolve);
    // Stays: an error behind the answer must not go unhandled.
    asked.on("error", reject);
    asked.end();
  });
}

/** Without proxies of its own an agent takes those of the environment, which would choose by themselves whom to connect to. */
const DIRECT: http.AgentOptions & { proxyEnv: Record<string, string> } = {
  keepAlive: false,
  proxyEnv: {},
};

/** As Node reads them: of headers that may come once, the first counts. */
function headersOf(message: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    for (const text of [value ?? []].flat()) headers.append(name, text);
  }
  return headers;
}
