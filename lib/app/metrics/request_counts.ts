import { splitUrl } from "../../http/hosts.ts";
import { isProbePath } from "../../http/operator_endpoints.ts";
import { routeGroupOf } from "../../http/url_rows.ts";
import { ROUTE_GROUPS, type RouteGroup } from "../../http/url_table.ts";
import type { OnResponse } from "../../http/on_response.ts";

/** The group of `/`, where the answer depends on who asks, by its type. */
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

/** Requests of one group. */
export class GroupCounts {
  /** By the first digit of the status. */
  readonly byClass = new Float64Array(6);
  /** By latency, those over the last bound at the end; each request in one place. */
  readonly byLatency = new Float64Array(LATENCY_BOUNDS.length + 1);
  /** Of all latencies. */
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

/** Plain numbers that every request adds to; a scrape reads them. */
export class RequestCounts {
  readonly #groups = new Map<RouteGroup, GroupCounts>(
    ROUTE_GROUPS.map((group) => [group, new GroupCounts()]),
  );

  of(group: RouteGroup): GroupCounts {
    return this.#groups.get(group)!;
  }

  /** Every group, also those that nobody asked. */
  entries(): Iterable<[RouteGroup, GroupCounts]> {
    return this.#groups.entries();
  }
}

/** Counts each answer by its group, but for those to probers. */
export function watchRequests(counts: RequestCounts): OnResponse {
  return ({ url }, _, answer, elapsedMs) => {
    const { pathname } = splitUrl(url);
    if (pathname !== "/" && isProbePath(pathname)) return;
    const group = pathname === "/"
      ? rootGroupOf(answer.headers.get("content-type"))
      : routeGroupOf(pathname);
    counts.of(group).add(answer.status, elapsedMs);
  };
}
