import type { IpAddress } from "../net/ip_address.ts";
import { isConclusive } from "./query_servers.ts";
import { pointerNames } from "./cname_chain.ts";
import {
  isTruncated,
  matchQuestion,
  type Message,
  readMessage,
  rejectsEdns,
} from "./message.ts";
import type { NameServer } from "./name_server.ts";
import { type PtrNames, type PtrQuestion, PtrSocket } from "./ptr_socket.ts";
import type { RandomNumbers } from "./name_case.ts";

export interface PtrBatchOptions {
  servers: readonly NameServer[];
  /** The server to query first. */
  preferred: () => NameServer;
  random: RandomNumbers;
  /** Number of sockets, and so of ports, in use at a time. */
  socketCount: number;
  attemptMs: number;
  /** Queries these servers with retries, EDNS fallback and TCP. Does not reject. */
  queryWithFallback: (
    ip: IpAddress,
    servers: readonly NameServer[],
  ) => Promise<PtrNames>;
}

/**
 * Sends PTR queries for many addresses over a few sockets whose ports keep
 * changing. Queries without a usable response in a short time are repeated with
 * all fallbacks.
 */
export class PtrBatch implements Disposable {
  readonly #options: PtrBatchOptions;
  readonly #sockets: (PtrSocket | undefined)[];
  /** Including retired sockets that still wait for responses. */
  readonly #openSockets = new Set<PtrSocket>();
  #turn = 0;
  #isDisposed = false;

  constructor(options: PtrBatchOptions) {
    this.#options = options;
    this.#sockets = Array(options.socketCount);
  }

  /** Calls `settle` once, asynchronously; never after the batch was disposed of. */
  query(ip: IpAddress, settle: (names: PtrNames) => void): void {
    let socket: PtrSocket;
    try {
      socket = this.#nextSocket();
    } catch {
      // The system has no free socket.
      this.#queryWithFallback(ip, settle, this.#options.servers);
      return;
    }
    socket.query(ip, settle);
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    for (const socket of this.#openSockets) socket[Symbol.dispose]();
  }

  /** Sockets take turns, so that a forger never knows both the next id and the port. */
  #nextSocket(): PtrSocket {
    const server = this.#options.preferred();
    const turn = this.#turn++ % this.#sockets.length;
    const socket = this.#sockets[turn];
    if (socket?.isOpen && socket.server === server) return socket;
    socket?.retire();
    return this.#sockets[turn] = this.#openSocket(server);
  }

  #openSocket(server: NameServer): PtrSocket {
    const socket = new PtrSocket({
      server,
      random: this.#options.random,
      lifetimeMs: this.#options.attemptMs,
      onResponse: (question, bytes) =>
        this.#handleResponse(question, bytes, server),
      onNoResponse: ({ ip, settle }) =>
        this.#queryWithFallback(ip, settle, this.#options.servers),
      onClose: () => this.#openSockets.delete(socket),
    });
    this.#openSockets.add(socket);
    return socket;
  }

  #handleResponse(
    { ip, query, settle }: PtrQuestion,
    bytes: Uint8Array,
    server: NameServer,
  ): void {
    const { servers } = this.#options;
    const message = readDirectResponse(query, bytes);
    if (!message || rejectsEdns(message.rcode)) {
      this.#queryWithFallback(ip, settle, servers);
    } else if (isConclusive(message)) {
      settle(pointerNames(message));
    } else {
      const others = servers.filter((other) => other !== server);
      this.#queryWithFallback(ip, settle, others);
    }
  }

  async #queryWithFallback(
    ip: IpAddress,
    settle: (names: PtrNames) => void,
    servers: readonly NameServer[],
  ): Promise<void> {
    if (this.#isDisposed) return;
    const names = servers.length > 0
      ? await this.#options.queryWithFallback(ip, servers)
      : null;
    if (!this.#isDisposed) settle(names);
  }
}

/** Null if the response needs a fallback (TCP, or without EDNS). */
function readDirectResponse(
  query: Uint8Array,
  bytes: Uint8Array,
): Message | null {
  if (matchQuestion(query, bytes) !== "exact" || isTruncated(bytes)) {
    return null;
  }
  try {
    return readMessage(bytes);
  } catch {
    return null;
  }
}
