import { csp } from "fresh";
import { define, type State } from "../../define.ts";
import { egressPageHeaders } from "../../lib/egress_headers.ts";
import { POLICY, withNonceOf } from "../../lib/http/script_nonce.ts";

/** Where islands are started by an inline script, only this middleware knows its nonce. */
const withNonce = csp<State>({ useNonce: true });

/** The page's own policy, and the nonce. */
export default define.middleware(async (ctx) => {
  const response = await withNonce(ctx);
  const { headers } = response;
  const own = egressPageHeaders(ctx.state.services.probes.setup(ctx.url));
  headers.set(POLICY, withNonceOf(headers.get(POLICY), own[POLICY]));
  return response;
});
