import { define } from "../../../define.ts";
import { signInPath } from "../../../lib/http/next_path.ts";
import { seeOther } from "../../../lib/http/sign_in.ts";

/** The console is for members; others sign in first and come back. */
export default define.middleware((ctx) => {
  if (ctx.state.member) return ctx.next();
  const { pathname, search } = ctx.url;
  return seeOther(signInPath(pathname + search));
});
