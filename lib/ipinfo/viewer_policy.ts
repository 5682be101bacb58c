import {
  optionalMember,
  type SessionRequest,
} from "../accounts/sign_in/viewer.ts";
import { mapMaybeAsync } from "../core/maybe_async.ts";
import type { SourcePolicy } from "./source_policy.ts";

/**
 * The source policy for a viewer: only members get data from the operator's
 * paid sources.
 */
export function viewerPolicy(
  request: SessionRequest,
): SourcePolicy | Promise<SourcePolicy> {
  return mapMaybeAsync(
    optionalMember(request),
    (viewer) => viewer ? "v2" : "v1",
  );
}
