import {
  optionalMember,
  type SessionRequest,
} from "../accounts/sign_in/viewer.ts";
import { mapMaybeAsync } from "../core/maybe_async.ts";
import type { SourcePolicy } from "./source_policy.ts";

/** The sources for whoever asks: a member is told what the operator's paid sources say, too. */
export function policyFor(
  asked: SessionRequest,
): SourcePolicy | Promise<SourcePolicy> {
  return mapMaybeAsync(optionalMember(asked), (viewer) => viewer ? "v2" : "v1");
}
