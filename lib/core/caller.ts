/** Who takes from what all share. */
export interface ClientKey {
  /** One client: an IPv4 address, or the IPv6 prefix that limits count by. */
  readonly key: string;
  /** What one party can hold many clients of: the IPv6 /48. The same as `key` for IPv4. */
  readonly group: string;
}

/** On whose behalf work is done, and for how long it is wanted. Passed from the route down to the pools. */
export interface Caller {
  readonly client: ClientKey;
  readonly signal: AbortSignal;
}

/** The service itself: what it asks by its own schedule, not for one visitor. */
export const OWN_CLIENT: ClientKey = Object.freeze({
  key: "porthole",
  group: "porthole",
});

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
