import { FinalResponse, SizedResponse } from "../../http/compression.ts";
import type { Fetch } from "../../http/on_response.ts";
import { type RemotePort, Transferred } from "./remote.ts";

/** A request that a thread passes to the main thread. */
interface PassedRequest {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  readonly remoteAddr: Deno.NetAddr;
}

interface PassedResponse {
  readonly status: number;
  readonly headers: [string, string][];
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream | null;
}

/** Longer bodies are passed as streams, so that none is held twice. */
const MAX_COPIED_BYTES = 256 * 1024;

const SERVICE = "requests";

/** Creates the handler that passes requests to the main thread. */
export function passTo(main: RemotePort): Fetch {
  let lastId = 0;
  return async (request, { remoteAddr, completed }) => {
    const id = ++lastId;
    const { url, method, headers, body, signal } = request;
    const passed: PassedRequest = {
      ...{ id, url, method, body, headers: [...headers] },
      remoteAddr: remoteAddr as Deno.NetAddr,
    };
    const tell = (what: "sent" | "left") => () =>
      void main.call(SERVICE, what, [id]).catch(() => {});
    completed.then(tell("sent"), tell("left"));
    signal.addEventListener("abort", tell("left"), { once: true });
    const response = await main.call(
      SERVICE,
      "handle",
      [passed],
      body ? [body] : [],
    ) as PassedResponse;
    const { body: content, ...init } = response;
    if (content === null) return new Response(null, init);
    // The main thread counts a stream.
    const length = content instanceof ReadableStream ? 0 : content.length;
    return new SizedResponse(content, init, length);
  };
}

/** What the main thread does with the requests of one thread. */
export class PassedRequests {
  /** Requests whose responses are not sent, by id. */
  readonly #open = new Map<
    number,
    { completed: PromiseWithResolvers<void>; gone: AbortController }
  >();

  constructor(private readonly fetch: Fetch) {}

  /** For {@link RemotePort}. */
  get served() {
    return {
      [SERVICE]: {
        handle: (request: PassedRequest) => this.#handle(request),
        sent: (id: number) => this.#close(id),
        left: (id: number) => this.#leave(id),
      },
    };
  }

  /** The thread has ended, and with it the connections of its clients. */
  close(): void {
    for (const id of [...this.#open.keys()]) this.#leave(id);
  }

  #leave(id: number): void {
    this.#open.get(id)?.gone.abort();
    this.#close(id);
  }

  #close(id: number): void {
    this.#open.get(id)?.completed.resolve();
    this.#open.delete(id);
  }

  async #handle(
    { id, url, method, headers, body, remoteAddr }: PassedRequest,
  ): Promise<Transferred> {
    const completed = Promise.withResolvers<void>();
    const gone = new AbortController();
    this.#open.set(id, { completed, gone });
    const request = new Request(url, {
      method,
      headers: headers,
      body,
      signal: gone.signal,
    });
    const response = await this.fetch(request, {
      remoteAddr,
      completed: completed.promise,
    });
    const passed = await bodyOf(response);
    return new Transferred(
      { status: response.status, headers: [...response.headers], body: passed },
      passed instanceof ReadableStream
        ? [passed]
        : passed
        ? [passed.buffer]
        : [],
    );
  }
}

async function bodyOf(
  response: Response,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream | null> {
  if (response.body === null) return null;
  const length = response instanceof FinalResponse
    ? response.byteLength
    : Number(response.headers.get("content-length") ?? Infinity);
  return length <= MAX_COPIED_BYTES ? await response.bytes() : response.body;
}
