import type { IpAddress } from "../net/ip_address.ts";
import { isBareResponse, matchQuestion } from "./message.ts";
import {
  encodeQuestion,
  randomizeCase0x20,
  type RandomNumbers,
} from "./question.ts";
import type { NameServer } from "./name_server.ts";
import type { PtrQuestion } from "./ptr_outcome.ts";
import { reverseWireName } from "./wire_name.ts";
import { ServerSocket } from "./exchange.ts";

interface PtrSocketOptions {
  server: NameServer;
  random: RandomNumbers;
  /** How long the socket accepts queries. */
  lifetimeMs: number;
  /** How long it then waits for the last responses. */
  waitMs: number;
  /**
   * Called with each response, and whether it repeats the query's question
   * exactly. The bytes are valid during the call only.
   */
  onResponse: (
    question: PtrQuestion,
    isExact: boolean,
    bytes: Uint8Array,
  ) => void;
  /** Called for each query without a response in time, or that could not be sent. */
  onNoResponse: (question: PtrQuestion) => void;
  onClose: () => void;
}

interface SentQuestion {
  readonly question: PtrQuestion;
  readonly query: Uint8Array;
}

/** Queries per port: a port must change before a forger can find it. */
const MAX_QUESTIONS = 512;

/** A socket shared by many PTR queries for a short time; a socket per query would cost more than the query. */
export class PtrSocket implements Disposable {
  readonly server: NameServer;
  /** Whether it accepts queries. */
  isOpen = true;
  readonly #options: PtrSocketOptions;
  readonly #socket: ServerSocket;
  readonly #pending = new Map<number, SentQuestion>();
  #timer: ReturnType<typeof setTimeout>;
  #questionsLeft = MAX_QUESTIONS;
  #isClosed = false;

  constructor(options: PtrSocketOptions) {
    this.server = options.server;
    this.#options = options;
    this.#socket = new ServerSocket(options.server);
    this.#socket.listen((bytes) => this.#receive(bytes))
      .finally(() => this.#close());
    this.#timer = setTimeout(() => this.retire(), options.lifetimeMs);
  }

  query(question: PtrQuestion): void {
    const { random } = this.#options;
    let id = random.next();
    while (this.#pending.has(id)) id = random.next();
    const query = encode(question.ip, id, random);
    this.#pending.set(id, { question, query });
    this.#socket.send(query).catch(() => this.#fail(id));
    if (--this.#questionsLeft === 0) this.retire();
  }

  [Symbol.dispose](): void {
    this.#close();
  }

  #receive(bytes: Uint8Array): void {
    const id = bytes[0] << 8 | bytes[1];
    const sent = this.#pending.get(id);
    if (!sent) return;
    const { question, query } = sent;
    const match = matchQuestion(query, bytes);
    if (match === "none" && !isBareResponse(query, bytes)) return;
    this.#pending.delete(id);
    this.#options.onResponse(question, match === "exact", bytes);
    if (!this.isOpen && this.#pending.size === 0) this.#close();
  }

  #fail(id: number): void {
    const sent = this.#pending.get(id);
    if (!sent) return;
    this.#pending.delete(id);
    this.#options.onNoResponse(sent.question);
  }

  /** Accepts no more queries, and waits for the last responses. */
  retire(): void {
    this.isOpen = false;
    clearTimeout(this.#timer);
    if (this.#pending.size === 0) return this.#close();
    this.#timer = setTimeout(() => this.#close(), this.#options.waitMs);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.isOpen = false;
    clearTimeout(this.#timer);
    this.#socket[Symbol.dispose]();
    for (const id of [...this.#pending.keys()]) this.#fail(id);
    this.#options.onClose();
  }
}

function encode(ip: IpAddress, id: number, random: RandomNumbers): Uint8Array {
  const wireName = reverseWireName(ip);
  randomizeCase0x20(wireName, random);
  return encodeQuestion({ id, wireName, type: "PTR", withEdns: true });
}
