import {
  type AddressRule,
  allowedAddresses,
  bareHostname,
} from "./destination.ts";
import {
  exchange,
  type ExchangeOptions,
  type HttpAnswer,
} from "./http_exchange.ts";
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

export interface SafeAnswer extends HttpAnswer {
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
) => Promise<SafeAnswer>;

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
): Promise<HttpAnswer> {
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
