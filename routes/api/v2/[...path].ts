import { define } from "../../../define.ts";
import { unmatched } from "../../../lib/http/metered.ts";

/** What no other route of V2 answers. */
export const handler = define.handlers(async ({ req, state }) => {
  throw await unmatched(req, state.services);
});
