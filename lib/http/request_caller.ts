import type { Caller, ClientKey } from "../core/caller.ts";

/** Who asks by a request. Its signal is made when it is first read, which costs more than what is kept of an address. */
export class RequestCaller implements Caller {
  readonly client: ClientKey;
  readonly #request: Request;

  constructor(client: ClientKey, request: Request) {
    this.client = client;
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
