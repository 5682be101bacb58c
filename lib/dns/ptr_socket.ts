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

/** The names of an address, escaped and in lower case; null where nobody answered. */
export type PtrNames = readonly string[] | null;

export interface PtrSocketOptions {
  server: NameServer;
  random: RandomNumbers;
  /** How long questions are taken, and how long after that the last of them is waited for. */
  lifetimeMs: number;
  /** For what comes with the id of a question and may be its answer. The bytes are good for the time of the call. */
  onAnswer: (question: PtrQuestion, bytes: Uint8Array) => void;
  /** For each question that got no answer in time, or could not be sent. */
  onSilence: (question: PtrQuestion) => void;
  onClose: () => void;
}

/** A port does not serve longer than this many questions, so that it cannot be found out in time. */
const MAX_QUESTIONS = 512;

/** One socket that many PTR questions share for a short while; a socket for each would cost more than the question. */
export class PtrSocket implements Disposable {
  readonly server: NameServer;
  readonly #options: PtrSocketOptions;
  readonly #socket: ServerSocket;
  readonly #waiting = new Map<number, PtrQuestion>();
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

  ask(ip: IpAddress, settle: PtrQuestion["settle"]): void {
    const { random } = this.#options;
    let id = random.next();
    while (this.#waiting.has(id)) id = random.next();
    const question = { ip, query: encode(ip, id, random), settle };
    this.#waiting.set(id, question);
    this.#socket.send(question.query).catch(() => this.#lose(id));
    if (--this.#questionsLeft === 0) this.retire();
  }

  [Symbol.dispose](): void {
    this.#close();
  }

  #receive(bytes: Uint8Array): void {
    const id = bytes[0] << 8 | bytes[1];
    const question = this.#waiting.get(id);
    if (!question) return;
    const { query } = question;
    if (
      matchQuestion(query, bytes) === "none" && !isBareResponse(query, bytes)
    ) return;
    this.#waiting.delete(id);
    this.#options.onAnswer(question, bytes);
    if (!this.isOpen && this.#waiting.size === 0) this.#close();
  }

  #lose(id: number): void {
    const question = this.#waiting.get(id);
    if (!question) return;
    this.#waiting.delete(id);
    this.#options.onSilence(question);
  }

  /** Takes no more questions, and waits for the last answers. */
  retire(): void {
    if (this.#isRetired) return;
    this.#isRetired = true;
    this.#questionsLeft = 0;
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return this.#close();
    this.#timer = setTimeout(() => this.#close(), this.#options.lifetimeMs);
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#questionsLeft = 0;
    clearTimeout(this.#timer);
    this.#socket[Symbol.dispose]();
    for (const id of [...this.#waiting.keys()]) this.#lose(id);
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
