/** Identifies a client for fair sharing of pools. */
export interface ClientKey {
  /** One client: an IPv4 address, or the IPv6 prefix that rate limits use. */
  readonly key: string;
  /** The IPv6 /48, in which one party can hold many keys. The same as `key` for IPv4. */
  readonly group: string;
}

/** On whose behalf work runs, and when to stop. Passed from the route down to the pools. */
export interface Caller {
  readonly client: ClientKey;
  readonly signal: AbortSignal;
}

/** The service itself, for scheduled work that no visitor requested. */
export const INTERNAL_CLIENT: ClientKey = Object.freeze({
  key: "porthole",
  group: "porthole",
});

/** The caller behind an HTTP request. Reads the request's signal lazily, because creating it is expensive. */
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
