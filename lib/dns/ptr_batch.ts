import type { IpAddress } from "../net/ip_address.ts";
import { isConclusive } from "./ask_servers.ts";
import { pointerNames } from "./cname_chain.ts";
import {
  isTruncated,
  matchQuestion,
  type Message,
  readMessage,
  refusesEdns,
} from "./message.ts";
import type { NameServer } from "./name_server.ts";
import { type PtrNames, type PtrQuestion, PtrSocket } from "./ptr_socket.ts";
import type { RandomNumbers } from "./name_case.ts";

export interface PtrBatchOptions {
  servers: readonly NameServer[];
  /** The one of them to be asked first. */
  preferred: () => NameServer;
  random: RandomNumbers;
  /** Sockets, and so ports, that take questions at once. */
  lanes: number;
  attemptMs: number;
  /** Asks these servers with all the care of a single question. Does not reject. */
  queryWithFallback: (
    ip: IpAddress,
    servers: readonly NameServer[],
  ) => Promise<PtrNames>;
}

/**
 * Asks for many addresses in the shortest way, over a few sockets whose ports
 * keep changing. What gets no plain answer within a short time is asked for
 * again with care.
 */
export class PtrBatch implements Disposable {
  readonly #options: PtrBatchOptions;
  readonly #lanes: (PtrSocket | undefined)[];
  /** Those that only wait for their last answers, too. */
  readonly #live = new Set<PtrSocket>();
  #turn = 0;
  #isOver = false;

  constructor(options: PtrBatchOptions) {
    this.#options = options;
    this.#lanes = Array(options.lanes);
  }

  /** Calls `settle` once, later; never where the scan is disposed of before. */
  ask(ip: IpAddress, settle: (names: PtrNames) => void): void {
    let lane: PtrSocket;
    try {
      lane = this.#nextLane();
    } catch {
      // The system has no socket to give.
      this.#queryWithFallback(ip, settle, this.#options.servers);
      return;
    }
    lane.ask(ip, settle);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const lane of this.#live) lane[Symbol.dispose]();
  }

  /** They take turns, so that the next id and port are never both known. */
  #nextLane(): PtrSocket {
    const server = this.#options.preferred();
    const turn = this.#turn++ % this.#lanes.length;
    const lane = this.#lanes[turn];
    if (lane?.isOpen && lane.server === server) return lane;
    lane?.retire();
    return this.#lanes[turn] = this.#openLane(server);
  }

  #openLane(server: NameServer): PtrSocket {
    const lane = new PtrSocket({
      server,
      random: this.#options.random,
      lifetimeMs: this.#options.attemptMs,
      onAnswer: (question, bytes) => this.#take(question, bytes, server),
      onSilence: ({ ip, settle }) =>
        this.#queryWithFallback(ip, settle, this.#options.servers),
      onClose: () => this.#live.delete(lane),
    });
    this.#live.add(lane);
    return lane;
  }

  #take(
    { ip, query, settle }: PtrQuestion,
    bytes: Uint8Array,
    server: NameServer,
  ): void {
    const { servers } = this.#options;
    const message = readPlain(query, bytes);
    if (!message || refusesEdns(message.rcode)) {
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
    if (this.#isOver) return;
    const asked = servers.length > 0
      ? await this.#options.queryWithFallback(ip, servers)
      : null;
    if (!this.#isOver) settle(asked);
  }
}

/** Null where the answer is to be had in another way only. */
function readPlain(query: Uint8Array, bytes: Uint8Array): Message | null {
  if (matchQuestion(query, bytes) !== "exact" || isTruncated(bytes)) {
    return null;
  }
  try {
    return readMessage(bytes);
  } catch {
    return null;
  }
}
