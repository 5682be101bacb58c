import { type Context, csp } from "fresh";
import { define, type State } from "../../define.ts";
import { prefers } from "../../lib/http/accept.ts";
import { pageHeaders } from "../../lib/http/answers.ts";
import { POLICY, withNonceOf } from "../../lib/http/script_nonce.ts";

/** Where islands are started by an inline script, only this middleware knows its nonce. */
const withNonce = csp<State>({ useNonce: true });

async function pageWithNonce(ctx: Context<State>): Promise<Response> {
  const response = await withNonce(ctx);
  const { headers } = response;
  // A probe host answers everybody in text, which has no policy.
  if (headers.get("content-type")?.startsWith("text/html")) {
    headers.set(POLICY, withNonceOf(headers.get(POLICY), pageHeaders[POLICY]));
  } else headers.delete(POLICY);
  return response;
}

/** Only pages have scripts: text and JSON are passed on at once. */
export default define.middleware((ctx) => {
  ctx.state.wanted = prefers(ctx.req.headers.get("accept"));
  return ctx.state.wanted === "html" ? pageWithNonce(ctx) : ctx.next();
});
