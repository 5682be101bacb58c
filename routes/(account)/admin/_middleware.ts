import { seeOther } from "../../../lib/http/responses.ts";
import { define } from "../../../define.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { signInPath } from "../../../lib/http/form.ts";

/** Only administrators can open these pages. Guests sign in first and are redirected back. */
export default define.middleware((ctx) => {
  const { member } = ctx.state;
  if (member?.account.isAdmin) return ctx.next();
  if (!member) {
    const { pathname, search } = ctx.url;
    return seeOther(signInPath(pathname + search));
  }
  throw new AppError(403, "FORBIDDEN", { reason: "administrators_only" });
});
