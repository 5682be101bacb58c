import { Buffer } from "node:buffer";
import { connect } from "node:net";
import { LRUCache } from "lru-cache";
import { RegistryError } from "./rdap/registry_error.ts";
import { Circuit } from "../core/circuit.ts";
import { withDeadline } from "../core/deadline.ts";
import { ExpiringCache } from "../core/cache.ts";
import { type Domain, parseHostname } from "../net/domain.ts";
import { type AddressRule, allowedHostAddresses } from "./rdap/destination.ts";
import {
  decodeWhois,
  parseWhoisRecord,
  type WhoisRecord,
} from "./whois_record.ts";

export interface WhoisExchangeOptions {
  readonly port: number;
  /** Of the answer; no more is ever kept. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Sends one line over TCP and reads until the server hangs up (RFC 3912).
 *
 * @param ip an address that may be connected to: nothing is resolved here
 * @throws {RegistryError} `too_large`; the signal's reason; an error of the network
 */
export async function whoisExchange(
  ip: string,
  query: string,
  { port, maxBytes, signal }: WhoisExchangeOptions,
): Promise<Uint8Array> {
  signal.throwIfAborted();
  const socket = connect({ host: ip, port });
  const onAbort = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    socket.write(`${query}\r\n`);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of socket) {
      length += chunk.length;
      if (length > maxBytes) throw new RegistryError("too_large");
      chunks.push(chunk);
    }
    // A connection that was given up ends as if the answer were whole.
    signal.throwIfAborted();
    return Buffer.concat(chunks);
  } finally {
    signal.removeEventListener("abort", onAbort);
    socket.destroy();
  }
}

/** What one server says of a domain. */
export interface WhoisReply {
  readonly record: WhoisRecord;
  readonly server: string;
  /** As it was sent, but for the ends of lines. */
  readonly text: string;
}

/** The registry's word, and the registrar's where it is had: registries refer to those who know the people. */
export type WhoisResponse = readonly [
  registry: WhoisReply,
  ...registrar: WhoisReply[],
];

export interface WhoisClientOptions extends AddressRule {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** 43 unless told. Servers cannot choose another. */
  port?: number;
  /** The longest one server is waited for. */
  hopMs?: number;
}

/** Knows the server of every top-level domain. */
const ROOT = "whois.iana.org";
const PORT = 43;
const HOP_MS = 5_000;
const MAX_BYTES = 256 * 1024;
const DAY_MS = 86_400_000;
/** Top-level domains, and servers. */
const MAX_KEPT = 2_048;

/** Servers that want to be asked in their own way, so that they answer in English and about domains alone. */
const QUERIES: ReadonlyMap<string, (name: string) => string> = new Map([
  ["whois.denic.de", (name) => `-T dn,ace ${name}`],
  ["whois.jprs.jp", (name) => `${name}/e`],
  ["whois.verisign-grs.com", (name) => `domain ${name}`],
]);

/**
 * Asks whois servers about domains (RFC 3912): IANA for the registry's server,
 * that one, and the registrar's where it is referred to. Only to addresses
 * that the rule allows. No answer is kept; which server is whose is, for a day.
 */
export class WhoisClient {
  readonly #rule: AddressRule;
  readonly #now: () => number;
  readonly #port: number;
  readonly #hopMs: number;
  readonly #registries: ExpiringCache<{ server: string }>;
  // Those of which nothing bad is known are not in it.
  readonly #circuits = new LRUCache<string, Circuit>({ max: MAX_KEPT });

  constructor(
    { now, port = PORT, hopMs = HOP_MS, ...rule }: WhoisClientOptions,
  ) {
    this.#rule = rule;
    this.#now = now;
    this.#registries = new ExpiringCache({ maxWeight: MAX_KEPT, now });
    this.#port = port;
    this.#hopMs = hopMs;
  }

  /**
   * What is written down of a domain; null where nothing is registered.
   *
   * @throws {RegistryError} `no_server` where the registry has none, `resting` for one that keeps failing, or what else went wrong; the signal's reason
   */
  async domain(
    domain: Domain,
    signal: AbortSignal,
  ): Promise<WhoisResponse | null> {
    const server = await this.#registryOf(domain, signal);
    if (server === null) return null;
    const registry = await this.#reply(server, domain, signal);
    if (registry === null) return null;
    const { referral } = registry.record;
    if (referral === null || referral === server) return [registry];
    try {
      const registrar = await this.#reply(referral, domain, signal);
      return registrar ? [registry, registrar] : [registry];
    } catch {
      // The registry has spoken. Referrals are often out of date.
      signal.throwIfAborted();
      return [registry];
    }
  }

  /** Null for a top-level domain that is none. */
  async #registryOf(
    { ascii }: Domain,
    signal: AbortSignal,
  ): Promise<string | null> {
    const tld = ascii.slice(ascii.lastIndexOf(".") + 1);
    const kept = this.#registries.get(tld);
    if (kept) return kept.server;
    const text = await this.#ask(ROOT, tld, signal);
    const named = /^(?:refer|whois):[ \t]*(\S+)[ \t]*$/im.exec(text)?.[1];
    const server = parseHostname(named ?? "");
    if (server === null) {
      if (/\breturned 0 objects\b/.test(text)) return null;
      throw new RegistryError("no_server");
    }
    this.#registries.set(tld, { server }, this.#now() + DAY_MS);
    return server;
  }

  async #reply(
    server: string,
    domain: Domain,
    signal: AbortSignal,
  ): Promise<WhoisReply | null> {
    const { ascii } = domain;
    const query = QUERIES.get(server)?.(ascii) ?? ascii;
    const text = await this.#ask(server, query, signal);
    const record = parseWhoisRecord(domain, text);
    return record && { record, server, text };
  }

  async #ask(
    server: string,
    query: string,
    signal: AbortSignal,
  ): Promise<string> {
    if (this.#circuits.get(server)?.tryRequest() === false) {
      throw new RegistryError("resting");
    }
    try {
      const bytes = await withDeadline(
        this.#hopMs,
        (limited) => this.#exchange(server, query, limited),
        signal,
      );
      this.#circuits.get(server)?.recordSuccess();
      return decodeWhois(bytes);
    } catch (cause) {
      if (signal.aborted) {
        this.#circuits.get(server)?.recordAbandoned();
        throw signal.reason;
      }
      const error = cause instanceof RegistryError
        ? cause
        : new RegistryError("unreachable", { cause });
      if (error.code === "unreachable") this.#circuitOf(server).recordFailure();
      else this.#circuits.get(server)?.recordSuccess();
      throw error;
    }
  }

  /** One address after the other until one answers. */
  async #exchange(
    server: string,
    query: string,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const ips = await allowedHostAddresses(server, this.#rule, signal);
    let failure: unknown;
    for (const { text } of ips) {
      try {
        return await whoisExchange(text, query, {
          port: this.#port,
          maxBytes: MAX_BYTES,
          signal,
        });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof RegistryError) throw error;
        failure = error;
      }
    }
    throw failure;
  }

  #circuitOf(server: string): Circuit {
    const circuit = this.#circuits.get(server) ?? new Circuit(this.#now);
    this.#circuits.set(server, circuit);
    return circuit;
  }
}
