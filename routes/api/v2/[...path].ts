import { define } from "../../../define.ts";
import { rejectUnknownPath } from "../../../lib/ipinfo/v2_response.ts";

/** What no other route of V2 answers. */
export const handler = define.handlers(async ({ req, state }) => {
  throw await rejectUnknownPath(req, state.services);
});
