import { define } from "../../../define.ts";
import { AppError } from "../../../lib/http/errors.ts";
import { signInPath } from "../../../lib/http/next_path.ts";
import { seeOther } from "../../../lib/http/sign_in.ts";

/** These pages are for administrators; who is not signed in does that first and comes back. */
export default define.middleware((ctx) => {
  const { member } = ctx.state;
  if (member?.account.isAdmin) return ctx.next();
  if (!member) {
    const { pathname, search } = ctx.url;
    return seeOther(signInPath(pathname + search));
  }
  throw new AppError(403, "FORBIDDEN", "This page is for administrators.");
});
