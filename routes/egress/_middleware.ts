import { csp } from "fresh";
import { define, type State } from "../../define.ts";
import { egressPageHeaders } from "../../lib/egress/page_headers.ts";

const POLICY = "content-security-policy";

/**
 * If Fresh starts islands by an inline script, only this middleware knows its
 * nonce.
 */
const withNonce = csp<State>({ useNonce: true });

/** Sets the page's own policy, with the nonce. */
export default define.middleware(async (ctx) => {
  const response = await withNonce(ctx);
  const { headers } = response;
  const [nonce] = /'nonce-[^']+'/.exec(headers.get(POLICY) ?? "") ?? [];
  const own = egressPageHeaders(ctx.state.services.egress.setup(ctx.url));
  const scripts = nonce ? `; script-src 'self' ${nonce}` : "";
  headers.set(POLICY, own[POLICY] + scripts);
  return response;
});
