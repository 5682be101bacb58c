import { type ClientKey } from "../core/fair_queue.ts";
import { Semaphore, SemaphoreError } from "../core/semaphore.ts";
import { DnsError } from "./errors.ts";
import { queryNameServer, type Question } from "./exchange.ts";
import { readMessage } from "./message.ts";
import { type NameServer, systemServers } from "./name_server.ts";
import { type FillRandom, RandomNumbers } from "./question.ts";
import {
  CancelScope,
  isConclusive,
  queryServers,
  type ServerResponse,
} from "./query_servers.ts";

export interface DnsClientOptions {
  /** Recursive servers, queried in this order; empty means those of the system. */
  nameServers?: readonly NameServer[];
  readResolvConf?: () => Promise<string>;
  random?: FillRandom;
  now?: () => number;
  /** Concurrent single queries, shared fairly among clients; as many more may wait. */
  maxInFlight?: number;
  /** How long to wait for one server before querying the next as well. */
  attemptMs?: number;
  /** When to send a query again, in case its datagram was lost. */
  resendMs?: number;
}

/** On whose behalf to query, and how long. */
export interface QueryLimits {
  readonly client: ClientKey;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/**
 * Recursive servers, and what all queries to them share: the permits, the numbers of
 * queries, and which server is queried first.
 */
export class RecursiveServers {
  /** Null if those of the system are used. */
  readonly configured: readonly NameServer[] | null;
  readonly current: () => Promise<readonly NameServer[]>;
  readonly random: RandomNumbers;
  readonly attemptMs: number;
  readonly resendMs: number;
  /** Since the start; a resent datagram does not count, a fallback does. */
  queryCount = 0;
  /** Queried first; otherwise a server that is down would delay every query. */
  lastResponsive: NameServer | undefined;
  readonly #now: () => number;
  readonly #questions: Semaphore;
  readonly #running = new Set<CancelScope>();
  #isClosed = false;

  constructor({
    nameServers = [],
    readResolvConf = () => Deno.readTextFile("/etc/resolv.conf"),
    random = (block) => crypto.getRandomValues(block),
    now = Date.now,
    maxInFlight = 4096,
    attemptMs = 300,
    resendMs = 800,
  }: DnsClientOptions) {
    const current = systemServers({ read: readResolvConf, now });
    this.configured = nameServers.length > 0 ? nameServers : null;
    this.current = async () => this.configured ?? await current();
    this.random = new RandomNumbers(random);
    this.#now = now;
    this.#questions = new Semaphore({
      permits: maxInFlight,
      maxWaiting: maxInFlight,
    });
    this.attemptMs = attemptMs;
    this.resendMs = resendMs;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The scope of a query, which ends with the signal and with the client. */
  begin(signal: AbortSignal | undefined): CancelScope {
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    const scope = new CancelScope(signal);
    this.#running.add(scope);
    scope.signal.addEventListener("abort", () => this.#running.delete(scope));
    return scope;
  }

  /** Queries one server after the other until one gives a conclusive response. */
  async queryWithFallback(
    question: Question,
    servers: readonly NameServer[],
    limits: QueryLimits,
  ): Promise<ServerResponse> {
    this.queryCount++;
    const first = this.preferred(servers);
    const startedAt = this.#now();
    using _permit = await this.permit(limits);
    const response = await queryServers(
      [...servers.slice(first), ...servers.slice(0, first)],
      (server, serverSignal) =>
        queryNameServer(question, server, {
          signal: serverSignal,
          random: this.random,
          resendMs: this.resendMs,
          read: readMessage,
        }),
      {
        signal: limits.signal,
        attemptMs: this.attemptMs,
        timeoutMs: Math.max(
          1,
          limits.timeoutMs - Math.max(0, this.#now() - startedAt),
        ),
      },
    );
    if (isConclusive(response.message)) this.lastResponsive = response.server;
    return response;
  }

  /** @throws {DnsError} `busy` if too many queries are waiting */
  async permit({ timeoutMs, ...caller }: QueryLimits) {
    try {
      return await this.#questions.acquire(caller, { timeoutMs });
    } catch (cause) {
      if (!(cause instanceof SemaphoreError)) throw cause;
      const message = "too many names are being looked up";
      throw new DnsError("busy", message, { cause });
    }
  }

  /** Index of the server to query first. */
  preferred(servers: readonly NameServer[]): number {
    const last = this.lastResponsive;
    if (!last) return 0;
    const index = servers.findIndex(({ ip, port }) =>
      ip === last.ip && port === last.port
    );
    return Math.max(0, index);
  }

  /** Cancels all queries. */
  close(): void {
    this.#isClosed = true;
    for (const scope of this.#running) scope.cancel(closed());
  }
}

function closed(): DnsError {
  return new DnsError("closed", "the DNS client is closed");
}
