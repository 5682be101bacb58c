import { FinalResponse } from "../../http/compression.ts";
import { splitUrl } from "../../http/hosts.ts";
import { isProbePath } from "../../http/operator_endpoints.ts";
import { routeGroupOf } from "../../http/url_rows.ts";
import { ROUTE_GROUPS, type RouteGroup } from "../../http/url_table.ts";
import type { OnResponse } from "../../http/on_response.ts";

/** The group of `/`, whose response type depends on the client. */
export function rootGroupOf(contentType: string | null): RouteGroup {
  if (contentType?.startsWith("text/plain")) return "text";
  return contentType?.startsWith("application/json") ? "jsonip" : "home";
}

/** Upper bounds of the latency histogram, in seconds. */
export const LATENCY_BOUNDS = [
  0.0001,
  0.00025,
  0.0005,
  0.001,
  0.0025,
  0.005,
  0.01,
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
] as const;

/** The requests of one group. */
export class GroupCounts {
  /** By the first digit of the status. */
  readonly byClass = new Float64Array(6);
  /**
   * By latency, followed by those above the last bound. Each request counts
   * once.
   */
  readonly byLatency = new Float64Array(LATENCY_BOUNDS.length + 1);
  /** The sum of all latencies. */
  seconds = 0;

  add(status: number, elapsedMs: number): void {
    this.byClass[status / 100 | 0]++;
    const seconds = elapsedMs / 1000;
    this.seconds += seconds;
    let place = 0;
    while (place < LATENCY_BOUNDS.length && seconds > LATENCY_BOUNDS[place]) {
      place++;
    }
    this.byLatency[place]++;
  }
}

/** Counters in plain arrays, which every request updates and a scrape reads. */
export class RequestCounts {
  readonly #groups = new Map<RouteGroup, GroupCounts>(
    ROUTE_GROUPS.map((group) => [group, new GroupCounts()]),
  );

  of(group: RouteGroup): GroupCounts {
    return this.#groups.get(group)!;
  }

  /** All groups, including those without requests. */
  entries(): Iterable<[RouteGroup, GroupCounts]> {
    return this.#groups.entries();
  }
}

function contentTypeOf(response: Response): string | null {
  return response instanceof FinalResponse
    ? response.contentType
    : response.headers.get("content-type");
}

/** Counts each response by its group, except those to health checks. */
export function watchRequests(counts: RequestCounts): OnResponse {
  return ({ url }, _, response, elapsedMs) => {
    const { pathname } = splitUrl(url);
    if (pathname !== "/" && isProbePath(pathname)) return;
    const group = pathname === "/"
      ? rootGroupOf(contentTypeOf(response))
      : routeGroupOf(pathname);
    counts.of(group).add(response.status, elapsedMs);
  };
}
