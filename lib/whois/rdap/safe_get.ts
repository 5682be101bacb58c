import {
  type AddressRule,
  allowedAddresses,
  bareHostname,
} from "./destination.ts";
import {
  exchange,
  type ExchangeOptions,
  type HttpResponse,
} from "./http_exchange.ts";
import { RegistryError } from "./registry_error.ts";
import { Circuit } from "../../core/circuit.ts";
import { BoundedMap } from "../../core/cache.ts";
import { retryAfterMs } from "../../core/fetch_json.ts";

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

export interface SafeResponse extends HttpResponse {
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
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A GET that goes nowhere the rule does not allow: each hop is checked and connected to by address. */
export function createSafeGet(rule: SafeGetRule): SafeGet {
  return async (first, { maxBytes = MAX_BYTES, onHop, ...options }) => {
    const { types, isTrusted, signal } = options;
    let url = first;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      onHop?.(url);
      const isOperators = hop === 0 && isTrusted === true;
      const hosts = isOperators
        ? [bareHostname(url)]
        : await allowedHosts(url, rule, hop, signal);
      const answer = await askFirstUp(url, hosts, {
        types,
        maxBytes,
        caCerts: rule.caCerts,
        signal,
      });
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.status) || location === undefined) {
        return { url, ...answer };
      }
      const next = URL.parse(location, url);
      if (!next) throw new RegistryError("malformed");
      url = next;
    }
    throw new RegistryError("too_many_redirects");
  };
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
): Promise<HttpResponse> {
  let failure: unknown;
  for (const host of hosts) {
    try {
      return await exchange(host, url, options);
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof RegistryError) throw error;
      failure = error;
    }
  }
  throw new RegistryError("unreachable", { cause: failure });
}

/** Servers in a generation. Bounded because redirects lead where others want. */
const MAX_SERVERS = 1_024;
/** How long a busy server rests that does not say how long. */
const REST_MS = 60_000;

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
  const circuits = new BoundedMap<string, Circuit>(MAX_SERVERS);

  const circuitOf = (host: string) => {
    const circuit = circuits.get(host) ?? new Circuit(now);
    circuits.set(host, circuit);
    return circuit;
  };
  const succeeded = (host: string) => circuits.get(host)?.succeeded();

  return async (url, options) => {
    let asked: string | undefined;
    const onHop = (hop: URL) => {
      options.onHop?.(hop);
      if (hop.host === asked) return;
      // Whoever can redirect is well.
      if (asked !== undefined) succeeded(asked);
      asked = undefined;
      if (circuits.get(hop.host)?.allows() === false) {
        throw new RegistryError("resting");
      }
      asked = hop.host;
    };
    let answer: SafeResponse;
    try {
      answer = await get(url, { ...options, onHop });
    } catch (error) {
      if (asked !== undefined) {
        if (isFailure(error)) circuitOf(asked).failed();
        else if (!options.signal.aborted) succeeded(asked);
      }
      throw error;
    }
    const { host } = answer.url;
    const restMs = restOf(answer);
    if (restMs !== undefined) {
      circuitOf(host).holdOff(restMs ?? REST_MS);
      throw new RegistryError("busy", { retryAfterMs: restMs ?? undefined });
    }
    if (answer.status >= 500) circuitOf(host).failed();
    else succeeded(host);
    return answer;
  };
}

/** Milliseconds; null where a busy server does not say how long, undefined where it is not busy. */
function restOf({ status, headers }: SafeResponse): number | null | undefined {
  const ms = retryAfterMs(
    new Headers({
      "retry-after": headers["retry-after"] ?? "",
      "date": headers.date ?? "",
    }),
  );
  if (status === 429) return ms ?? null;
  return status === 503 ? ms : undefined;
}

/** Whether the server is at fault, and not the question, the rule or whoever did not wait. */
function isFailure(error: unknown): boolean {
  return error instanceof RegistryError
    ? error.code === "unreachable" || error.code === "wrong_type"
    : error instanceof DOMException && error.name === "TimeoutError";
}
