import { placeOf } from "../http/front.ts";
import { isProbePath } from "../http/operations.ts";
import type { Watcher } from "../http/watched.ts";
import type { RequestCounts } from "./request_counts.ts";
import { rootGroupOf, routeGroupOf } from "./route_group.ts";

/** Counts each answer by its group, but for those to probers. */
export function watchRequests(counts: RequestCounts): Watcher {
  return ({ url }, _, answer, elapsedMs) => {
    const { pathname } = placeOf(url);
    if (pathname !== "/" && isProbePath(pathname)) return;
    const group = pathname === "/"
      ? rootGroupOf(answer.headers.get("content-type"))
      : routeGroupOf(pathname);
    counts.of(group).add(answer.status, elapsedMs);
  };
}
