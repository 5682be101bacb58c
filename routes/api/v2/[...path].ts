import { define } from "../../../define.ts";
import { rejectUnknownPath } from "../../../lib/ipinfo/v2_response.ts";

/** All other paths below V2. */
export const handler = define.handlers(async ({ req, state }) => {
  throw await rejectUnknownPath(req, state.services);
});
