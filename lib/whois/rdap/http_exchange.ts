import { Buffer } from "node:buffer";
import * as http from "node:http";
import * as https from "node:https";
import { isIP } from "node:net";
import { bareHostname } from "./destination.ts";
import { RegistryError } from "./registry_error.ts";

export interface ExchangeOptions {
  /** Media types that are taken, without parameters. */
  readonly types: readonly string[];
  /** Of the body. */
  readonly maxBytes: number;
  /** Authorities, in PEM, that are believed in place of the well-known ones. */
  readonly caCerts?: readonly string[];
  readonly signal: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Empty unless the status is 200: no other body is read. */
  readonly text: string;
}

const MAX_HEADER_BYTES = 16_384;

/**
 * Asks the server at `host` for `url`, over a connection of its own. Where
 * `host` is an address, nothing is resolved; the certificate has to bear the
 * name in the URL all the same.
 *
 * No compression is offered, and none is taken: a small answer could hold
 * gigabytes.
 *
 * @throws {RegistryError} `wrong_type`, `too_large`, `unreachable` where the connection breaks behind the headers; before them, whatever the system says; the signal's reason
 */
export async function exchange(
  host: string,
  url: URL,
  options: ExchangeOptions,
): Promise<HttpResponse> {
  const { signal } = options;
  signal.throwIfAborted();
  let message: http.IncomingMessage | undefined;
  try {
    message = await answerTo(host, url, options);
    const { statusCode: status = 0, headers } = message;
    const text = status === 200 ? await textOf(message, options) : "";
    // A body that is given up ends as if it were whole.
    signal.throwIfAborted();
    return { status, headers, text };
  } catch (error) {
    signal.throwIfAborted();
    throw message === undefined || error instanceof RegistryError
      ? error
      : new RegistryError("unreachable", { cause: error });
  } finally {
    message?.destroy();
  }
}

function answerTo(
  host: string,
  url: URL,
  { types, caCerts, signal }: ExchangeOptions,
): Promise<http.IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const common = {
    host,
    port: url.port || (isSecure ? 443 : 80),
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      accept: types.join(", "),
      "accept-encoding": "identity",
      "user-agent": "porthole",
    },
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

async function textOf(
  message: http.IncomingMessage,
  { types, maxBytes }: ExchangeOptions,
): Promise<string> {
  const { headers } = message;
  const type = headers["content-type"]?.split(";")[0].trim().toLowerCase();
  const encoding = headers["content-encoding"] ?? "identity";
  if (!type || !types.includes(type) || encoding !== "identity") {
    throw new RegistryError("wrong_type");
  }
  if (Number(headers["content-length"] ?? 0) > maxBytes) {
    throw new RegistryError("too_large");
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of message) {
    length += chunk.length;
    if (length > maxBytes) throw new RegistryError("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
