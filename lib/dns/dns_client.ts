import { type ClientKey, INTERNAL_CLIENT } from "../core/fair_queue.ts";
import { withDeadline } from "../core/deadline.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { DnsError } from "./errors.ts";
import { queryNameServer } from "./exchange.ts";
import {
  type AuthoritativeMessage,
  type ExtendedError,
  readAuthoritative,
  recordsFor,
} from "./message.ts";
import { type NameServer, serverText } from "./name_server.ts";
import { type PtrOptions, PtrQueries, type PtrResult } from "./ptr_queries.ts";
import type { QueryType } from "./question.ts";
import type { DnsRecord } from "./records.ts";
import {
  type DnsClientOptions,
  RecursiveServers,
} from "./recursive_servers.ts";
import { nameToWire } from "./wire_name.ts";

export type { QueryType } from "./question.ts";
export type { ExtendedError } from "./message.ts";
export type { PtrOptions, PtrResult, ReverseOptions } from "./ptr_queries.ts";
export type { DnsClientOptions } from "./recursive_servers.ts";
export type { DnsRecord } from "./records.ts";

interface QuestionOptions {
  /** On whose behalf; by default the service's own. */
  client?: ClientKey;
  signal?: AbortSignal;
  timeoutMs?: number;
}

interface RecordOptions extends QuestionOptions {
  /** Whether the server is to return records that do not validate (CD). */
  isCheckingDisabled?: boolean;
}

interface ServerQueryOptions extends QuestionOptions {
  /** Whether the server is to query others; false by default. */
  isRecursionDesired?: boolean;
  /** Whether the server is to return signatures. */
  isDnssecOk?: boolean;
  isOverTcp?: boolean;
}

export interface DnsResponse {
  /** `NOERROR`, `NXDOMAIN`; `SERVFAIL`, `REFUSED` and the like if no server did better. */
  readonly rcode: string;
  /** The chain of aliases and the records at its end, in the order of the response. */
  readonly records: readonly DnsRecord[];
  /** The server sent more records than are read from one response. */
  readonly isCut: boolean;
  /** Whether the server validated the signatures (AD, RFC 4035 section 3.2.3). */
  readonly isAuthentic: boolean;
  /** Why the server failed, or what it warns of (RFC 8914). */
  readonly extendedErrors: readonly ExtendedError[];
  /** Address, with the port if it is not 53. */
  readonly server: string;
  readonly elapsedMs: number;
}

const TIMEOUT_MS = 5000;
/** How long it is remembered whether the servers validate. */
const VALIDATION_MS = 600_000;
/** Long enough that a page of lookups waits once. */
const SILENCE_MS = 15_000;
/**
 * A stub resolver that uses recursive name servers. Names are absolute: search
 * domains are never added.
 */
export class DnsClient implements Disposable {
  readonly #servers: RecursiveServers;
  readonly #ptr: PtrQueries;
  readonly #now: () => number;
  /** What {@link isValidating} found last. */
  #validation: { isValidating: boolean | null; atMs: number } | undefined;

  constructor(options: DnsClientOptions = {}) {
    this.#servers = new RecursiveServers(options);
    this.#ptr = new PtrQueries(this.#servers);
    this.#now = options.now ?? Date.now;
  }

  /**
   * Queries since the start, for the metrics; a resent datagram does not count, a
   * fallback does.
   */
  get queryCount(): number {
    return this.#servers.queryCount;
  }

  /**
   * Queries the records of one type of a name, which may be escaped as in master
   * files. NXDOMAIN is a response and not an error, and so is a refusal by all
   * servers.
   *
   * @throws {DnsError} if no server responded; the signal's reason
   */
  async query(
    name: string,
    type: QueryType,
    {
      client = INTERNAL_CLIENT,
      signal,
      timeoutMs = TIMEOUT_MS,
      isCheckingDisabled,
    }: RecordOptions = {},
  ): Promise<DnsResponse> {
    const wireName = nameToWire(name);
    if (!wireName) throw new DnsError("name", "this is no domain name");
    using scope = this.#servers.begin(signal);
    const startedAt = this.#now();
    const { server, message } = await this.#servers.queryWithFallback(
      { name: wireName, type, isCheckingDisabled },
      await this.#servers.current(),
      { client, signal: scope.signal, timeoutMs },
    );
    return {
      rcode: message.rcode,
      records: recordsFor(type, message),
      isCut: message.isCut,
      isAuthentic: message.isAuthentic,
      extendedErrors: message.extendedErrors,
      server: serverText(server),
      elapsedMs: this.#now() - startedAt,
    };
  }

  /**
   * Queries one authoritative server, without recursion unless the options say
   * otherwise.
   *
   * @throws {DnsError} if it did not respond; the signal's reason
   */
  async queryServer(
    name: string,
    type: QueryType,
    server: NameServer,
    { client = INTERNAL_CLIENT, signal, timeoutMs = TIMEOUT_MS, ...options }:
      ServerQueryOptions = {},
  ): Promise<AuthoritativeMessage> {
    const wireName = nameToWire(name);
    if (!wireName) throw new DnsError("name", "this is no domain name");
    using scope = this.#servers.begin(signal);
    this.#servers.queryCount++;
    const { isOverTcp, isRecursionDesired = false, isDnssecOk } = options;
    const limits = { client, signal: scope.signal, timeoutMs };
    using _permit = await this.#servers.permit(limits);
    const question = { name: wireName, type, isRecursionDesired, isDnssecOk };
    try {
      return await withDeadline(
        timeoutMs,
        (deadline) =>
          queryNameServer(question, server, {
            signal: deadline,
            random: this.#servers.random,
            resendMs: this.#servers.resendMs,
            isOverTcp,
            read: readAuthoritative,
          }),
        scope.signal,
      );
    } catch (cause) {
      scope.signal.throwIfAborted();
      const isLate = cause instanceof DOMException;
      const message = `${serverText(server)} gave no response`;
      throw new DnsError(isLate ? "timeout" : "failed", message, { cause });
    }
  }

  /**
   * Whether the servers validate signatures: they say so of the root zone, which
   * is signed. Null if they give no usable response. Remembered for a
   * while, silence only for moments.
   *
   * @throws the signal's reason
   */
  async isValidating(options: QuestionOptions = {}): Promise<boolean | null> {
    const known = this.#validation;
    const ageMs = this.#now() - (known?.atMs ?? 0);
    const lifetimeMs = known?.isValidating === null
      ? SILENCE_MS
      : VALIDATION_MS;
    if (known && ageMs >= 0 && ageMs < lifetimeMs) return known.isValidating;
    const response = await this.query(".", "SOA", options).catch((error) => {
      if (!(error instanceof DnsError)) throw error;
    });
    const isValidating = response?.rcode === "NOERROR"
      ? response.isAuthentic
      : null;
    this.#validation = { isValidating, atMs: this.#now() };
    return isValidating;
  }

  /** @see PtrQueries.many */
  queryPtr(
    ips: Iterable<IpAddress> | AsyncIterable<IpAddress>,
    options: PtrOptions = {},
  ): AsyncGenerator<PtrResult> {
    return this.#ptr.many(ips, options);
  }

  /** @see PtrQueries.one */
  reverse(...query: Parameters<PtrQueries["one"]>): void {
    this.#ptr.one(...query);
  }

  /** Cancels all queries. */
  close(): void {
    this.#servers.close();
    this.#ptr[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
