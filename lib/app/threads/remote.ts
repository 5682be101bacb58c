import { AppError } from "../../core/errors.ts";
import { describeError } from "../../core/log.ts";

/** A thread, as the other side of a conversation. */
export interface Peer {
  postMessage(messages: readonly Message[], transfer: Transferable[]): void;
}

/** An error on its way to another thread. */
type PlainError =
  | Pick<AppError, "status" | "code" | "params" | "headers"> & {
    cause?: string;
  }
  | { message: string };

/** What threads say to each other. */
export type Message =
  | {
    kind: "call";
    id: number;
    service: string;
    method: string;
    args: readonly unknown[];
  }
  | { kind: "result"; id: number; value: unknown }
  | { kind: "error"; id: number; error: PlainError };

/** A result with parts that are moved, not copied. */
export class Transferred {
  constructor(readonly value: unknown, readonly parts: Transferable[]) {}
}

// deno-lint-ignore no-explicit-any
type Method = (...args: any[]) => unknown;

/** Services by name. The other thread may call all methods of each. */
export type Served = Readonly<Record<string, object>>;

/** Calls the services of another thread, and serves those of this one. */
export class RemotePort {
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #queue: Message[] = [];
  #parts: Transferable[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(
    private readonly peer: Peer,
    private readonly served: Served = {},
  ) {}

  /**
   * Calls a method of a service of the other thread.
   *
   * @throws {AppError} what it throws; any other error without its type
   */
  call(
    service: string,
    method: string,
    args: readonly unknown[],
    transfer: readonly Transferable[] = [],
  ): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new ThreadEndedError());
    const id = ++this.#lastId;
    const settled = Promise.withResolvers<unknown>();
    this.#waiting.set(id, settled);
    this.#send({ kind: "call", id, service, method, args }, transfer);
    return settled.promise;
  }

  /** An object whose methods call those of a service of the other thread. */
  service<T extends object>(name: string): T {
    return new Proxy({} as T, {
      get: (_, method) =>
        typeof method === "string"
          ? (...args: unknown[]) => this.call(name, method, args)
          : undefined,
    });
  }

  /** Handles messages of the other thread. */
  receive(messages: readonly Message[]): void {
    for (const message of messages) this.#handle(message);
  }

  /** The other thread has ended: calls to it fail. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.values()) {
      reject(new ThreadEndedError());
    }
    this.#waiting.clear();
  }

  #handle(message: Message): void {
    const { id } = message;
    if (message.kind === "call") return void this.#serve(message);
    const settled = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (message.kind === "result") settled?.resolve(message.value);
    else settled?.reject(thrownOf(message.error));
  }

  async #serve(
    { id, service, method, args }: Message & { kind: "call" },
  ): Promise<void> {
    try {
      const called = this.served[service] as Readonly<Record<string, Method>>;
      let value = await called[method](...args);
      let parts: Transferable[] = [];
      if (value instanceof Transferred) ({ value, parts } = value);
      this.#send({ kind: "result", id, value }, parts);
    } catch (error) {
      this.#send({ kind: "error", id, error: plainError(error) });
    }
  }

  /**
   * Results of one commit go together, since each message costs 9 µs. To wait for the
   * next turn of the event loop instead would delay a busy thread's requests.
   */
  #send(message: Message, transfer: readonly Transferable[] = []): void {
    if (this.#isClosed) return;
    if (this.#queue.length === 0) queueMicrotask(() => this.#flush());
    this.#queue.push(message);
    this.#parts.push(...transfer);
  }

  #flush(): void {
    const queue = this.#queue;
    const parts = this.#parts;
    this.#queue = [];
    this.#parts = [];
    if (!this.#isClosed) this.peer.postMessage(queue, parts);
  }
}

/** The thread that a call went to has ended. */
class ThreadEndedError extends Error {
  override readonly name = "ThreadEndedError";

  constructor() {
    super("the thread has ended");
  }
}

function plainError(error: unknown): PlainError {
  if (!(error instanceof AppError)) return { message: describeError(error) };
  const { status, code, params, headers, cause } = error;
  return {
    ...{ status, code, params, headers },
    ...cause !== undefined && { cause: describeError(cause) },
  };
}

function thrownOf(error: PlainError): Error {
  return "status" in error
    ? new AppError(error.status, error.code, error.params, error)
    : new Error(error.message);
}
