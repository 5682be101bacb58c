import { seeOther } from "../../../lib/http/responses.ts";
import { bootScript, define } from "../../../define.ts";
import { signInPath } from "../../../lib/http/form.ts";

/** Only members can open the console. Guests sign in first and are redirected back. */
export default define.middleware((ctx) => {
  if (ctx.state.member) return bootScript.middleware(ctx);
  const { pathname, search } = ctx.url;
  return seeOther(signInPath(pathname + search));
});
