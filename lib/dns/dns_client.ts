import { type ClientKey, INTERNAL_CLIENT } from "../core/caller.ts";
import { Semaphore, SemaphoreError } from "../core/semaphore.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { queryNameServer, type Question } from "./exchange.ts";
import {
  CancelScope,
  isConclusive,
  queryServers,
  type ServerResponse,
} from "./query_servers.ts";
import { recordsFor } from "./message.ts";
import { DnsError } from "./errors.ts";
import { mapConcurrent, YieldBudget } from "./map_concurrent.ts";
import { type NameServer, serverText, SystemServers } from "./name_server.ts";
import { FAILED, type PtrOutcome, ptrOutcome, SILENT } from "./ptr_outcome.ts";
import { PtrSocketPool } from "./ptr_socket_pool.ts";
import type { RecordType } from "./question.ts";
import { type FillRandom, RandomNumbers } from "./name_case.ts";
import type { DnsRecord } from "./records.ts";
import { nameToWire, reverseWireName } from "./wire_name.ts";

export type { RecordType } from "./question.ts";
export type { DnsRecord } from "./records.ts";

export interface DnsClientOptions {
  /** Recursive servers, queried in this order; empty means those of the system. */
  nameServers?: readonly NameServer[];
  /** Reads the system's `resolv.conf`. */
  readResolvConf?: () => Promise<string>;
  random?: FillRandom;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Concurrent single queries, shared fairly among clients; as many more may wait. */
  maxInFlight?: number;
  /** How long to wait for one server before querying the next as well. */
  attemptMs?: number;
  /** When to send a query again, in case its datagram was lost. */
  resendMs?: number;
}

export interface QuestionOptions {
  /** On whose behalf; by default the service's own. */
  client?: ClientKey;
  signal?: AbortSignal;
  timeoutMs?: number;
}

export interface PtrOptions extends QuestionOptions {
  /** Concurrent queries, at most 1,024. */
  concurrency?: number;
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
  /** Address, with the port if it is not 53. */
  readonly server: string;
  readonly elapsedMs: number;
}

/** The PTR names of an address. */
export interface PtrResult {
  readonly ip: IpAddress;
  /** Escaped, in lower case; empty if there are none, null if no server responded. */
  readonly names: readonly string[] | null;
}

export interface ReverseOptions {
  client: ClientKey;
  /** How often the same query was sent before: each goes to the next server. */
  attempt?: number;
}

const TIMEOUT_MS = 5000;
const MAX_CONCURRENCY = 1024;
/** Sockets that single PTR queries share. */
const REVERSE_SOCKETS = 4;
/** Time limit of a single PTR query that needs a fallback. */
const FALLBACK_TIMEOUT_MS = 1000;
/** As many responses as fit into the kernel's default socket buffer. */
const QUERIES_PER_SOCKET = 64;

/**
 * A stub resolver that uses recursive name servers. Names are absolute: search
 * domains are never added.
 */
export class DnsClient implements Disposable {
  readonly #servers: () => Promise<readonly NameServer[]>;
  /** Null if those of the system are used. */
  readonly #configuredServers: readonly NameServer[] | null;
  readonly #random: RandomNumbers;
  readonly #now: () => number;
  readonly #questions: Semaphore;
  readonly #turns = new YieldBudget();
  readonly #attemptMs: number;
  readonly #resendMs: number;
  readonly #running = new Set<CancelScope>();
  #pool: PtrSocketPool | undefined;
  #isClosed = false;
  #queryCount = 0;
  /** Queried first; otherwise a server that is down would delay every query. */
  #lastResponsive: NameServer | undefined;

