import { type ClientKey, INTERNAL_CLIENT } from "../core/fair_queue.ts";
import type { IpAddress } from "../net/ip_address.ts";
import { mapConcurrent, YieldBudget } from "./map_concurrent.ts";
import type { NameServer } from "./name_server.ts";
import { FAILED, type PtrOutcome, ptrOutcome, SILENT } from "./ptr_outcome.ts";
import { PtrSocketPool } from "./ptr_socket_pool.ts";
import { isConclusive } from "./query_servers.ts";
import type { QueryLimits, RecursiveServers } from "./recursive_servers.ts";
import { reverseWireName } from "./wire_name.ts";

export interface PtrOptions extends Partial<QueryLimits> {
  concurrency?: number;
}

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
/** Sockets that single PTR queries share. */
const REVERSE_SOCKETS = 4;
/** Time limit of a single PTR query that needs a fallback. */
const FALLBACK_TIMEOUT_MS = 1000;
/** As many responses as fit into the kernel's default socket buffer. */
const QUERIES_PER_SOCKET = 64;

/** Queries the PTR records of addresses, over sockets that many queries share. */
export class PtrQueries implements Disposable {
  readonly #turns = new YieldBudget();
  #pool: PtrSocketPool | undefined;

  constructor(private readonly servers: RecursiveServers) {}

  /**
   * Queries the PTR names of many addresses, and yields them in the order of
   * the responses. Ends if the consumer stops reading or aborts.
   *
   * @param options `timeoutMs` limits the last attempt for each address, and a
   * fallback query
   * @throws {DnsError} if no servers are known; the signal's reason
   */
  async *many(
    ips: Iterable<IpAddress> | AsyncIterable<IpAddress>,
    {
      client = INTERNAL_CLIENT,
      signal,
      concurrency = 256,
      timeoutMs = TIMEOUT_MS,
    }: PtrOptions = {},
  ): AsyncGenerator<PtrResult> {
    using scope = this.servers.begin(signal);
    using _turn = this.#turns.begin();
    const limits = { client, signal: scope.signal, timeoutMs };
    const servers = await this.servers.current();
    const poolOf = (waitMs: number) =>
      new PtrSocketPool(this.servers, servers, {
        socketCount: Math.ceil(concurrency / QUERIES_PER_SOCKET),
        waitMs,
        queryWithFallback: (ip, some) => this.#ptrOutcome(ip, some, limits),
      });
    using pool = poolOf(this.servers.attemptMs);
    using lastPool = poolOf(timeoutMs);
    // A datagram may be lost, and a server may be slow or down, so a query without a
    // response goes to each server in turn, and once more to the first. All attempts
    // share sockets: hundreds of queries time out at the same moment, and to open a
    // socket for each would delay everyone else.
    const query = (
      ip: IpAddress,
      attempt: number,
      settle: (outcome: PtrOutcome) => void,
    ) => {
      this.servers.queryCount++;
      if (attempt === servers.length) {
        return lastPool.query(ip, { client, attempt }, settle);
      }
      pool.query(ip, { client, attempt }, (outcome) => {
        if (outcome === SILENT) query(ip, attempt + 1, settle);
        else settle(outcome);
      });
    };
    yield* mapConcurrent<IpAddress, PtrResult>(
      ips,
      (ip, settle) =>
        query(ip, 0, (outcome) => {
          const names = outcome.kind === "answered" ? outcome.names : null;
          settle({ ip, names });
        }),
      {
        concurrency,
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
  one(
    ip: IpAddress,
    options: ReverseOptions,
    settle: (outcome: PtrOutcome) => void,
    onNoServers: () => void,
  ): void {
    if (this.servers.isClosed) return settle(SILENT);
    this.servers.queryCount++;
    if (this.servers.configured) {
      this.#poolFor(this.servers.configured).query(ip, options, settle);
    } else {
      this.servers.current().then(
        (servers) => this.#poolFor(servers).query(ip, options, settle),
        onNoServers,
      );
    }
  }

  [Symbol.dispose](): void {
    this.#pool?.[Symbol.dispose]();
  }

  #poolFor(servers: readonly NameServer[]): PtrSocketPool {
    if (this.#pool?.servers === servers) return this.#pool;
    // The sockets of the former list close by themselves.
    return this.#pool = new PtrSocketPool(this.servers, servers, {
      socketCount: REVERSE_SOCKETS,
      waitMs: this.servers.attemptMs,
      queryWithFallback: (ip, some, client) =>
        this.#reverseWithFallback(ip, some, client),
    });
  }

  async #reverseWithFallback(
    ip: IpAddress,
    servers: readonly NameServer[],
    client: ClientKey,
  ): Promise<PtrOutcome> {
    if (this.servers.isClosed) return SILENT;
    const timeoutMs = FALLBACK_TIMEOUT_MS;
    using scope = this.servers.begin(undefined);
    const limits = { client, signal: scope.signal, timeoutMs };
    const outcome = await this.#ptrOutcome(ip, servers, limits);
    // A server has responded before, or none was queried because there was no
    // socket.
    return outcome === SILENT ? FAILED : outcome;
  }

  /**
   * The PTR names of an address, with all fallbacks. Does not reject: a failure
   * must not end a scan.
   */
  async #ptrOutcome(
    ip: IpAddress,
    servers: readonly NameServer[],
    limits: QueryLimits,
  ): Promise<PtrOutcome> {
    try {
      const { message } = await this.servers.queryWithFallback(
        { name: reverseWireName(ip), type: "PTR" },
        servers,
        limits,
      );
      return isConclusive(message) ? ptrOutcome(message) : FAILED;
    } catch {
      return SILENT;
    }
  }
}
