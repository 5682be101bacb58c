import {
  mediaType,
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  readBody,
  type ResponseHead,
  send,
} from "../../core/outbound.ts";
import { isTimeout } from "../../core/deadline.ts";
import {
  busyMs,
  DEFAULT_HOLD_OFF_MS,
  serverCircuits,
} from "../../core/circuit.ts";
import {
  type AddressRule,
  allowedAddresses,
  bareHostname,
  firstReachable,
} from "./destination.ts";
import { exchange } from "./http_exchange.ts";
import { RegistryError } from "./registry_error.ts";

export interface SafeGetOptions {
  /** Accepted media types, without parameters. */
  readonly types: readonly string[];
  /** Limit for the body; 256 KiB by default. */
  readonly maxBytes?: number;
  /** 3 by default. */
  readonly maxRedirects?: number;
  /**
   * The operator set this URL, so it may have a reserved address and use plain
   * HTTP. Its redirects may not.
   */
  readonly isTrusted?: boolean;
  /**
   * Called with each URL before the request for it, redirects included. If it
   * throws, the request ends.
   */
  readonly onHop?: (url: URL) => void;
  readonly signal: AbortSignal;
}

interface SafeResponse extends ResponseHead {
  /** Empty unless the status is 200 or 404: other bodies are not read. */
  readonly text: string;
  /** The final URL, after redirects. */
  readonly url: URL;
}

/**
 * Requests a URL that may come from a stranger, and follows redirects.
 *
 * @throws {RegistryError}; the signal's reason
 */
export type SafeGet = (
  url: URL,
  options: SafeGetOptions,
) => Promise<SafeResponse>;

export interface SafeGetRule extends AddressRule {
  /** Certificate authorities in PEM that replace the default ones. */
  readonly caCerts?: readonly string[];
}

const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

/** The registry errors for outbound failures. */
const FAILURES: Readonly<
  Partial<Record<OutboundFailure, RegistryError["code"]>>
> = {
  too_large: "too_large",
  bad_redirect: "malformed",
  too_many_redirects: "too_many_redirects",
};

/**
 * A GET that reaches only allowed addresses: checks each hop, and connects to
 * the checked address.
 *
 * Neither offers nor accepts compression, because a small response could expand
 * to gigabytes.
 */
export function createSafeGet(rule: SafeGetRule): SafeGet {
  const { caCerts } = rule;
  return async (first, options) => {
    const { types, isTrusted = false, onHop, signal } = options;
    try {
      const received = await send({
        transport: async (url, { headers, redirects, signal }) => {
          onHop?.(url);
          const hosts = redirects === 0 && isTrusted
            ? [bareHostname(url)]
            : await allowedHosts(url, rule, redirects, signal);
          const request = { headers, caCerts, signal };
          return await firstReachable(
            hosts,
            (host) => exchange(host, url, request),
            signal,
          );
        },
        url: first,
        headers: {
          accept: types.join(", "),
          "accept-encoding": "identity",
          "user-agent": "porthole",
        },
        redirects: { max: options.maxRedirects ?? MAX_REDIRECTS },
        signal,
      });
      await using response = received.response;
      const { status, headers } = response;
      const isRead = status === 200 || status === 404;
      const text = isRead ? await textOf(response, options) : "";
      return { status, headers, text, url: received.url };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { code, cause } = error;
      throw new RegistryError(FAILURES[code] ?? "unreachable", { cause });
    }
  };
}

async function textOf(
  response: OutboundResponse,
  { types, maxBytes = MAX_BYTES, signal }: SafeGetOptions,
): Promise<string> {
  const { status, headers } = response;
  const encoding = headers.get("content-encoding") ?? "identity";
  const isExpected = types.includes(mediaType(headers)) &&
    encoding === "identity";
  if (status === 200 && !isExpected) throw new RegistryError("wrong_type");
  const bytes = await readBody(response, { maxBytes, signal });
  return new TextDecoder().decode(bytes);
}

async function allowedHosts(
  url: URL,
  rule: AddressRule,
  hop: number,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const ips = await allowedAddresses(url, rule, signal);
    return ips.map((ip) => ip.text);
  } catch (error) {
    throw hop > 0 && error instanceof RegistryError &&
        error.code === "server_not_allowed"
      ? new RegistryError("redirect_not_allowed", { cause: error })
      : error;
  }
}

/**
 * A GET that pauses requests to a busy server for as long as it asks, and to a
 * server that keeps failing for half a minute. Other servers are not affected,
 * because strangers choose which server is queried. For the same reason, a bad
 * response to a single query does not count as a failure.
 *
 * Throws what `get` throws, and a `RegistryError`: `busy` if the server is
 * busy, `paused` if requests to it are paused.
 */
export function getWithBackoff(get: SafeGet, now: () => number): SafeGet {
  const circuits = serverCircuits(now);
  const succeeded = (host: string) => circuits.get(host)?.recordSuccess();

  return async (url, options) => {
    let requestedHost: string | undefined;
    const onHop = (hop: URL) => {
      options.onHop?.(hop);
      if (hop.host === requestedHost) return;
      // A server that redirects is working.
      if (requestedHost !== undefined) succeeded(requestedHost);
      requestedHost = undefined;
      if (circuits.get(hop.host)?.tryRequest() === false) {
        throw new RegistryError("paused");
      }
      requestedHost = hop.host;
    };
    let response: SafeResponse;
    try {
      response = await get(url, { ...options, onHop });
    } catch (error) {
      if (requestedHost !== undefined) {
        if (isFailure(error)) circuits.memo(requestedHost).recordFailure();
        else if (options.signal.aborted) {
          circuits.get(requestedHost)?.recordAbandoned();
        } else succeeded(requestedHost);
      }
      throw error;
    }
    const { host } = response.url;
    const restMs = busyMs(response);
    if (restMs !== undefined) {
      circuits.memo(host).holdOff(restMs ?? DEFAULT_HOLD_OFF_MS);
      throw new RegistryError("busy", { retryAfterMs: restMs ?? undefined });
    }
    if (response.status >= 500) circuits.memo(host).recordFailure();
    else succeeded(host);
    return response;
  };
}

/**
 * Whether the server failed, as opposed to the query, the rule or the caller.
 */
function isFailure(error: unknown): boolean {
  return error instanceof RegistryError
    ? error.code === "unreachable" || error.code === "wrong_type"
    : isTimeout(error);
}
