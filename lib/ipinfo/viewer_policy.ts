import { viewerOf, type Viewing } from "../accounts/sign_in/viewer.ts";
import { goingOn } from "../core/maybe_async.ts";
import type { Order } from "./source_policy.ts";

/** The sources for whoever asks: a member is told what the operator's paid sources say, too. */
export function orderFor(asked: Viewing): Order | Promise<Order> {
  return goingOn(viewerOf(asked), (viewer) => viewer ? "v2" : "v1");
}
