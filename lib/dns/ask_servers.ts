import { DnsError } from "./errors.ts";
import type { Message } from "./message.ts";
import { type NameServer, serverText } from "./name_server.ts";

/** A signal that follows another one, and aborts at the end of the scope whatever still heeds it. */
export class CancelScope implements Disposable {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onAbort = () => this.cancel(this.#outer?.reason);

  constructor(outer?: AbortSignal) {
    this.#outer = outer;
    if (outer?.aborted) this.#onAbort();
    else outer?.addEventListener("abort", this.#onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  cancel(reason: unknown): void {
    this.#controller.abort(reason);
  }

  [Symbol.dispose](): void {
    this.#outer?.removeEventListener("abort", this.#onAbort);
    this.#controller.abort();
  }
}

export interface ServerResponse {
  readonly server: NameServer;
  readonly message: Message;
}

export interface AskServersOptions {
  signal: AbortSignal;
  /** How long the servers before are waited for alone. */
  attemptMs: number;
  timeoutMs: number;
}

/**
 * Asks servers in their order until one knows. The next one is asked at once
 * where one fails, and where it is silent for `attemptMs`; a late answer is
 * still taken. SERVFAIL, REFUSED and their like are the outcome only where no
 * server did better.
 *
 * @throws {DnsError} where no server answered; the signal's reason
 */
export async function askServers(
  servers: readonly NameServer[],
  ask: (server: NameServer, signal: AbortSignal) => Promise<Message>,
  { signal, attemptMs, timeoutMs }: AskServersOptions,
): Promise<ServerResponse> {
  signal.throwIfAborted();
  using scope = new CancelScope(signal);
  const { promise, resolve, reject } = Promise.withResolvers<ServerResponse>();
  let started = 0;
  let running = 0;
  let refusal: ServerResponse | undefined;
  let failure: unknown;
  let nextStart: ReturnType<typeof setTimeout> | undefined;

  const giveUp = (error: DnsError) =>
    refusal ? resolve(refusal) : reject(error);
  const failed = () => {
    const last = serverText(servers[servers.length - 1]);
    const message = `${last} failed: ${failureText(failure)}`;
    giveUp(new DnsError("failed", message, { cause: failure }));
  };
  const askNext = () => {
    clearTimeout(nextStart);
    if (started < servers.length) start(servers[started++]);
    else if (running === 0) failed();
  };
  const start = async (server: NameServer) => {
    running++;
    if (started < servers.length) nextStart = setTimeout(askNext, attemptMs);
    try {
      const answer = { server, message: await ask(server, scope.signal) };
      if (isConclusive(answer.message)) return resolve(answer);
      if (answer.message.isReferral) failure = new Error("not its zone");
      else refusal = answer;
    } catch (error) {
      failure = error;
    }
    running--;
    askNext();
  };

  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const deadline = setTimeout(() => {
    const message = `no name server answered within ${timeoutMs} ms`;
    giveUp(new DnsError("timeout", message, { cause: failure }));
  }, timeoutMs);
  try {
    askNext();
    return await promise;
  } finally {
    // No further server is asked.
    started = servers.length;
    clearTimeout(nextStart);
    clearTimeout(deadline);
    signal.removeEventListener("abort", onAbort);
  }
}

/** Whether the server knows, were it that there is no such name. */
export function isConclusive({ rcode, isReferral }: Message): boolean {
  return rcode === "NXDOMAIN" || rcode === "NOERROR" && !isReferral;
}

function failureText(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
