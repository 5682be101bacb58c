import { AppError } from "../core/errors.ts";
import { rowOfPattern } from "./url_rows.ts";

interface RequestContext {
  readonly req: Request;
  /** The pattern of the matched route. */
  readonly route?: string | null;
}

type Handle<C, R> = (ctx: C) => R;

/** Any origin may call GET, and POST if its row of the URL table has CORS. Other POSTs are for this site's own pages. */
const preflight: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, x-api-key, content-type",
  "access-control-max-age": "86400",
};

/**
 * Creates a route handler from one handler for each method. HEAD calls the GET
 * handler. OPTIONS lists the methods, and allows every origin if there is no
 * POST, or if the row of the route has CORS. Any other method gets 405 with
 * `Allow`; file routes alone would return 404.
 */
export function methods<
  C extends RequestContext,
  GetResult = Response,
  PostResult = Response,
>(
  handlers: { GET?: Handle<C, GetResult>; POST?: Handle<C, PostResult> },
): (ctx: C) => GetResult | PostResult | Response {
  const allowed = Object.keys(handlers).flatMap((name) =>
    name === "GET" ? ["GET", "HEAD"] : [name]
  );
  const allow = [...allowed, "OPTIONS"].join(", ");
  const open = {
    ...preflight,
    allow,
    "access-control-allow-methods": allowed.join(", "),
  };
  return (ctx) => {
    const { method } = ctx.req;
    const handle = method === "GET" || method === "HEAD"
      ? handlers.GET
      : method === "POST"
      ? handlers.POST
      : undefined;
    if (handle) return handle(ctx);
    if (method === "OPTIONS") {
      const isOpen = !handlers.POST ||
        (ctx.route && rowOfPattern(ctx.route)?.cors);
      return new Response(null, {
        status: 204,
        headers: isOpen ? open : { allow },
      });
    }
    throw new AppError(
      405,
      "METHOD_NOT_ALLOWED",
      { reason: "method_not_allowed", allow },
      { headers: { allow } },
    );
  };
}