  constructor({
    nameServers = [],
    readResolvConf = () => Deno.readTextFile("/etc/resolv.conf"),
    random = (block) => crypto.getRandomValues(block),
    now = Date.now,
    maxInFlight = 4096,
    attemptMs = 300,
    resendMs = 800,
  }: DnsClientOptions = {}) {
    const system = new SystemServers({ read: readResolvConf, now });
    this.#configuredServers = nameServers.length > 0 ? nameServers : null;
    this.#servers = nameServers.length > 0
      ? () => Promise.resolve(nameServers)
      : () => system.current();
    this.#random = new RandomNumbers(random);
    this.#now = now;
    this.#questions = new Semaphore({
      permits: maxInFlight,
      maxWaiting: maxInFlight,
    });
    this.#attemptMs = attemptMs;
    this.#resendMs = resendMs;
  }

  /**
   * Queries since the start, for the metrics; a resent datagram does not count, a
   * fallback does.
   */
  get queryCount(): number {
    return this.#queryCount;
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
    type: RecordType,
    { client = INTERNAL_CLIENT, signal, timeoutMs = TIMEOUT_MS }:
      QuestionOptions = {},
  ): Promise<DnsResponse> {
    const wireName = nameToWire(name);
    if (!wireName) throw new DnsError("name", "this is no domain name");
    using scope = this.#begin(signal);
    const startedAt = this.#now();
    const { server, message } = await this.#queryWithFallback(
      { name: wireName, type },
      await this.#servers(),
      { client, signal: scope.signal, timeoutMs },
    );
    return {
      rcode: message.rcode,
      records: recordsFor(type, message),
      isCut: message.isCut,
      isAuthentic: message.isAuthentic,
      server: serverText(server),
      elapsedMs: this.#now() - startedAt,
    };
  }

  /**
   * Queries the PTR names of many addresses, and yields them in the order of
   * the responses. Ends if the consumer stops reading or aborts.
   *
   * @param options `timeoutMs` applies to each address that needs a fallback query
   * @throws {DnsError} if no servers are known; the signal's reason
   */
  async *queryPtr(
    ips: Iterable<IpAddress> | AsyncIterable<IpAddress>,
    {
      client = INTERNAL_CLIENT,
      signal,
      concurrency = 256,
      timeoutMs = TIMEOUT_MS,
    }: PtrOptions = {},
  ): AsyncGenerator<PtrResult> {
    const boundedConcurrency = Math.max(
      1,
      Math.min(concurrency, MAX_CONCURRENCY),
    );
    using scope = this.#begin(signal);
    using _turn = this.#turns.begin();
    const limits = { client, signal: scope.signal, timeoutMs };
    const servers = await this.#servers();
    using pool = new PtrSocketPool({
      servers,
      serverFor: () => servers[this.#preferred(servers)],
      random: this.#random,
      socketCount: Math.ceil(boundedConcurrency / QUERIES_PER_SOCKET),
      attemptMs: this.#attemptMs,
      repeatsUnanswered: true,
      queryWithFallback: (ip, some) => this.#ptrOutcome(ip, some, limits),
    });
    yield* mapConcurrent<IpAddress, PtrResult>(
      ips,
      (ip, settle) => {
        this.#queryCount++;
        pool.query(ip, limits, (outcome) => {
          const names = outcome.kind === "answered" ? outcome.names : null;
          settle({ ip, names });
        });
      },
      {
        concurrency: boundedConcurrency,
        signal: scope.signal,
        perTurn: () => this.#turns.perTurn,
      },
    );
  }

  /**
   * Queries the PTR names of one address, over sockets that all such queries share.
   * One datagram is sent; without a response within about
   * {@link DnsClientOptions.attemptMs} the outcome is `silent`. If the response is
   * truncated or the server fails, the query is repeated with all fallbacks.
   *
   * @param settle called once, unless the client is closed meanwhile. Promises
   * between here and the caller would take longer than reading the response.
   * @param onNoServers called instead if no servers are known
   */
  reverse(
    ip: IpAddress,
    options: ReverseOptions,
    settle: (outcome: PtrOutcome) => void,
    onNoServers: () => void,
  ): void {
    if (this.#isClosed) return settle(SILENT);
    this.#queryCount++;
    if (this.#configuredServers) {
      this.#poolFor(this.#configuredServers).query(ip, options, settle);
    } else {
      this.#servers().then(
        (servers) => this.#poolFor(servers).query(ip, options, settle),
        onNoServers,
      );
    }
  }

  /** Cancels all queries. */
  close(): void {
    this.#isClosed = true;
    for (const scope of this.#running) scope.cancel(closed());
    this.#pool?.[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #poolFor(servers: readonly NameServer[]): PtrSocketPool {
    if (this.#pool?.servers === servers) return this.#pool;
    const serverFor = (attempt: number) =>
      servers[(this.#preferred(servers) + attempt) % servers.length];
    // The sockets of the former list close by themselves.
    return this.#pool = new PtrSocketPool({
      servers,
      serverFor,
      random: this.#random,
      socketCount: REVERSE_SOCKETS,
      attemptMs: this.#attemptMs,
      repeatsUnanswered: false,
      queryWithFallback: (ip, some, client) =>
        this.#reverseWithFallback(ip, some, client),
      onConclusive: (server) => this.#lastResponsive = server,
    });
  }

  async #reverseWithFallback(
    ip: IpAddress,
    servers: readonly NameServer[],
    client: ClientKey,
  ): Promise<PtrOutcome> {
    if (this.#isClosed) return SILENT;
    const timeoutMs = FALLBACK_TIMEOUT_MS;
    using scope = this.#begin(undefined);
    const limits = { client, signal: scope.signal, timeoutMs };
    const outcome = await this.#ptrOutcome(ip, servers, limits);
    // A server has responded before, or none was queried because there was no
    // socket.
    return outcome === SILENT ? FAILED : outcome;
  }

  #begin(signal: AbortSignal | undefined): CancelScope {
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    const scope = new CancelScope(signal);
    this.#running.add(scope);
    scope.signal.addEventListener("abort", () => this.#running.delete(scope));
    return scope;
  }

  async #queryWithFallback(
    question: Question,
    servers: readonly NameServer[],
    limits: Required<QuestionOptions>,
  ): Promise<ServerResponse> {
    this.#queryCount++;
    const first = this.#preferred(servers);
    const startedAt = this.#now();
    using _permit = await this.#permit(limits);
    const waitedMs = Math.max(0, this.#now() - startedAt);
    const answer = await queryServers(
      [...servers.slice(first), ...servers.slice(0, first)],
      (server, serverSignal) =>
        queryNameServer(question, server, {
          signal: serverSignal,
          random: this.#random,
          resendMs: this.#resendMs,
        }),
      {
        signal: limits.signal,
        attemptMs: this.#attemptMs,
        timeoutMs: Math.max(1, limits.timeoutMs - waitedMs),
      },
    );
    if (isConclusive(answer.message)) this.#lastResponsive = answer.server;
    return answer;
  }

  async #permit({ timeoutMs, ...caller }: Required<QuestionOptions>) {
    try {
      return await this.#questions.acquire(caller, { timeoutMs });
    } catch (cause) {
      if (!(cause instanceof SemaphoreError)) throw cause;
      const message = "too many names are being looked up";
      throw new DnsError("busy", message, { cause });
    }
  }

  /**
   * The PTR names of an address, with all fallbacks. Does not reject: a failure
   * must not end a scan.
   */
  async #ptrOutcome(
    ip: IpAddress,
    servers: readonly NameServer[],
    limits: Required<QuestionOptions>,
  ): Promise<PtrOutcome> {
    try {
      const { message } = await this.#queryWithFallback(
        { name: reverseWireName(ip), type: "PTR" },
        servers,
        limits,
      );
      return isConclusive(message) ? ptrOutcome(message) : FAILED;
    } catch {
      return SILENT;
    }
  }

  /** Index of the server to query first. */
  #preferred(servers: readonly NameServer[]): number {
    const last = this.#lastResponsive;
    if (!last) return 0;
    const index = servers.findIndex(({ ip, port }) =>
      ip === last.ip && port === last.port
    );
    return Math.max(0, index);
  }
}

function closed(): DnsError {
  return new DnsError("closed", "the DNS client is closed");
}
