import { addAbortListener } from "node:events";
import { messageOf } from "../core/errors.ts";
import { DnsError } from "./errors.ts";
import type { Message } from "./message.ts";
import { type NameServer, serverText } from "./name_server.ts";

/** Shared, because a reason of its own would take a stack for each scope. */
const ENDED = new DOMException("The scope has ended.", "AbortError");

/** A signal that follows another one, and aborts at the end of the scope. */
export class CancelScope implements Disposable {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onAbort = () => this.cancel(this.#outer?.reason);

  constructor(outer?: AbortSignal) {
    this.#outer = outer;
    if (outer?.aborted) this.#onAbort();
    else outer?.addEventListener("abort", this.#onAbort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    this.#outer?.removeEventListener("abort", this.#onAbort);
    this.#controller.abort(ENDED);
  }
}

export interface ServerResponse {
  readonly server: NameServer;
  readonly message: Message;
}

interface QueryServersOptions {
  signal: AbortSignal;
  /** How long to wait for one server before querying the next as well. */
  attemptMs: number;
  timeoutMs: number;
}

/**
 * Queries servers in order until one gives a conclusive response. The next
 * server is queried if one fails, or does not respond within `attemptMs`; late
 * responses are still accepted. SERVFAIL, REFUSED and the like are returned
 * only if no server did better.
 *
 * @throws {DnsError} if no server responded; the signal's reason
 */
export async function queryServers(
  servers: readonly NameServer[],
  ask: (server: NameServer, signal: AbortSignal) => Promise<Message>,
  { signal, attemptMs, timeoutMs }: QueryServersOptions,
): Promise<ServerResponse> {
  signal.throwIfAborted();
  using scope = new CancelScope(signal);
  const { promise, resolve, reject } = Promise.withResolvers<ServerResponse>();
  let started = 0;
  let running = 0;
  let refusal: ServerResponse | undefined;
  let failure: unknown;
  let nextStart: ReturnType<typeof setTimeout> | undefined;

  const rejectOrUseRefusal = (error: DnsError) =>
    refusal ? resolve(refusal) : reject(error);
  const failed = () => {
    const last = serverText(servers[servers.length - 1]);
    const message = `${last} failed: ${messageOf(failure)}`;
    rejectOrUseRefusal(new DnsError("failed", message, { cause: failure }));
  };
  const askNext = () => {
    clearTimeout(nextStart);
    if (started < servers.length) start(servers[started++]);
    else if (running === 0) failed();
  };
  const start = async (server: NameServer) => {
    running++;
    nextStart = setTimeout(askNext, attemptMs);
    try {
      const response = { server, message: await ask(server, scope.signal) };
      if (isConclusive(response.message)) return resolve(response);
      if (response.message.isReferral) failure = new Error("not its zone");
      else refusal = response;
    } catch (error) {
      failure = error;
    }
    if (scope.signal.aborted) return;
    running--;
    askNext();
  };

  using _leave = addAbortListener(signal, () => reject(signal.reason));
  const deadline = setTimeout(() => {
    const message = `no name server responded within ${timeoutMs} ms`;
    rejectOrUseRefusal(new DnsError("timeout", message, { cause: failure }));
  }, timeoutMs);
  try {
    askNext();
    return await promise;
  } finally {
    // Query no further servers.
    started = servers.length;
    clearTimeout(nextStart);
    clearTimeout(deadline);
  }
}

/** Whether the response is final, including that the name does not exist. */
export function isConclusive({ rcode, isReferral }: Message): boolean {
  return rcode === "NXDOMAIN" || rcode === "NOERROR" && !isReferral;
}
