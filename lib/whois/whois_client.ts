import type { NumberTarget } from "./whois_target.ts";
import { Buffer } from "node:buffer";
import { addAbortListener } from "node:events";
import { connect } from "node:net";
import { RegistryError, withResponse } from "./rdap/registry_error.ts";
import { serverCircuits } from "../core/circuit.ts";
import { withDeadline } from "../core/deadline.ts";
import { ExpiringCache } from "../core/cache.ts";
import { type Domain, parseHostname } from "../net/domain.ts";
import {
  type AddressRule,
  allowedHostAddresses,
  firstReachable,
} from "./rdap/destination.ts";
import { parseWhoisRecord, type WhoisRecord } from "./whois_record.ts";
import { type NumberRecord, parseNumberRecord } from "./whois_number.ts";
import { formatCidr } from "../net/cidr.ts";
import { decodeWhois } from "./whois_rows.ts";

interface WhoisExchangeOptions {
  readonly port: number;
  /** Maximum length of the response; a longer one is an error. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one line over TCP and reads until the server closes the connection (RFC
 * 3912).
 *
 * @param ip a permitted address: this function resolves no names
 * @throws {RegistryError} `too_large`; the signal's reason; a network error
 */
export async function whoisExchange(
  ip: string,
  query: string,
  { port, maxBytes, signal }: WhoisExchangeOptions,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const socket = connect({ host: ip, port });
  using _leave = addAbortListener(signal, () => socket.destroy(signal.reason));
  try {
    socket.write(`${query}\r\n`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of socket) {
      length += chunk.length;
      if (length > maxBytes) throw new RegistryError("too_large");
      chunks.push(chunk);
    }
    // The stream of an aborted connection ends as if the response were
    // complete.
    signal.throwIfAborted();
    return Buffer.concat(chunks);
  } finally {
    socket.destroy();
  }
}

interface WhoisServerResponse<Found> {
  readonly record: Found;
  readonly server: string;
  /** As the server sent it, with line endings normalized. */
  readonly text: string;
}

/**
 * The registry's response about a domain, and the registrar's if there is one:
 * many registries leave contacts to the registrar.
 */
export type WhoisResponse = readonly [
  registry: WhoisServerResponse<WhoisRecord>,
  ...registrar: WhoisServerResponse<WhoisRecord>[],
];

export type WhoisNumberResponse = WhoisServerResponse<NumberRecord>;

/** The server that IANA refers to. */
function referredServer(text: string): string | null {
  const named = /^(?:refer|whois):[ \t]*(\S+)[ \t]*$/im.exec(text)?.[1];
  return parseHostname(named ?? "");
}

/** Adds the text of the response to an error about it. */
function withText<T>(server: string, text: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw withResponse(error, { source: "whois", server, text });
  }
}

interface WhoisClientOptions extends AddressRule {
  now: () => number;
  /** 43 by default. A referral cannot change it. */
  port?: number;
  serverTimeoutMs?: number;
}

/** Knows the whois server of every top-level domain. */
const ROOT = "whois.iana.org";
const PORT = 43;
const SERVER_TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const DAY_MS = 86_400_000;
/** Limit for cached top-level domains. */
const MAX_CACHED = 2_048;

/**
 * Servers that need their own query syntax to respond in English, and about
 * domains only.
 */
const QUERIES: ReadonlyMap<string, (name: string) => string> = new Map([
  ["whois.denic.de", (name) => `-T dn,ace ${name}`],
  ["whois.jprs.jp", (name) => `${name}/e`],
  ["whois.verisign-grs.com", (name) => `domain ${name}`],
]);

/**
 * Queries whois servers about domains (RFC 3912): IANA for the registry's
 * server, then the registry, then the registrar that it refers to. Connects
 * only to addresses that the rule allows. Caches the registry's server of each
 * top-level domain for a day, and no responses.
 */
export class WhoisClient {
  readonly #options: Required<WhoisClientOptions>;
  readonly #registries: ExpiringCache<{ server: string }>;
  readonly #circuits: ReturnType<typeof serverCircuits>;

  constructor(
    { now, port = PORT, serverTimeoutMs = SERVER_TIMEOUT_MS, ...rule }:
      WhoisClientOptions,
  ) {
    this.#options = { ...rule, now, port, serverTimeoutMs };
    this.#circuits = serverCircuits(now);
    this.#registries = new ExpiringCache({ maxWeight: MAX_CACHED, now });
  }

