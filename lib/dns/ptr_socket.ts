import type { IpAddress } from "../net/ip_address.ts";
import { isBareResponse, matchQuestion } from "./message.ts";
import { randomizeCase0x20, type RandomNumbers } from "./name_case.ts";
import type { NameServer } from "./name_server.ts";
import { encodeQuestion } from "./question.ts";
import { reverseWireName } from "./wire_name.ts";
import { ServerSocket } from "./server_socket.ts";

export interface PtrQuestion {
  readonly ip: IpAddress;
  readonly query: Uint8Array;
  readonly settle: (names: PtrNames) => void;
}

/** The names of an address, escaped and in lower case; null if no server responded. */
export type PtrNames = readonly string[] | null;

export interface PtrSocketOptions {
  server: NameServer;
  random: RandomNumbers;
  /** How long the socket accepts queries, and then waits for the last responses. */
  lifetimeMs: number;
  /** Called with each response. The bytes are valid during the call only. */
  onResponse: (question: PtrQuestion, bytes: Uint8Array) => void;
  /** Called for each query without a response in time, or that could not be sent. */
  onNoResponse: (question: PtrQuestion) => void;
  onClose: () => void;
}

/** Queries per port: a port must change before a forger can find it. */
const MAX_QUESTIONS = 512;

/** A socket shared by many PTR queries for a short time; a socket per query would cost more than the query. */
export class PtrSocket implements Disposable {
  readonly server: NameServer;
  readonly #options: PtrSocketOptions;
  readonly #socket: ServerSocket;
  readonly #pending = new Map<number, PtrQuestion>();
  #timer: ReturnType<typeof setTimeout>;
  #questionsLeft = MAX_QUESTIONS;
  #isRetired = false;
  #isClosed = false;

  constructor(options: PtrSocketOptions) {
    this.server = options.server;
    this.#options = options;
    this.#socket = new ServerSocket(options.server);
    this.#socket.listen((bytes) => this.#receive(bytes))
      .finally(() => this.#close());
    this.#timer = setTimeout(() => this.retire(), options.lifetimeMs);
  }

  get isOpen(): boolean {
    return this.#questionsLeft > 0;
  }

  query(ip: IpAddress, settle: PtrQuestion["settle"]): void {
    const { random } = this.#options;
    let id = random.next();
    while (this.#pending.has(id)) id = random.next();
    const question = { ip, query: encode(ip, id, random), settle };
    this.#pending.set(id, question);
    this.#socket.send(question.query).catch(() => this.#fail(id));
    if (--this.#questionsLeft === 0) this.retire();
  }

  [Symbol.dispose](): void {
    this.#close();
  }

  #receive(bytes: Uint8Array): void {
    const id = bytes[0] << 8 | bytes[1];
    const question = this.#pending.get(id);
    if (!question) return;
    const { query } = question;
    if (
      matchQuestion(query, bytes) === "none" && !isBareResponse(query, bytes)
    ) return;
    this.#pending.delete(id);
    this.#options.onResponse(question, bytes);
    if (!this.isOpen && this.#pending.size === 0) this.#close();
  }

  #fail(id: number): void {
    const question = this.#pending.get(id);
    if (!question) return;
    this.#pending.delete(id);
    this.#options.onNoResponse(question);
  }

  /** Accepts no more queries, and waits for the last responses. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#questionsLeft = 0;
    clearTimeout(this.#timer);
    if (this.#pending.size === 0) return this.#close();
    this.#timer = setTimeout(() => this.#close(), this.#options.lifetimeMs);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#questionsLeft = 0;
    clearTimeout(this.#timer);
    this.#socket[Symbol.dispose]();
    for (const id of [...this.#pending.keys()]) this.#fail(id);
    this.#options.onClose();
  }
}

function encode(
  ip: IpAddress,
  id: number,
  random: RandomNumbers,
): Uint8Array {
  const wireName = reverseWireName(ip);
  randomizeCase0x20(wireName, random);
  return encodeQuestion({ id, wireName, type: "PTR", withEdns: true });
}
