import type { RawResponse } from "./raw_http.ts";
import type { FuzzRequest } from "./requests.ts";

/** Whether a documented limit rejected the request. */
export function isHeldOff({ status, head }: RawResponse): boolean {
  return status === 503 && /\r\nretry-after: *\d+\r\n/i.test(head);
}

/** Counts responses, and keeps those that must not occur. */
export class Tally {
  /** By route, then by status; `none` if the connection ended without one. */
  readonly #byGroup = new Map<string, Map<string, number>>();
  readonly faults: string[] = [];
  heldOff = 0;

  add(number: number, request: FuzzRequest, response: RawResponse): void {
    const { status } = response;
    const isOff = isHeldOff(response);
    if (isOff) this.heldOff++;
    if (status !== null && status >= 500 && !isOff) {
      this.fault(number, request, response.head.split("\r\n\r\n")[0]);
    }
    this.#count(request.group, isOff ? "503+retry" : String(status ?? "none"));
  }

  fault(number: number, { text }: FuzzRequest, what: string): void {
    this.faults.push(
      `request ${number}: ${JSON.stringify(what)}\n  ${
        JSON.stringify(text.slice(0, 2_000))
      }`,
    );
  }

  /** A line for each route. */
  *lines(): Iterable<string> {
    for (const [group, counts] of [...this.#byGroup].sort()) {
      const parts = [...counts].sort()
        .map(([status, count]) => `${status}: ${count}`);
      yield `${group.padEnd(28)} ${parts.join(", ")}`;
    }
  }

  /** Requests of all routes by status. */
  get totals(): Record<string, number> {
    const totals: Record<string, number> = {};
    for (const counts of this.#byGroup.values()) {
      for (const [status, count] of counts) {
        totals[status] = (totals[status] ?? 0) + count;
      }
    }
    return totals;
  }

  #count(group: string, status: string): void {
    const counts = this.#byGroup.getOrInsertComputed(group, () => new Map());
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
}
