import { LRUCache } from "lru-cache";
import {
  mediaType,
  OutboundError,
  type OutboundFailure,
  type OutboundResponse,
  readBody,
  type ResponseHead,
  send,
} from "../../core/outbound.ts";
import { busyMs, DEFAULT_HOLD_OFF_MS } from "../../core/retry_after.ts";
import { Circuit } from "../../core/circuit.ts";
import {
  type AddressRule,
  allowedAddresses,
  bareHostname,
} from "./destination.ts";
import { exchange, type ExchangeOptions } from "./http_exchange.ts";
import { RegistryError } from "./registry_error.ts";

export interface SafeGetOptions {
  /** Media types that are taken, without parameters. */
  readonly types: readonly string[];
  /** Of the body; 256 KiB unless told. */
  readonly maxBytes?: number;
  /** The operator named this URL: it may be inner, and plain HTTP. Where it redirects to may not. */
  readonly isTrusted?: boolean;
  /** Told of each URL before it is asked for, where redirects lead included; what it throws ends the request. */
  readonly onHop?: (url: URL) => void;
  readonly signal: AbortSignal;
}

export interface SafeResponse extends ResponseHead {
  /** Empty unless the status is 200: no other body is read. */
  readonly text: string;
  /** Where the answer came from in the end. */
  readonly url: URL;
}

/**
 * Asks for a URL that a stranger may have supplied, and follows redirects.
 *
 * @throws {RegistryError}; the signal's reason
 */
export type SafeGet = (
  url: URL,
  options: SafeGetOptions,
) => Promise<SafeResponse>;

export interface SafeGetRule extends AddressRule {
  /** Authorities, in PEM, that are believed in place of the well-known ones. */
  readonly caCerts?: readonly string[];
}

const MAX_BYTES = 256 * 1024;
const MAX_REDIRECTS = 3;

/** What the failures of a request say of a registry. */
const FAILURES: Readonly<
  Partial<Record<OutboundFailure, RegistryError["code"]>>
> = {
  too_large: "too_large",
  bad_redirect: "malformed",
  too_many_redirects: "too_many_redirects",
};

/**
 * A GET that goes nowhere the rule does not allow: each hop is checked and
 * connected to by address.
 *
 * No compression is offered, and none is taken: a small answer could hold
 * gigabytes.
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
          return await askFirstUp(url, hosts, { headers, caCerts, signal });
        },
        url: first,
        headers: {
          accept: types.join(", "),
          "accept-encoding": "identity",
          "user-agent": "porthole",
        },
        redirects: { max: MAX_REDIRECTS },
        signal,
      });
      await using response = received.response;
      const { status, headers } = response;
      const text = status === 200 ? await textOf(response, options) : "";
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
  const { headers } = response;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (!types.includes(mediaType(headers)) || encoding !== "identity") {
    throw new RegistryError("wrong_type");
  }
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

/** One address after the other until one answers. */
async function askFirstUp(
  url: URL,
  hosts: readonly string[],
  options: ExchangeOptions,
): Promise<OutboundResponse> {
  let failure: unknown;
  for (const host of hosts) {
    try {
      return await exchange(host, url, options);
    } catch (error) {
      options.signal.throwIfAborted();
      failure = error;
    }
  }
  throw new RegistryError("unreachable", { cause: failure });
}

/** Bounded because redirects lead where others want. */
const MAX_SERVERS = 2_048;

/**
 * A GET that leaves those servers alone that are busy, for as long as they say,
 * and those that keep failing, for half a minute; and no other server with
 * them: whoever may ask chooses who is asked. So an answer that is bad for one
 * question is no failure either.
 *
 * Throws what `get` throws, and a `RegistryError`: `busy` where the server is,
 * `resting` where it is not asked.
 *
 * @param now milliseconds since the epoch
 */
export function getWithBackoff(get: SafeGet, now: () => number): SafeGet {
  // Those of which nothing bad is known are not in it.
  const circuits = new LRUCache<string, Circuit>({ max: MAX_SERVERS });

  const circuitOf = (host: string) => {
    const circuit = circuits.get(host) ?? new Circuit(now);
    circuits.set(host, circuit);
    return circuit;
  };
  const succeeded = (host: string) => circuits.get(host)?.recordSuccess();

  return async (url, options) => {
    let asked: string | undefined;
    const onHop = (hop: URL) => {
      options.onHop?.(hop);
      if (hop.host === asked) return;
      // Whoever can redirect is well.
      if (asked !== undefined) succeeded(asked);
      asked = undefined;
      if (circuits.get(hop.host)?.tryRequest() === false) {
        throw new RegistryError("resting");
      }
      asked = hop.host;
    };
    let answer: SafeResponse;
    try {
      answer = await get(url, { ...options, onHop });
    } catch (error) {
      if (asked !== undefined) {
        if (isFailure(error)) circuitOf(asked).recordFailure();
        else if (!options.signal.aborted) succeeded(asked);
      }
      throw error;
    }
    const { host } = answer.url;
    const restMs = busyMs(answer);
    if (restMs !== undefined) {
      circuitOf(host).holdOff(restMs ?? DEFAULT_HOLD_OFF_MS);
      throw new RegistryError("busy", { retryAfterMs: restMs ?? undefined });
    }
    if (answer.status >= 500) circuitOf(host).recordFailure();
    else succeeded(host);
    return answer;
  };
}

/** Whether the server is at fault, and not the question, the rule or whoever did not wait. */
function isFailure(error: unknown): boolean {
  return error instanceof RegistryError
    ? error.code === "unreachable" || error.code === "wrong_type"
    : error instanceof DOMException && error.name === "TimeoutError";
}