  /**
   * The whois records of a domain; null if it is not registered.
   *
   * @throws {RegistryError} `no_server` if the registry has no whois server,
   * `paused` if queries to it are paused, or another code; a `TimeoutError` if a
   * server is silent; the signal's reason
   */
  async domain(
    domain: Domain,
    signal: AbortSignal,
  ): Promise<WhoisResponse | null> {
    const isTopLevel = !domain.ascii.includes(".");
    const server = isTopLevel
      ? ROOT
      : await this.#registryServer(domain, signal);
    if (server === null) return null;
    const registry = await this.#record(server, domain, signal);
    if (registry === null) return null;
    const { referral } = registry.record;
    if (isTopLevel || referral === null || referral === server) {
      return [registry];
    }
    try {
      const registrar = await this.#record(referral, domain, signal);
      return registrar ? [registry, registrar] : [registry];
    } catch {
      // The registry's response is enough: referrals are often out of date.
      signal.throwIfAborted();
      return [registry];
    }
  }

  /**
   * A regional registry's response about a number; null if nothing is
   * registered.
   *
   * @throws as `domain`
   */
  async number(
    target: NumberTarget,
    signal: AbortSignal,
  ): Promise<WhoisNumberResponse | null> {
    const about = target.kind === "asn"
      ? `AS${target.asn}`
      : target.kind === "block"
      ? formatCidr(target.cidr)
      : target.ip.text;
    // IANA knows no blocks of the registries' members.
    const text = await this.#query(ROOT, about.split("/")[0], signal);
    const server = referredServer(text);
    if (server === null) throw new RegistryError("no_server");
    const response = await this.#query(
      server,
      server === "whois.arin.net"
        ? `${target.kind === "asn" ? "a" : "n"} + ${about.replace("AS", "")}`
        : about,
      signal,
    );
    return withText(server, response, () => {
      const record = parseNumberRecord(target, response);
      return record && { record, server, text: response };
    });
  }

  /**
   * The registry's whois server; null if the top-level domain does not exist.
   */
  async #registryServer(
    { ascii }: Domain,
    signal: AbortSignal,
  ): Promise<string | null> {
    const tld = ascii.slice(ascii.lastIndexOf(".") + 1);
    const cached = this.#registries.get(tld);
    if (cached) return cached.server;
    const text = await this.#query(ROOT, tld, signal);
    const server = referredServer(text);
    if (server === null) {
      if (/\breturned 0 objects\b/.test(text)) return null;
      throw new RegistryError("no_server");
    }
    this.#registries.set(tld, { server }, this.#options.now() + DAY_MS);
    return server;
  }

  async #record(
    server: string,
    domain: Domain,
    signal: AbortSignal,
  ): Promise<WhoisServerResponse<WhoisRecord> | null> {
    const { ascii } = domain;
    const query = QUERIES.get(server)?.(ascii) ?? ascii;
    const text = await this.#query(server, query, signal);
    return withText(server, text, () => {
      const record = parseWhoisRecord(domain, text);
      return record && { record, server, text };
    });
  }

  async #query(
    server: string,
    query: string,
    signal: AbortSignal,
  ): Promise<string> {
    if (this.#circuits.get(server)?.tryRequest() === false) {
      throw new RegistryError("paused");
    }
    try {
      const bytes = await withDeadline(
        this.#options.serverTimeoutMs,
        (limited) => this.#exchange(server, query, limited),
        signal,
      );
      this.#circuits.get(server)?.recordSuccess();
      return decodeWhois(bytes);
    } catch (error) {
      if (signal.aborted) {
        this.#circuits.get(server)?.recordAbandoned();
        throw signal.reason;
      }
      if (error instanceof RegistryError && error.code !== "unreachable") {
        this.#circuits.get(server)?.recordSuccess();
      } else this.#circuits.memo(server).recordFailure();
      throw error;
    }
  }

  async #exchange(
    server: string,
    query: string,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const ips = await allowedHostAddresses(server, this.#options, signal);
    const options = { port: this.#options.port, maxBytes: MAX_BYTES, signal };
    return await firstReachable(
      ips,
      ({ text }) => whoisExchange(text, query, options),
      signal,
    );
  }
}
