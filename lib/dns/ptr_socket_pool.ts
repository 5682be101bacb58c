import type { ClientKey } from "../core/fair_queue.ts";
import { isConclusive } from "./query_servers.ts";
import { isTruncated, readMessage, rejectsEdns } from "./message.ts";
import type { NameServer } from "./name_server.ts";
import {
  FAILED,
  type PtrAnswer,
  type PtrOutcome,
  ptrOutcome,
  type PtrQuestion,
  readSinglePtr,
  SILENT,
} from "./ptr_outcome.ts";
import { PtrSocket } from "./ptr_socket.ts";
import type { RecursiveServers } from "./recursive_servers.ts";
import type { IpAddress } from "../net/ip_address.ts";

interface PtrSocketPoolOptions {
  /** Number of sockets, and so of ports, in use at a time. */
  socketCount: number;
  /**
   * The least time to wait for a response. The most is longer by the time that a
   * port is used for new queries, {@link RecursiveServers.attemptMs}.
   */
  waitMs: number;
  /** Queries these servers with retries, EDNS fallback and TCP. Does not reject. */
  queryWithFallback: (
    ip: IpAddress,
    servers: readonly NameServer[],
    client: ClientKey,
  ) => Promise<PtrOutcome>;
}

interface PoolQueryOptions {
  client: ClientKey;
  /** How often the same query was sent before. */
  attempt?: number;
}

/**
 * Sends PTR queries over a few sockets whose ports keep changing. A query whose
 * response cannot be used is repeated with all fallbacks.
 */
export class PtrSocketPool implements Disposable {
  readonly #sockets: (PtrSocket | undefined)[];
  /** Including retired sockets that still wait for responses. */
  readonly #openSockets = new Set<PtrSocket>();
  #turn = 0;
  #isDisposed = false;

  /** @param servers those of `recursive` that are queried */
  constructor(
    private readonly recursive: RecursiveServers,
    readonly servers: readonly NameServer[],
    private readonly options: PtrSocketPoolOptions,
  ) {
    this.#sockets = Array(options.socketCount);
  }

  /** Calls `settle` once, asynchronously; never after the pool was disposed of. */
  query(
    ip: IpAddress,
    { client, attempt = 0 }: PoolQueryOptions,
    settle: PtrQuestion["settle"],
  ): void {
    let socket: PtrSocket;
    try {
      socket = this.#nextSocket(this.#serverFor(attempt));
    } catch {
      // The system has no free socket.
      this.#queryWithFallback({ ip, client, settle }, this.servers);
      return;
    }
    socket.query({ ip, client, settle });
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const socket of this.#openSockets) socket[Symbol.dispose]();
  }

  #serverFor(attempt: number): NameServer {
    const first = this.recursive.preferred(this.servers);
    return this.servers[(first + attempt) % this.servers.length];
  }

  /** Sockets take turns, so that a forger never knows both the next id and the port. */
  #nextSocket(server: NameServer): PtrSocket {
    const turn = this.#turn++ % this.#sockets.length;
    const socket = this.#sockets[turn];
    if (socket?.isOpen) {
      if (socket.server === server) return socket;
      socket.retire();
    }
    return this.#sockets[turn] = this.#openSocket(server);
  }

  #openSocket(server: NameServer): PtrSocket {
    const { random, attemptMs } = this.recursive;
    const socket = new PtrSocket({
      server,
      random,
      lifetimeMs: attemptMs,
      waitMs: this.options.waitMs,
      onResponse: (question, isExact, bytes) =>
        this.#handleResponse(question, isExact, bytes, server),
      onNoResponse: ({ settle }) => {
        if (!this.#isDisposed) settle(SILENT);
      },
      onClose: () => this.#openSockets.delete(socket),
    });
    this.#openSockets.add(socket);
    return socket;
  }

  #handleResponse(
    question: PtrQuestion,
    isExact: boolean,
    bytes: Uint8Array,
    server: NameServer,
  ): void {
    const reading = isExact ? readResponse(bytes) : "fallback";
    if (reading === "fallback") {
      this.#queryWithFallback(question, this.servers);
    } else if (reading !== "refused") {
      this.recursive.lastResponsive = server;
      question.settle(reading);
    } else {
      const others = this.servers.filter((other) => other !== server);
      if (others.length > 0) this.#queryWithFallback(question, others);
      else question.settle(FAILED);
    }
  }

  async #queryWithFallback(
    { ip, client, settle }: PtrQuestion,
    servers: readonly NameServer[],
  ): Promise<void> {
    const outcome = await this.options.queryWithFallback(ip, servers, client);
    if (!this.#isDisposed) settle(outcome);
  }
}

/**
 * The outcome of a response: `fallback` if the query has to be repeated over TCP
 * or without EDNS, `refused` if only another server may know more.
 */
function readResponse(bytes: Uint8Array): PtrAnswer | "fallback" | "refused" {
  if (isTruncated(bytes)) return "fallback";
  try {
    const answer = readSinglePtr(bytes);
    if (answer) return answer;
    const message = readMessage(bytes);
    if (rejectsEdns(message.rcode)) return "fallback";
    return isConclusive(message) ? ptrOutcome(message) : "refused";
  } catch {
    return "fallback";
  }
}
